import { drawLabel, type Drawn, type Shape } from '@zhuiyuan/contract/codes/label/draw';
import type { LabelValues, Sheet } from '@zhuiyuan/contract/codes/label/elements';
import { usualDpi } from '@zhuiyuan/contract/codes/label/dots';
import { a4, layA4 } from '@zhuiyuan/contract/codes/label/geometry';
import type { MouldFace } from '@zhuiyuan/contract/codes/label/mould';
import { mouldRefusals } from '@zhuiyuan/contract/codes/label/mould-refusals';
import { PrintColor } from '@zhuiyuan/contract/codes/state/code-enums';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import Pdf from 'pdfkit';
import { create } from 'qrcode';
import { nextTurn } from '../../kit/next-turn.ts';
import { refuse } from '../../kit/refusal.ts';

const fontOf = (name: string): string =>
  ['../fonts', '../../fonts', '../../../fonts']
    .map((folder) => join(import.meta.dirname, folder, name))
    .find((file) => existsSync(file))!;

/** Noto Sans SC with the characters whose advances stand in the contract; under the licence beside them. */
export const labelFonts = { regular: fontOf('noto-sans-sc-regular.otf'), bold: fontOf('noto-sans-sc-bold.otf') };

const pointsOfMm = 72 / 25.4;
type Document = InstanceType<typeof Pdf>;
type Images = ReadonlyMap<string, Buffer>;

/** Dark modules of a QR code as boxes, each as long as its row lets it be. */
const drawQr = (pdf: Document, { text, level, x, y, w }: Extract<Shape, { kind: 'qr' }>): void => {
  const { modules } = create(text, { errorCorrectionLevel: level });
  const module = w / modules.size;
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1) {
      if (!modules.get(row, column)) continue;
      const from = column;
      while (column + 1 < modules.size && modules.get(row, column + 1)) column += 1;
      pdf.rect(x + from * module, y + row * module, (column - from + 1) * module, module);
    }
  pdf.fill();
};

const drawShape = (pdf: Document, shape: Shape, color: string, images: Images): void => {
  pdf.fillColor(color).strokeColor(color);
  switch (shape.kind) {
    case 'qr':
      return drawQr(pdf, shape);
    case 'bars':
      for (const { x, w } of shape.bars) pdf.rect(x, shape.y, w, shape.h);
      pdf.fill();
      return;
    case 'line':
      pdf
        .font(shape.weight)
        .fontSize(shape.size)
        .text(shape.text, shape.x, shape.baseline, { lineBreak: false, baseline: 'alphabetic', features: [] });
      return;
    case 'image': {
      const picture = images.get(shape.src);
      if (!picture) throw refuse(mouldRefusals.noImage);
      const { x, y, w, h } = shape;
      pdf.image(picture, x, y, { fit: [w, h], align: 'center', valign: 'center' });
      return;
    }
    case 'box': {
      const { x, y, w, h, radius, edge } = shape;
      if (radius > 0) pdf.roundedRect(x, y, w, h, radius);
      else pdf.rect(x, y, w, h);
      if (edge === undefined) pdf.fill();
      else pdf.lineWidth(edge).stroke();
    }
  }
};

const drawAll = (pdf: Document, drawn: readonly Drawn[], images: Images): void => {
  for (const { rotate, middle, color, shapes } of drawn) {
    pdf.save();
    if (rotate) pdf.rotate(rotate, { origin: [middle.x, middle.y] });
    for (const shape of shapes) drawShape(pdf, shape, color, images);
    pdf.restore();
  }
};

/** Where the labels of one page lie, in millimetres from its corner, and how large it is. */
const pageOf = ({ paper }: MouldFace, sheet: Sheet) => {
  if (sheet === 'roll') return { size: paper, places: [{ x: 0, y: 0 }] };
  const grid = layA4(paper);
  if (!grid) throw refuse(mouldRefusals.tooLarge);
  const places = Array.from({ length: grid.columns * grid.rows }, (_, at) => ({
    x: grid.marginX + (at % grid.columns) * (paper.widthMm + paper.gapMm),
    y: grid.marginY + Math.floor(at / grid.columns) * (paper.heightMm + paper.gapMm),
  }));
  return { size: a4, places };
};

/**
 * Labels as a document in true size: each page is the paper, or sheets of A4 are filled in rows. QR codes, bars and letters are
 * vectors. Others have a turn after every label. The stream fails with what the labels fail with; a refusal where a label does
 * not fit on A4.
 */
export const labelPdf = (
  face: MouldFace,
  labels: AsyncIterable<LabelValues> | Iterable<LabelValues>,
  { sheet, images, title }: { sheet: Sheet; images: Images; title: string },
): Readable => {
  const { size, places } = pageOf(face, sheet);
  const pdf = new Pdf({ autoFirstPage: false, font: labelFonts.regular, info: { Title: title } });
  pdf.registerFont('regular', labelFonts.regular).registerFont('bold', labelFonts.bold);
  const draw = async () => {
    let at = 0;
    for await (const values of labels) {
      const place = places[at % places.length]!;
      if (at % places.length === 0)
        pdf.addPage({ size: [size.widthMm * pointsOfMm, size.heightMm * pointsOfMm], margin: 0 });
      pdf.save().scale(pointsOfMm).translate(place.x, place.y);
      // What hangs over the paper is not printed on its neighbour.
      pdf.rect(0, 0, face.paper.widthMm, face.paper.heightMm).clip();
      drawAll(
        pdf,
        drawLabel(face.elements, values, {
          isColored: face.color === PrintColor.colored,
          dpi: face.paper.dpi ?? usualDpi,
        }),
        images,
      );
      pdf.restore();
      at += 1;
      await nextTurn();
    }
    pdf.end();
  };
  void draw().catch((error: unknown) => (pdf as unknown as Readable).destroy(error as Error));
  return pdf as unknown as Readable;
};
