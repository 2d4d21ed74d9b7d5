import { quietMm } from '@zhuiyuan/contract/codes/label/check-mould';
import type { Element, Paper } from '@zhuiyuan/contract/codes/label/elements';
import { grown, turnedBox, type Box } from '@zhuiyuan/contract/codes/label/geometry';
import { toHalf } from './mould-state.ts';

/** Places along a side that are tried at most. */
const mostTried = 120;

const places = (side: number, own: number): number[] => {
  const room = Math.max(0, side - own);
  const step = Math.max(0.5, toHalf(room / mostTried));
  return Array.from({ length: Math.floor(room / step) + 1 }, (_, at) => at * step);
};

const shared = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

/** What an element keeps others from: a QR code with its quiet zone, a frame nothing but its own line. */
const taken = (element: Element): Box[] => {
  const box = turnedBox(element);
  if (element.kind === 'qr') return [grown(box, quietMm(element)), box];
  if (element.kind !== 'rect' || element.filled) return [box];
  const { x, y, w, h } = box;
  const line = Math.max(element.thickness, 0.1);
  return [
    { x, y, w, h: line },
    { x, y: y + h - line, w, h: line },
    { x, y, w: line, h },
    { x: x + w - line, y, w: line, h },
  ];
};

/** Between what is added and what is there. */
const gap = 1;

/**
 * Where a box of a size covers nothing, the uppermost and leftmost; where nothing is free, where it covers least. The middle of an empty paper.
 * `quiet`: what it keeps free around itself.
 */
export const freePlace = (
  { w, h, quiet = 0 }: { w: number; h: number; quiet?: number },
  elements: readonly Element[],
  { widthMm, heightMm }: Paper,
): { x: number; y: number } => {
  const middle = { x: Math.max(0, toHalf((widthMm - w) / 2)), y: Math.max(0, toHalf((heightMm - h) / 2)) };
  if (elements.length === 0) return middle;
  const taking = elements.flatMap(taken);
  const coveredBy = (box: Box): number => taking.reduce((sum, other) => sum + shared(box, other), 0);
  const tried = places(heightMm, h).flatMap((y) => places(widthMm, w).map((x) => ({ x, y })));
  const isRoomy = ({ x, y }: { x: number; y: number }): boolean =>
    x >= gap && y >= gap && x + w <= widthMm - gap && y + h <= heightMm - gap;
  const free = (by: number) => (at: { x: number; y: number }) =>
    coveredBy(grown({ ...at, w, h }, Math.max(by, quiet))) === 0;
  const found = tried.filter(isRoomy).find(free(gap)) ?? tried.find(free(0));
  if (found) return found;
  const least = tried
    .map((at) => ({ at, covers: coveredBy({ ...at, w, h }) }))
    .toSorted((a, b) => a.covers - b.covers)[0];
  return least?.at ?? middle;
};
