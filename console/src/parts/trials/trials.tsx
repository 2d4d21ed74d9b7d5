import { TrialState } from '@zhuiyuan/contract/risk/trial';
import { useEffect, useState, type ReactNode } from 'react';
import type { ListEndpoint } from '../../lib/list-endpoint.ts';
import { Dot } from '../format/tag.tsx';
import { useSearch } from '../list/use-search.ts';
import './trials.css';

/** A trial may take a minute; it is looked after that often while one runs. */
const watchMs = 2000;

interface Tried {
  state: TrialState;
  to: string;
}

/** A list of rules that can be tried, read again and again while one of them is. */
export const useTrials = <E extends ListEndpoint>(endpoint: E) => {
  const [isTrying, setTrying] = useState(false);
  const search = useSearch(endpoint, { every: isTrying && watchMs });
  const runs = search.rows.some((row) => (row as { trial?: Tried | null }).trial?.state === TrialState.running);
  useEffect(() => setTrying(runs), [runs]);
  return search;
};

/** What a trial of a rule found in seven days, by the last of them, or how far it is; `isTried`: something is kept of what the rule looks at. */
export const TrialText = <T extends Tried>({
  trial,
  isTried,
  found,
}: {
  trial: T | null;
  isTried: boolean;
  found: (trial: T) => ReactNode;
}) => {
  if (!isTried) return <span className="zy-trial-none">只按当前值判断</span>;
  if (!trial) return <>-</>;
  const state = TrialState.of(trial.state)!;
  if (trial.state !== TrialState.done)
    return (
      <Dot tone={state.tone!} glyph={state.glyph}>
        {state.label}
      </Dot>
    );
  return (
    <>
      截至 {trial.to.slice(5)}：{found(trial)}
    </>
  );
};
