import { million } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import type { SectionState } from '../../../../parts/form/form-context.ts';
import type { ActivityCheck } from '../rows.ts';
import { stepNumbers, stepOfField, steps } from '../steps.ts';
import { sumOfWeights } from '../tiers/odds.ts';
import type { Values } from '../values.ts';
import { stepLines } from './step-lines.ts';
import type { Step } from './step-thread.tsx';

/** How far a step is: what is wrong goes before what is done. */
const stateOf = (wrong: number, gaps: number | undefined, wasSeen: boolean): SectionState => {
  if (wrong > 0) return 'wrong';
  return gaps === 0 && wasSeen ? 'done' : 'untouched';
};

/** The steps of an activity as their thread shows them. */
export const toThreads = ({
  values,
  errors,
  conflicts,
  gaps,
  isTried,
  seen,
}: {
  values: Values;
  errors: readonly { path: readonly (string | number)[] }[];
  /** How many activities are in the way of its targets. */
  conflicts: number;
  gaps: ActivityCheck['gaps'] | undefined;
  /** Publishing was tried: what is missing counts as well. */
  isTried: boolean;
  seen: ReadonlySet<number>;
}): Step[] =>
  stepNumbers(values).map((of) => {
    const said = errors.filter(({ path }) => stepOfField(path[0]) === of).length;
    // More than a whole is wrong before anybody leaves the table.
    const wrong = of === 3 && sumOfWeights(values.tiers ?? []) > million ? Math.max(1, said) : said;
    const missing = gaps?.filter((gap) => gap.step === of).length;
    const clashes = of === 4 ? conflicts : 0;
    const isBad = clashes > 0;
    const count = wrong + clashes + (isTried ? (missing ?? 0) : 0);
    return {
      title: steps[of - 1]!,
      lines: isBad ? [`与 ${clashes} 个活动重叠`] : stepLines(of, values),
      isBad,
      count,
      state: stateOf(count, missing, seen.has(of)),
    };
  });
