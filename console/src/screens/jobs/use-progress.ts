import { importTaskApi, type ImportProgress, type ImportTaskRow } from '@zhuiyuan/contract/jobs/import-task';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from '../../lib/call.ts';

const pollMs = 2000;
const running = 1;

/** A row with the seconds left, where they can be said. */
export type WatchedImport = ImportTaskRow & { eta?: number | null };

const withProgress = (row: ImportTaskRow, { ok, fail, skip, ...rest }: ImportProgress): WatchedImport => ({
  ...row,
  ...rest,
  okCnt: ok,
  failCnt: fail,
  skipCnt: skip,
});

/** Rows with how far those are that run, asked for every 2 s while they are in sight; `settled` is called when one ends. */
export const useProgress = (rows: readonly ImportTaskRow[], settled: () => void): WatchedImport[] => {
  const ids = rows.filter(({ status }) => status === running).map(({ id }) => id);
  const { data } = useQuery({
    queryKey: [importTaskApi.progress.path, ids.join(',')],
    queryFn: ({ signal }) => call(importTaskApi.progress, { ids: ids.join(',') }, { quiet: true, signal }),
    enabled: ids.length > 0,
    refetchInterval: pollMs,
  });
  const watched = useMemo(
    () =>
      rows.map((row) => {
        const now = row.status === running ? data?.find(({ id }) => id === row.id) : undefined;
        return now ? withProgress(row, now) : row;
      }),
    [rows, data],
  );
  const hasEnded = watched.some((row, at) => rows[at]?.status === running && row.status !== running);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- reloads once per ending, whatever the caller's function is by then
  useEffect(() => (hasEnded ? settled() : undefined), [hasEnded]);
  return watched;
};
