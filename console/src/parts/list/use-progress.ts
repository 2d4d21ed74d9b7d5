import type { DataOf, Endpoint, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { useEffect, useEffectEvent, useMemo } from 'react';
import type { z } from 'zod';
import { useRead } from '../../lib/use-read.ts';

type ProgressEndpoint = Endpoint<z.ZodObject, z.ZodType<{ id: number }[]>>;

const pollMs = 2000;

/**
 * Rows with how far those are that run, asked for every 2 s while they are in sight; `settled` is called when one of them ends.
 * `now` puts what was answered into a row.
 */
export const useProgress = <Row extends { id: number }, E extends ProgressEndpoint>(
  endpoint: E,
  rows: readonly Row[],
  {
    isRunning,
    now,
    settled,
  }: { isRunning: (row: Row) => boolean; now: (row: Row, progress: DataOf<E>[number]) => Row; settled: () => void },
): Row[] => {
  const ids = rows.filter(isRunning).map(({ id }) => id);
  const { data } = useRead(endpoint, ids.length > 0 ? ({ ids: ids.join(',') } as QueryOf<E>) : undefined, {
    every: pollMs,
    keeps: true,
  });
  const watched = useMemo(
    () =>
      rows.map((row) => {
        const progress = isRunning(row) ? (data as DataOf<E> | undefined)?.find(({ id }) => id === row.id) : undefined;
        return progress ? now(row, progress) : row;
      }),
    [rows, data, isRunning, now],
  );
  const hasEnded = watched.some((row, at) => isRunning(rows[at]!) && !isRunning(row));
  const end = useEffectEvent(settled);
  useEffect(() => {
    if (hasEnded) end();
  }, [hasEnded]);
  return watched;
};
