import { checkMould } from '@zhuiyuan/contract/codes/label/check-mould';
import { Element } from '@zhuiyuan/contract/codes/label/elements';
import { advanceOf, missingGlyph, type Weight } from '@zhuiyuan/contract/codes/label/glyphs';
import { sampleValues } from '@zhuiyuan/contract/codes/label/sample-values';
import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  GlobalHistogramBinarizer,
  HybridBinarizer,
  MultiFormatReader,
  QRCodeReader,
  RGBLuminanceSource,
} from '@zxing/library';
import { buffer } from 'node:stream/consumers';
import { inflateSync } from 'node:zlib';
import Pdf from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { labelFonts, labelPdf } from './draw-pdf.ts';

const paper = { widthMm: 60, heightMm: 40, gapMm: 3, dpi: 300 as const };
const elementOf = (element: object) => Element.parse(element);
const qr = elementOf({ kind: 'qr', id: 'q', x: 35, y: 7, w: 22, h: 22 });
const plain = { images: new Map(), title: '样张' };
const points = 72 / 25.4;

/** The drawing of every page, inflated. */
const pagesOf = (pdf: Buffer): string[] => {
  const pages: string[] = [];
  const text = pdf.toString('latin1');
  for (const { index, 0: head } of text.matchAll(/\/Length (\d+)[^>]*>>\s*stream\n/g)) {
    const from = index + head.length;
    const length = Number(/\d+/.exec(head)![0]);
    try {
      const content = inflateSync(pdf.subarray(from, from + length)).toString('latin1');
      if (/ re\n/.test(content) && / cm\n/.test(content)) pages.push(content);
    } catch {
      // A font, which is no drawing.
    }
  }
  return pages;
};

/** Filled boxes of a page in millimetres: the page is scaled once, from points. */
const boxesOf = (page: string) =>
  [...page.matchAll(/([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) re\n(?!W)/g)].map(
    (match) => match.slice(1).map(Number) as number[],
  );

/** What a phone reads from a square of modules, drawn with four dots each. */
const readSquare = (boxes: number[][], { x, y, side }: { x: number; y: number; side: number }): string => {
  const modules = Math.round(side / Math.min(...boxes.map((box) => box[3]!)));
  const dots = modules * 8;
  const margin = 40;
  const size = dots + 2 * margin;
  const grey = new Uint8ClampedArray(size * size).fill(255);
  for (const [left, top, w, h] of boxes)
    for (let row = Math.round(((top! - y) / side) * dots); row < Math.round(((top! - y + h!) / side) * dots); row += 1)
      for (let at = Math.round(((left! - x) / side) * dots); at < Math.round(((left! - x + w!) / side) * dots); at += 1)
        grey[(row + margin) * size + at + margin] = 0;
  const source = new RGBLuminanceSource(grey, size, size);
  const bitmap = new BinaryBitmap(new HybridBinarizer(source));
  return new QRCodeReader().decode(bitmap, new Map([[DecodeHintType.PURE_BARCODE, true]])).getText();
};

describe('a label as a document', () => {
  it('is as large as its paper, with the QR code where it was put, of square modules that say the address', async () => {
    const face = { paper, color: 0 as const, elements: [qr] };
    const pdf = await buffer(labelPdf(face, [sampleValues, sampleValues], { ...plain, sheet: 'roll' }));
    const sizes = [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
    expect(sizes).toHaveLength(2);
    for (const [, width, height] of sizes) {
      expect(Number(width)).toBeCloseTo(60 * points, 3);
      expect(Number(height)).toBeCloseTo(40 * points, 3);
    }
    const [page] = pagesOf(pdf);
    expect(page).toContain('2.834646 0 0 2.834646 0 0 cm');
    const boxes = boxesOf(page!);
    const rights = boxes.map(([x, , w]) => x! + w!);
    const bottoms = boxes.map(([, y, , h]) => y! + h!);
    expect(Math.min(...boxes.map(([x]) => x!))).toBeCloseTo(35, 3);
    expect(Math.min(...boxes.map(([, y]) => y!))).toBeCloseTo(7, 3);
    expect(Math.max(...rights)).toBeCloseTo(57, 3);
    expect(Math.max(...bottoms)).toBeCloseTo(29, 3);
    expect(readSquare(boxes, { x: 35, y: 7, side: 22 })).toBe(sampleValues.url);
  });

  it('fills sheets of A4 in rows, and refuses paper that none of fits there', async () => {
    const face = { paper, color: 0 as const, elements: [qr] };
    const labels = Array.from({ length: 19 }, () => sampleValues);
    const pdf = await buffer(labelPdf(face, labels, { ...plain, sheet: 'a4' }));
    const sizes = [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map((match) =>
      match.slice(1).map(Number),
    );
    expect(sizes).toHaveLength(2);
    expect(sizes[0]![0]).toBeCloseTo(210 * points, 3);
    expect(sizes[0]![1]).toBeCloseTo(297 * points, 3);
    const corners = [...pagesOf(pdf)[0]!.matchAll(/1 0 0 1 ([\d.]+) ([\d.]+) cm/g)].map((match) =>
      match.slice(1).map(Number),
    );
    expect(corners).toHaveLength(18);
    expect(corners[0]).toEqual([12, 21]);
    expect(corners[17]).toEqual([12 + 2 * 63, 21 + 5 * 43]);
    const large = { ...face, paper: { ...paper, widthMm: 205, heightMm: 40, gapMm: 0 } };
    expect(() => labelPdf(large, labels, { ...plain, sheet: 'a4' })).toThrow('模板超出A4纸的可打印范围');
  });

  it('fails when its labels fail, and when a picture is not there', async () => {
    const labels = async function* () {
      yield sampleValues;
      throw new Error('the codes are away');
    };
    const face = { paper, color: 0 as const, elements: [qr] };
    await expect(buffer(labelPdf(face, labels(), { ...plain, sheet: 'roll' }))).rejects.toThrow('the codes are away');
    const image = elementOf({ kind: 'image', id: 'i', x: 1, y: 1, w: 5, h: 5, src: '/media/none.png' });
    const pictured = { ...face, elements: [qr, image] };
    await expect(buffer(labelPdf(pictured, [sampleValues], { ...plain, sheet: 'roll' }))).rejects.toThrow(
      '模板图片不存在',
    );
  });
});

/** Points a camera sees of each dot, along a side. */
const seen = 3;

/** A part of a page as a printer puts it on paper, a dot black where a box lies on its middle, and as a reader of its symbology sees it. */
const readPrinted = (
  boxes: number[][],
  { x, y, w, h }: { x: number; y: number; w: number; h: number },
  { dpi, format }: { dpi: number; format: BarcodeFormat },
): string => {
  const dot = 25.4 / dpi;
  const [wide, high] = [Math.round(w / dot) * seen, Math.round(h / dot) * seen];
  const grey = new Uint8ClampedArray(wide * high).fill(255);
  const dots = (from: number, length: number, most: number): [number, number] => [
    Math.max(0, Math.ceil(from / dot - 0.5) * seen),
    Math.max(0, Math.min(most, Math.ceil((from + length) / dot - 0.5) * seen)),
  ];
  for (const [left, top, wideOf, highOf] of boxes) {
    const [fromRow, toRow] = dots(top! - y, highOf!, high);
    const [fromColumn, toColumn] = dots(left! - x, wideOf!, wide);
    for (let row = fromRow; row < toRow; row += 1) grey.fill(0, row * wide + fromColumn, row * wide + toColumn);
  }
  // One picture of many that a camera takes: it is looked at in more than one way.
  for (const way of [DecodeHintType.TRY_HARDER, DecodeHintType.PURE_BARCODE])
    for (const Binarizer of [HybridBinarizer, GlobalHistogramBinarizer])
      try {
        const hints = new Map<DecodeHintType, unknown>([
          [DecodeHintType.POSSIBLE_FORMATS, [format]],
          [way, true],
        ]);
        const bitmap = new BinaryBitmap(new Binarizer(new RGBLuminanceSource(grey, wide, high)));
        return new MultiFormatReader().decode(bitmap, hints).getText();
      } catch {
        // Not in this way.
      }
  return '';
};

describe.each([203, 300, 600] as const)('a sheet that is printed at %i dpi', (dpi) => {
  const sheet = { widthMm: 120, heightMm: 60, gapMm: 0, dpi };
  const codes = {
    qr: { kind: 'qr', id: 'q', x: 6.05, y: 6.05, w: 8, h: 8 },
    code128: { kind: 'barcode', id: 'b', x: 30.07, y: 8, w: 5, h: 10 },
    ean13: { kind: 'barcode', id: 'e', symbology: 'ean13', x: 30.03, y: 30, w: 5, h: 12 },
  };
  /** As small as it may be. */
  const smallest = (code: { w: number; h: number }): Element => {
    const other = code === codes.qr ? [] : [elementOf({ ...codes.qr, x: 100, y: 40, w: 15, h: 15 })];
    const faultOf = (w: number) =>
      checkMould(
        sheet,
        [elementOf({ ...code, w, ...(code === codes.qr ? { h: w } : {}) }), ...other],
        sampleValues,
      ).find(({ level }) => level === 'error');
    const told = Number(/至少([\d.]+)毫米/.exec(faultOf(code.w)?.text ?? '')?.[1] ?? code.w);
    expect(faultOf(told)).toBeUndefined();
    if (told > code.w) expect(faultOf(told - 0.2)).toBeDefined();
    return elementOf({ ...code, w: told, ...(code === codes.qr ? { h: told } : {}) });
  };

  it('is read where each code is as small as it may be', async () => {
    const elements = [smallest(codes.qr), smallest(codes.code128), smallest(codes.ean13)];
    const face = { paper: sheet, color: 0 as const, elements };
    const [page] = pagesOf(await buffer(labelPdf(face, [sampleValues], { ...plain, sheet: 'roll' })));
    const boxes = boxesOf(page!);
    const around = ({ x, y, w, h }: Element) => ({ x: x - 3, y: y - 1, w: w + 6, h: h - 1 });
    const [q, b, e] = elements as [Element, Element, Element];
    expect([
      readPrinted(boxes, { x: q.x - 2, y: q.y - 2, w: q.w + 4, h: q.h + 4 }, { dpi, format: BarcodeFormat.QR_CODE }),
      readPrinted(boxes, around(b), { dpi, format: BarcodeFormat.CODE_128 }),
      readPrinted(boxes, around(e), { dpi, format: BarcodeFormat.EAN_13 }),
    ]).toEqual([sampleValues.url, sampleValues.code.replaceAll(' ', ''), sampleValues.gtin]);
  });
});

describe('the table of advances', () => {
  it.each(['regular', 'bold'] as Weight[])('is that of the font, %s', (weight) => {
    const pdf = new Pdf({ font: labelFonts[weight] });
    const text = '青岚山茶业岕℃㎡ABCxyz0123456789…，。、（）“”-_./:¥×';
    for (const character of text)
      expect(advanceOf(character, weight), character).toBeCloseTo(
        pdf.fontSize(1).widthOfString(character, { features: [] }),
        6,
      );
  });

  it('knows what the fonts lack', () => {
    expect(missingGlyph('明前龙井，250g/盒\n岕茶')).toBeUndefined();
    expect(missingGlyph('好茶🍵')).toBe('🍵');
    expect(missingGlyph('ก')).toBe('ก');
  });
});
