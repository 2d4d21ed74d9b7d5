import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import { clipped, merged, without, type Run } from '../../../codes/state/ranges.ts';
import { addAll } from '../../../kit/add-all.ts';
import { refuse } from '../../../kit/refusal.ts';

/** What stands against a run, with what the text of it names. */
export interface Standing extends Run {
  why: RefusalText;
  values: Record<string, string | number>;
}

/** Runs that one thing stands against. */
export type Reason = readonly Standing[];

/** Most pieces that may be left out one by one. */
const mostConflicts = 10_000;

/** What stands against codes of some runs, each code with the first of its reasons. Refuses 61032 when that is too scattered. */
export const sortOut = (runs: readonly Run[], reasons: readonly Reason[]): Standing[] => {
  const conflicts: Standing[] = [];
  let free = merged(runs);
  for (const reason of reasons) {
    if (reason.length === 0) continue;
    addAll(conflicts, clipped(apart(reason), free));
    free = without(free, reason);
  }
  if (conflicts.length > mostConflicts) throw refuse(codeRefusals.tooManyConflicts);
  return joined(conflicts);
};

/** The same serials without overlaps, as a frozen code of a frozen run has them; the first piece holds. */
const apart = (pieces: readonly Standing[]): Standing[] => {
  const result: Standing[] = [];
  for (const piece of pieces.toSorted((a, b) => a.seg - b.seg || a.from - b.from)) {
    const last = result.at(-1);
    const from = last?.seg === piece.seg ? Math.max(piece.from, last.to + 1) : piece.from;
    if (from <= piece.to) result.push({ ...piece, from });
  }
  return result;
};

const says = ({ why, values }: Standing): string => `${why[0]} ${why[1]} ${Object.values(values).join(' ')}`;

/** Neighbours that the same stands against as one, in ascending order. */
const joined = (pieces: readonly Standing[]): Standing[] => {
  const result: Standing[] = [];
  for (const piece of pieces.toSorted((a, b) => a.seg - b.seg || a.from - b.from)) {
    const last = result.at(-1);
    if (last?.seg === piece.seg && last.to + 1 === piece.from && says(last) === says(piece)) last.to = piece.to;
    else result.push({ ...piece });
  }
  return result;
};
