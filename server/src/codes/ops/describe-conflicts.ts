import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import type { Conflict } from '@zhuiyuan/contract/codes/ops/op-draft';
import { addAll } from '../../kit/add-all.ts';
import type { Db } from '../../kit/db/database.ts';
import { refuse } from '../../kit/refusal.ts';
import type { TypedCode } from '../pick/pick-codes.ts';
import type { SegmentFacts } from '../state/read-segments.ts';
import type { Keyring } from '../cipher/keyring.ts';
import { byRun, countCodes, without, type Run } from '../state/ranges.ts';

/** Most conflicting runs that an operation may leave out one by one. */
const conflictLimit = 10_000;
/** Conflicts named in an answer. */
export const namedConflicts = 100;

export interface RunConflict extends Run {
  why: RefusalText;
}

/** What stands against one code of a list, or against a run; a code that was pasted has its line. */
interface LinedConflict extends RunConflict {
  line?: number;
}

/** Conflicts with the pasted codes among them one by one, each with its line; whatever lies in boxes stays in runs. */
export const byLine = (conflicts: readonly RunConflict[], typed: readonly TypedCode[]): LinedConflict[] => {
  if (typed.length === 0) return [...conflicts];
  const inside = byRun(conflicts, typed);
  return conflicts.flatMap((conflict, at) => [
    ...inside[at]!.map((one) => ({ ...one, why: conflict.why })),
    ...without([conflict], inside[at]!).map((run) => ({ ...run, why: conflict.why })),
  ]);
};

/**
 * What stands against codes of some runs, each code with the first of its reasons in the order given. Refuses 61032 when
 * it is more than an operation may leave out one by one.
 */
export const sortOut = (
  runs: readonly Run[],
  reasons: readonly (readonly [RefusalText, readonly Run[]])[],
): RunConflict[] => {
  const conflicts: RunConflict[] = [];
  let free: readonly Run[] = runs;
  for (const [why, against] of reasons) {
    const left = without(free, against);
    if (against.length > 0)
      addAll(
        conflicts,
        without(free, left).map((run) => ({ ...run, why })),
      );
    free = left;
  }
  if (conflicts.length > conflictLimit) throw refuse(codeRefusals.tooManyConflicts);
  return conflicts.sort((a, b) => a.seg - b.seg || a.from - b.from);
};

/** Runs of segments that are frozen (1) or void (2) as a whole. */
export const inState = (segments: ReadonlyMap<number, SegmentFacts>, runs: readonly Run[], state: number): Run[] =>
  runs.filter((run) => segments.get(run.seg)?.state === state);

/** The first conflicts in the words of the catalogue, each naming its code; of a pasted list those of its first lines. */
export const describeConflicts = async (
  db: Db,
  keyring: Keyring,
  segments: ReadonlyMap<number, SegmentFacts>,
  conflicts: readonly RunConflict[],
  { typed = [], unknown }: { typed?: readonly TypedCode[]; unknown: readonly Conflict[] },
): Promise<Conflict[]> => {
  const last = Number.MAX_SAFE_INTEGER;
  const first = [...byLine(conflicts, typed), ...unknown]
    .sort((a, b) => (a.line ?? last) - (b.line ?? last))
    .slice(0, namedConflicts);
  const places = first.flatMap((one) =>
    'why' in one ? [{ seg: one.seg, keyV: segments.get(one.seg)!.keyV, serial: one.from }] : [],
  );
  const texts = (await keyring.readTexts(db, places)).values();
  return first.map((conflict) => {
    if (!('why' in conflict)) return conflict;
    const { seg, from, to, line, why } = conflict;
    const code = texts.next().value!;
    return { code, seg, serialFrom: from, serialTo: to, line, errCode: why[0], errMsg: `编码${code}：${why[1]}` };
  });
};

/** How many codes each refusal number stands against. */
export const countByError = (
  conflicts: readonly RunConflict[],
  unknown: readonly Conflict[],
): Record<string, number> => {
  const byError: Record<string, number> = {};
  for (const conflict of conflicts) byError[conflict.why[0]] = (byError[conflict.why[0]] ?? 0) + countCodes([conflict]);
  for (const { errCode } of unknown) byError[errCode] = (byError[errCode] ?? 0) + 1;
  return byError;
};
