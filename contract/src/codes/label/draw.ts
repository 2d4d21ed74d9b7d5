import { code128, ean13, isCode128Text, isEan13 } from './barcode.ts';
import type { Element, ElementOf, LabelValues } from './elements.ts';
import { onDots } from './dots.ts';
import { mmOfPoint, qrSquare, type Box } from './geometry.ts';
import { widthOf, type Weight } from './glyphs.ts';
import { layText, lineHeight } from './lay-text.ts';

/** What an element is made of, in millimetres from the paper's corner, before it is turned. */
export type Shape =
  | ({ kind: 'box'; radius: number; /** Of its edge; absent = filled. */ edge?: number } & Box)
  | ({ kind: 'bars'; /** Each from `x` on. */ bars: { x: number; w: number }[] } & Box)
  | ({ kind: 'qr'; text: string; level: 'L' | 'M' | 'Q' | 'H' } & Box)
  | ({ kind: 'image'; src: string } & Box)
  | { kind: 'line'; text: string; x: number; baseline: number; size: number; weight: Weight };

export interface Drawn {
  id: string;
  color: string;
  /** Degrees clockwise about this middle. */
  rotate: number;
  middle: { x: number; y: number };
  shapes: Shape[];
}

/** Sizes of a line of text, in its font's size. */
const ascent = 0.88;
const black = '#000000';
/** Of the digits below a bar code, in millimetres. */
const barTextSize = 2.4;
const barTextGap = 0.4;

const letters = (
  { x, y, w, h, size, weight, align, overflow }: ElementOf<'text' | 'variable'>,
  text: string,
): Shape[] => {
  if (!text) return [];
  const laid = layText(text, { w, h, size: size * mmOfPoint, weight, overflow });
  return laid.lines.map((line, at) => {
    const room = w - widthOf(line, weight) * laid.size;
    return {
      kind: 'line',
      text: line,
      x: x + (align === 'left' ? 0 : align === 'center' ? room / 2 : room),
      baseline: y + laid.size * (at * lineHeight + (lineHeight - 1) / 2 + ascent),
      size: laid.size,
      weight,
    };
  });
};

/** What a bar code says, and its modules; nothing where its symbology cannot say it. */
export const barcodeOf = (
  { symbology, content }: Pick<ElementOf<'barcode'>, 'symbology' | 'content'>,
  values: LabelValues,
): { text: string; modules: boolean[] } | undefined => {
  const text = (symbology === 'ean13' ? values.gtin : values[content]).replaceAll(' ', '');
  if (symbology === 'ean13') return isEan13(text) ? { text, modules: ean13(text) } : undefined;
  return isCode128Text(text) ? { text, modules: code128(text) } : undefined;
};

const barcode = (element: ElementOf<'barcode'>, values: LabelValues, dpi: number): Shape[] => {
  const said = barcodeOf(element, values);
  if (!said) return [];
  const { x, y, w, h, showsText } = element;
  const { from, module } = onDots(x, w, said.modules.length, dpi);
  const bars: { x: number; w: number }[] = [];
  for (const [at, isBar] of said.modules.entries()) {
    if (!isBar) continue;
    const last = bars.at(-1);
    if (last && said.modules[at - 1]) last.w += module;
    else bars.push({ x: from + at * module, w: module });
  }
  const textHeight = showsText ? Math.min(barTextSize + barTextGap, h / 2) : 0;
  const shapes: Shape[] = [{ kind: 'bars', x, y, w, h: h - textHeight, bars }];
  if (showsText) {
    const most = Math.max(1, widthOf(said.text, 'regular'));
    const size = Math.min(textHeight - barTextGap, w / most);
    const line = { kind: 'line' as const, text: said.text, size, weight: 'regular' as const };
    shapes.push({ ...line, x: x + (w - most * size) / 2, baseline: y + h - size * (1 - ascent) });
  }
  return shapes;
};

const shapesOf = (element: Element, values: LabelValues, dpi: number): Shape[] => {
  const { x, y, w, h } = element;
  switch (element.kind) {
    case 'qr': {
      const text = values[element.content];
      return text ? [{ kind: 'qr', text, level: element.level, ...qrSquare(element) }] : [];
    }
    case 'barcode':
      return barcode(element, values, dpi);
    case 'text':
      return letters(element, element.text);
    case 'variable': {
      const value = values[element.variable];
      return value ? letters(element, element.prefix + value) : [];
    }
    case 'image':
      return [{ kind: 'image', src: element.src, x, y, w, h }];
    case 'line':
      return [{ kind: 'box', x, y, w, h, radius: 0 }];
    case 'rect': {
      const { thickness, filled } = element;
      const radius = Math.min(element.radius, w / 2, h / 2);
      if (filled) return [{ kind: 'box', x, y, w, h, radius }];
      const inner = { x: x + thickness / 2, y: y + thickness / 2, w: w - thickness, h: h - thickness };
      return [{ kind: 'box', ...inner, radius, edge: thickness }];
    }
  }
};

/** A label as shapes: what the browser shows and the document prints. All is black where it is printed in black. */
export const drawLabel = (
  elements: readonly Element[],
  values: LabelValues,
  { isColored, dpi }: { isColored: boolean; /** Of the printer: bars are whole dots. */ dpi: number },
): Drawn[] =>
  elements.map((element) => ({
    id: element.id,
    color: isColored ? element.color : black,
    rotate: element.rotate,
    middle: { x: element.x + element.w / 2, y: element.y + element.h / 2 },
    shapes: shapesOf(element, values, dpi),
  }));
