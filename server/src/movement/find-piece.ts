import type { Run } from '../codes/state/ranges.ts';
import type { Place } from '../codes/state/parent-places.ts';

/** Finds the piece that a code lies in. Pieces are apart. */
export const pieceFinder = <P extends Run>(pieces: readonly P[]): ((code: Place) => P | undefined) => {
  const sorted = pieces.toSorted((a, b) => a.seg - b.seg || a.from - b.from);
  return ({ seg, serial }) => {
    let [low, high] = [0, sorted.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const piece = sorted[middle]!;
      if (piece.seg < seg || (piece.seg === seg && piece.to < serial)) low = middle + 1;
      else if (piece.seg > seg || piece.from > serial) high = middle - 1;
      else return piece;
    }
    return undefined;
  };
};
