import { Variable, type Element, type LabelValues, type Paper } from './elements.ts';
import { leastDots, leastSide, moduleDots, quietModules } from './dots.ts';
import { barcodeOf } from './draw.ts';
import { grown, isInside, overlap, turnedBox, type Box } from './geometry.ts';
import { missingGlyph } from './glyphs.ts';
import { qrModules } from './qr-size.ts';
import { sampleValues } from './sample-values.ts';

/** The shortest side of a QR code that phones read, in millimetres. */
export const leastQrMm = 8;
/** Of a printed address: what the quiet zone of a QR code is reckoned by where no code is at hand. */
const usualUrl = 'x'.repeat(30);
const usualCode = 'X'.repeat(16);

export interface Finding {
  level: 'error' | 'warning';
  text: string;
  /** The element it is about. */
  id?: string;
}

export const noQrText = '模板至少包含一个二维码';
export const smallQrText = '二维码边长不能小于8毫米';
export const outsideText = '元素超出纸张范围';
export const overlapText = '与二维码的静区重叠，可能扫不出';
export const fineQrText = (dpi: number, mm: number): string =>
  `二维码在${dpi} dpi的打印机上扫不出，边长须至少${mm}毫米`;
export const fineBarcodeText = (dpi: number, mm: number): string =>
  `条形码在${dpi} dpi的打印机上扫不出，宽须至少${mm}毫米`;
export const noQuietText = (mm: number): string => `条形码两侧须各留${mm}毫米空白`;
export const missingGlyphText = (character: string): string => `字体缺少字符：${character}`;

type QrShape = Extract<Element, { kind: 'qr' }>;

/** Modules along one side, of what it leads to where that is known. */
export const modulesOf = ({ content, level }: QrShape, values?: LabelValues): number => {
  return qrModules(values?.[content].replaceAll(' ', '') || (content.endsWith('rl') ? usualUrl : usualCode), level);
};

/** Millimetres of its quiet zone. */
export const quietMm = (qr: QrShape, values?: LabelValues): number =>
  (qr.quiet * Math.min(qr.w, qr.h)) / modulesOf(qr, values);

/** What of an element's lettering is the same on every label. */
const ownText = (element: Element): string =>
  element.kind === 'text' ? element.text : element.kind === 'variable' ? element.prefix : '';

type BarShape = Extract<Element, { kind: 'barcode' }>;

/** Modules of a bar code, of what it says where that is known; nothing where its symbology cannot say it. */
const barModules = (bar: BarShape, values?: LabelValues): number | undefined => {
  const own = bar.symbology === 'ean13' ? 'gtin' : bar.content;
  return barcodeOf(bar, { ...sampleValues, ...(values?.[own] ? { [own]: values[own] } : {}) })?.modules.length;
};

/** The side that a printer's dots need for a code to be read, where it is shorter. */
const tooFine = (kind: 'qr' | 'barcode', side: number, modules: number, dpi: number): number | undefined =>
  moduleDots(side, modules, dpi) < leastDots(kind, dpi) ? leastSide(kind, modules, dpi) : undefined;

/** What a bar code and its quiet zones take up, before it is turned. */
const barZone = (bar: BarShape, modules: number, dpi: number): { box: Box & { rotate: number }; quiet: number } => {
  const taken = leastSide('barcode', modules, dpi) / modules;
  const quiet = taken * quietModules[bar.symbology];
  // What the bars leave free of their own width counts.
  const room = Math.max(0, bar.w - taken * modules) / 2;
  const more = Math.max(0, quiet - room);
  return { box: { ...bar, x: bar.x - more, w: bar.w + 2 * more }, quiet: Math.ceil(quiet * 10) / 10 };
};

/** What stands against the bar codes of a label. */
const checkBars = (paper: Paper, elements: readonly Element[], values?: LabelValues): Finding[] =>
  elements.flatMap((bar): Finding[] => {
    if (bar.kind !== 'barcode') return [];
    const modules = barModules(bar, values);
    if (modules === undefined) return [];
    const mm = tooFine('barcode', bar.w, modules, paper.dpi);
    if (mm !== undefined) return [{ level: 'error', text: fineBarcodeText(paper.dpi, mm), id: bar.id }];
    const { box, quiet } = barZone(bar, modules, paper.dpi);
    const zone = turnedBox(box);
    const isFree = isInside(zone, paper) && !elements.some((other) => other.id !== bar.id && isNear(other, zone));
    return isFree ? [] : [{ level: 'error', text: noQuietText(quiet), id: bar.id }];
  });

/** What stands against a label: errors refuse it, warnings only tell. */
export const checkMould = (paper: Paper, elements: readonly Element[], values?: LabelValues): Finding[] => {
  const findings: Finding[] = [];
  const say = (level: Finding['level'], text: string, id?: string) => findings.push({ level, text, ...(id && { id }) });
  const codes = elements.filter((element) => element.kind === 'qr');
  if (codes.length === 0) say('error', noQrText);
  for (const qr of codes) {
    const side = Math.min(qr.w, qr.h);
    const mm = tooFine('qr', side, modulesOf(qr, values), paper.dpi);
    if (side < leastQrMm) say('error', smallQrText, qr.id);
    else if (mm !== undefined) say('error', fineQrText(paper.dpi, mm), qr.id);
  }
  for (const element of elements) {
    if (!isInside(turnedBox(element), paper)) say('error', outsideText, element.id);
    const missing = missingGlyph(ownText(element));
    if (missing) say('error', missingGlyphText(missing), element.id);
  }
  for (const code of codes) {
    const zone = grown(turnedBox(code), quietMm(code, values));
    const near = elements.find((other) => other.id !== code.id && isNear(other, zone));
    if (near) say('warning', overlapText, near.id);
  }
  return [...findings, ...checkBars(paper, elements, values)];
};

/** A frame that goes all around a zone leaves it empty. */
const isNear = (element: Element, zone: Box): boolean => {
  const box = turnedBox(element);
  if (!overlap(box, zone)) return false;
  if (element.kind !== 'rect' || element.filled) return true;
  const room = grown(box, -element.thickness);
  return !(
    zone.x >= room.x &&
    zone.y >= room.y &&
    zone.x + zone.w <= room.x + room.w &&
    zone.y + zone.h <= room.y + room.h
  );
};

/** The variables that a label names, in lettering, QR codes and bar codes. */
export const usedVariables = (elements: readonly Element[]): Set<Variable> => {
  const used = new Set<Variable>();
  for (const element of elements) {
    if (element.kind === 'variable') used.add(element.variable);
    if (element.kind === 'barcode') used.add(element.symbology === 'ean13' ? Variable.gtin : element.content);
    if (element.kind === 'qr') used.add(element.content.startsWith('inner') ? Variable.innerCode : Variable.code);
  }
  return used;
};
