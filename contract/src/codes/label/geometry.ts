import type { Paper } from './elements.ts';

/** An upright box in millimetres. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

const nearly = 1e-6;

/** The upright box around one that is turned about its middle. */
export const turnedBox = ({ x, y, w, h, rotate }: Box & { rotate: number }): Box => {
  const angle = (rotate * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const [wide, high] = [w * cos + h * sin, w * sin + h * cos];
  return { x: x + (w - wide) / 2, y: y + (h - high) / 2, w: wide, h: high };
};

export const isInside = ({ x, y, w, h }: Box, { widthMm, heightMm }: Pick<Paper, 'widthMm' | 'heightMm'>): boolean =>
  x >= -nearly && y >= -nearly && x + w <= widthMm + nearly && y + h <= heightMm + nearly;

/** Whether two boxes share more than an edge. */
export const overlap = (a: Box, b: Box): boolean =>
  a.x + a.w > b.x + nearly && b.x + b.w > a.x + nearly && a.y + a.h > b.y + nearly && b.y + b.h > a.y + nearly;

/** The square a QR code fills, in the upper left of its box. */
export const qrSquare = ({ x, y, w, h }: Box): Box => ({ x, y, w: Math.min(w, h), h: Math.min(w, h) });

export const grown = ({ x, y, w, h }: Box, by: number): Box => ({ x: x - by, y: y - by, w: w + 2 * by, h: h + 2 * by });

/** Millimetres of a point (1/72 inch). */
export const mmOfPoint = 25.4 / 72;

const [a4Width, a4Height] = [210, 297];
const leastMargin = 5;

/** How labels lie on a sheet of A4: in how many columns and rows, and how far from its edges. Nothing when not even one fits. */
export const layA4 = ({
  widthMm,
  heightMm,
  gapMm,
}: Paper): { columns: number; rows: number; marginX: number; marginY: number } | undefined => {
  const fit = (room: number, side: number) => Math.floor((room - 2 * leastMargin + gapMm + nearly) / (side + gapMm));
  const [columns, rows] = [fit(a4Width, widthMm), fit(a4Height, heightMm)];
  if (columns < 1 || rows < 1) return undefined;
  return {
    columns,
    rows,
    marginX: (a4Width - columns * widthMm - (columns - 1) * gapMm) / 2,
    marginY: (a4Height - rows * heightMm - (rows - 1) * gapMm) / 2,
  };
};
export const a4 = { widthMm: a4Width, heightMm: a4Height };
