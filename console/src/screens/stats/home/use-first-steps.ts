import { firstStepsApi, type FirstSteps } from '@zhuiyuan/contract/stats/first-steps';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { session, useMay } from '../../../lib/session.ts';
import { readStored, writeStored } from '../../../lib/stored-values.ts';
import { stepsOf } from './steps-of.ts';

const [busyMs, quietMs] = [3000, 60_000];

/** What the first page makes of the steps: shows them, keeps them folded, waits for the first scan, or leaves them out. */
export type First =
  | { state: 'unknown' | 'over' }
  | { state: 'steps'; facts: FirstSteps; fold: () => void }
  | { state: 'folded'; facts: FirstSteps; unfold: () => void }
  | { state: 'waiting' };

/** How far the firm has come, read again while codes are being made. */
export const useFirstSteps = (): First => {
  const may = useMay();
  const account = session.use((current) => current?.admin.id);
  const key = `first-steps-folded:${account ?? 0}`;
  const [chosen, setFolded] = useState(() => readStored(key) as boolean | undefined);
  const isAsked = may(firstStepsApi.find.may);
  const { data, isError } = useQuery({
    queryKey: [firstStepsApi.find.path],
    queryFn: () => call(firstStepsApi.find, {}, { quiet: true }),
    enabled: isAsked,
    refetchInterval: ({ state }) => (state.data?.task && !isOver(state.data) ? busyMs : quietMs),
  });
  const set = (folded: boolean) => () => {
    setFolded(folded);
    writeStored(key, folded);
  };
  if (!isAsked || isError || data === null) return { state: 'over' };
  if (!data) return { state: 'unknown' };
  // Where shoppers come already, their figures are what is looked at.
  const isFolded = chosen ?? data.firstScanAt !== null;
  if (!isOver(data))
    return isFolded
      ? { state: 'folded', facts: data, unfold: set(false) }
      : { state: 'steps', facts: data, fold: set(true) };
  return { state: data.firstScanAt ? 'over' : 'waiting' };
};

const isOver = (facts: FirstSteps): boolean => stepsOf(facts).every(({ isDone }) => isDone);
