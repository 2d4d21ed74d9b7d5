import { byRun, type Run } from '../../../codes/state/ranges.ts';
import { addAll } from '../../../kit/add-all.ts';

/** For each group of runs the pieces that lie in it, clipped; sorted through once for all groups. Runs share no serial. */
export const perLine = <P extends Run>(groups: readonly (readonly Run[])[], pieces: readonly P[]): P[][] => {
  const runs = groups
    .flatMap((group, at) => group.map(({ seg, from, to }) => ({ seg, from, to, at })))
    .sort((a, b) => a.seg - b.seg || a.from - b.from);
  const inside = byRun(runs, pieces);
  const result: P[][] = groups.map(() => []);
  for (const [nth, { at }] of runs.entries()) addAll(result[at]!, inside[nth]!);
  return result;
};
