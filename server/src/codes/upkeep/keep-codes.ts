import type { App } from '../../kit/http/app-context.ts';
import { changedSegments } from './changed-segments.ts';
import { checkCounters } from './check-counters.ts';
import { compactSpans } from './compact-spans.ts';

/** What is done about codes at night: spans that say the same become one, and kept numbers are held against what the codes say. */
export const keepCodes = ({ background, jobs, log }: App): void => {
  jobs.work<object>(
    'spanCompact',
    async (_data, { signal }) => {
      const spans = await compactSpans(background.db, await changedSegments(background.db), { log, signal });
      log.info({ spans }, 'spans that said the same as their neighbours became one');
    },
    { cron: '0 3 * * *', expireInSeconds: 3600 },
  );
  jobs.work<object>(
    'codeCounterCheck',
    async (_data, { signal }) => {
      const segments = await changedSegments(background.db);
      const { differences, skipped } = await checkCounters(background.db, segments, { log, signal });
      for (const difference of differences) log.error(difference, 'a kept number is not what the codes say');
      if (skipped.length > 0) log.warn({ skipped }, 'numbers not checked: too many codes were touched one by one');
    },
    { cron: '0 4 * * *', expireInSeconds: 3600 },
  );
};
