import { Variable, type Element, type LabelValues, type Paper } from './elements.ts';
import { grown, isInside, overlap, turnedBox, type Box } from './geometry.ts';
import { missingGlyph } from './glyphs.ts';
import { qrModules } from './qr-size.ts';

/** The shortest side of a QR code that phones read, in millimetres. */
export const leastQrMm = 8;
/** Of a printed address: what the quiet zone of a QR code is reckoned by where no code is at hand. */
const usualUrlLength = 30;
const usualCodeLength = 16;

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
export const missingGlyphText = (character: string): string => `字体缺少字符：${character}`;

type QrShape = Extract<Element, { kind: 'qr' }>;

/** Modules along one side, of what it leads to where that is known. */
export const modulesOf = ({ content, level }: QrShape, values?: LabelValues): number => {
  const length = values?.[content].length || (content.endsWith('rl') ? usualUrlLength : usualCodeLength);
  return qrModules(length, level);
};

/** The square a QR code fills, in the upper left of its box. */
export const qrSquare = ({ x, y, w, h }: Box): Box => ({ x, y, w: Math.min(w, h), h: Math.min(w, h) });

/** Millimetres of its quiet zone. */
export const quietMm = (qr: QrShape, values?: LabelValues): number =>
  (qr.quiet * Math.min(qr.w, qr.h)) / modulesOf(qr, values);

/** What of an element's lettering is the same on every label. */
const ownText = (element: Element): string =>
  element.kind === 'text' ? element.text : element.kind === 'variable' ? element.prefix : '';

/** What stands against a label: errors refuse it, warnings only tell. */
export const checkMould = (paper: Paper, elements: readonly Element[], values?: LabelValues): Finding[] => {
  const findings: Finding[] = [];
  const say = (level: Finding['level'], text: string, id?: string) => findings.push({ level, text, ...(id && { id }) });
  const codes = elements.filter((element) => element.kind === 'qr');
  if (codes.length === 0) say('error', noQrText);
  for (const { w, h, id } of codes) if (Math.min(w, h) < leastQrMm) say('error', smallQrText, id);
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
  return findings;
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
