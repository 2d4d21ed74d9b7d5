import { TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import { taskApi, type TaskRow } from '@zhuiyuan/contract/codes/tasks/task';
import { useEffect, useMemo } from 'react';
import { useRead } from '../../../lib/use-read.ts';

const pollMs = 2000;
const working: ReadonlySet<number> = new Set([TaskPhase.queued, TaskPhase.generating, TaskPhase.packing]);

/** A task's row with how far its files are; `eta` in seconds where it can be said. */
export type WatchedTask = TaskRow & { eta?: number | null };

/** Rows with the progress of those that run, asked for every 2 s while they are in sight; `settled` is called when one of them ends. */
export const useProgress = (rows: TaskRow[], settled: () => void): WatchedTask[] => {
  const ids = rows.filter((row) => working.has(row.phase)).map(({ id }) => id);
  const { data } = useRead(taskApi.progress, ids.length > 0 ? { ids: ids.join(',') } : undefined, {
    every: pollMs,
    keeps: true,
  });
  const watched = useMemo(
    () =>
      rows.map((row) => {
        const now = working.has(row.phase) ? data?.find(({ id }) => id === row.id) : undefined;
        return now ? { ...row, ...now } : row;
      }),
    [rows, data],
  );
  const hasEnded = watched.some((row, at) => row.phase !== rows[at]?.phase && !working.has(row.phase));
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- reloads once per ending, whatever the caller's function is by then
  useEffect(() => (hasEnded ? settled() : undefined), [hasEnded]);
  return watched;
};
