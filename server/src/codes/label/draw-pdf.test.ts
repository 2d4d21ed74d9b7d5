import { Element } from '@zhuiyuan/contract/codes/label/elements';
import { advanceOf, missingGlyph, type Weight } from '@zhuiyuan/contract/codes/label/glyphs';
import { sampleValues } from '@zhuiyuan/contract/codes/label/sample-values';
import { BinaryBitmap, DecodeHintType, HybridBinarizer, QRCodeReader, RGBLuminanceSource } from '@zxing/library';
import { buffer } from 'node:stream/consumers';
import { inflateSync } from 'node:zlib';
import Pdf from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { labelFonts, labelPdf } from './draw-pdf.ts';

const paper = { widthMm: 60, heightMm: 40, gapMm: 3 };
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
    const large = { ...face, paper: { widthMm: 205, heightMm: 40, gapMm: 0 } };
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
