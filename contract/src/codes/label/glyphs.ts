import { boldAdvances, glyphRuns, regularAdvances } from './glyph-table.gen.ts';

/** Units of an advance in one size of the font. */
const unitsPerSize = 1000;
const base = 36;

const readRuns = (text: string, each: (from: number, to: number, value: number) => void): void => {
  let last = 0;
  for (const run of text.split(' ')) {
    const [place = '', value = '0'] = run.split(':');
    const [gap = '', more = '0'] = place.split('.');
    const from = last + Number.parseInt(gap, base);
    last = from + Number.parseInt(more, base);
    each(from, last, Number.parseInt(value, base));
  }
};

const readAdvances = (text: string): Map<number, number> => {
  const advances = new Map<number, number>();
  readRuns(text, (from, to, value) => {
    for (let point = from; point <= to; point += 1) advances.set(point, value);
  });
  return advances;
};

let known: Set<number> | undefined;
const points = (): Set<number> => {
  if (!known) {
    const all = new Set<number>();
    readRuns(glyphRuns, (from, to) => {
      for (let point = from; point <= to; point += 1) all.add(point);
    });
    known = all;
  }
  return known;
};

export type Weight = 'regular' | 'bold';
const tables: Partial<Record<Weight, Map<number, number>>> = {};

/** How far a character moves on, in sizes of the font; the same in the browser and in the document. */
export const advanceOf = (character: string, weight: Weight): number => {
  const table = (tables[weight] ??= readAdvances(weight === 'bold' ? boldAdvances : regularAdvances));
  return (table.get(character.codePointAt(0)!) ?? unitsPerSize) / unitsPerSize;
};

/** Width of a text in sizes of the font. */
export const widthOf = (text: string, weight: Weight): number => {
  let width = 0;
  for (const character of text) width += advanceOf(character, weight);
  return width;
};

/** The first character of a text that the fonts of labels do not have; a line break is none. */
export const missingGlyph = (text: string): string | undefined => {
  for (const character of text) if (character !== '\n' && !points().has(character.codePointAt(0)!)) return character;
  return undefined;
};
