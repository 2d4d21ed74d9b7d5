import { advanceOf, widthOf, type Weight } from './glyphs.ts';

/** What does not fit its box is made smaller, cut with a mark, or broken into lines. */
export type Overflow = 'shrink' | 'cut' | 'wrap';

interface Box {
  /** Millimetres. */
  w: number;
  h: number;
  /** Millimetres of one size. */
  size: number;
  weight: Weight;
  overflow: Overflow;
}

export interface LaidText {
  /** Millimetres of one size, after shrinking. */
  size: number;
  lines: string[];
}

export const lineHeight = 1.25;
const mark = '…';
/** Nothing is made smaller than this part of its size: what then still does not fit is cut. */
const leastShrink = 0.5;
/** What never begins a line. */
const clings = new Set('，。、；：！？）」』】》〉”’％%,.;:!?)]}…');
const isWordPart = (character: string): boolean => /[\p{Script=Latin}\d._\-/@+#&'’]/u.test(character);
const nearly = 1e-6;

/** Pieces that stay on one line: a word, or a character with the marks that cling to it. */
const toPieces = (text: string): string[] => {
  const pieces: string[] = [];
  for (const character of text) {
    const last = pieces.at(-1);
    const joins =
      last !== undefined && (clings.has(character) || (isWordPart(character) && isWordPart(Array.from(last).at(-1)!)));
    if (joins) pieces[pieces.length - 1] = last + character;
    else pieces.push(character);
  }
  return pieces;
};

const cutTo = (text: string, most: number, weight: Weight): string => {
  if (widthOf(text, weight) <= most + nearly) return text;
  let width = advanceOf(mark, weight);
  let kept = '';
  for (const character of text) {
    width += advanceOf(character, weight);
    if (width > most + nearly) break;
    kept += character;
  }
  return kept + mark;
};

/** Splits a piece that is wider than a whole line. */
const splitPiece = (piece: string, most: number, weight: Weight): string[] => {
  const parts: string[] = [];
  let part = '';
  for (const character of piece) {
    if (part && widthOf(part + character, weight) > most + nearly) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
};

const breakLine = (text: string, most: number, weight: Weight): string[] => {
  const lines: string[] = [];
  let line = '';
  for (const piece of toPieces(text).flatMap((one) => splitPiece(one, most, weight))) {
    if (line && widthOf(line + piece.trimEnd(), weight) > most + nearly) {
      lines.push(line.trimEnd());
      line = piece.trimStart();
    } else line += piece;
  }
  return [...lines, line.trimEnd()];
};

/** Breaks, cuts or shrinks a text to its box, by the advances of the fonts of labels. */
export const layText = (text: string, { w, h, size, weight, overflow }: Box): LaidText => {
  const lines = text.split('\n');
  if (overflow === 'shrink') {
    const widest = Math.max(...lines.map((line) => widthOf(line, weight)));
    const scale = widest * size > w ? Math.max(leastShrink, w / (widest * size)) : 1;
    const shrunk = size * scale;
    return { size: shrunk, lines: lines.map((line) => cutTo(line, w / shrunk, weight)) };
  }
  const most = w / size;
  if (overflow === 'cut') return { size, lines: lines.map((line) => cutTo(line, most, weight)) };
  const all = lines.flatMap((line) => breakLine(line, most, weight));
  const room = Math.max(1, Math.floor(h / (size * lineHeight) + nearly));
  if (all.length <= room) return { size, lines: all };
  const shown = all.slice(0, room);
  return { size, lines: [...shown.slice(0, -1), cutTo(`${shown.at(-1)!}${all[room]!}`, most, weight)] };
};
