import { createHash } from 'node:crypto';
import cronParser from 'cron-parser';

/** Asia/Shanghai is as far ahead all year; by the name of the zone a line takes twice as long to work out. */
const aheadMs = 8 * 3600_000;
const lateMs = 60_000;

/** When a cron line came due last, at or before `now`, and when it comes due next. */
const duesAt = (line: string, now: number): { last: number; next: number } => {
  const from = (moment: number) =>
    cronParser.parseExpression(line, { utc: true, currentDate: new Date(moment + aheadMs) });
  return {
    // The millisecond belongs to the moment: `prev` looks strictly before it.
    last:
      from(now + 1)
        .prev()
        .getTime() - aheadMs,
    next: from(now).next().getTime() - aheadMs,
  };
};

/** The same in every process, so that whoever sends it first sends it for all. */
const toJobId = (name: string, due: number): string =>
  createHash('sha256').update(`${name} ${due}`).digest('hex').slice(0, 32);

/**
 * Sends the jobs that are due by the clock. Every process may do so: a time of a queue has one id, which the queue takes once.
 * What came due while nothing could be sent is sent once afterwards.
 */
export const openCron = (
  lines: ReadonlyMap<string, string>,
  send: (name: string, id: string) => Promise<void>,
  begunAt = Date.now() - lateMs,
) => {
  const sent = new Map<string, number>();
  /** Nothing is due before these; to work a line out takes milliseconds, in which nobody is answered. */
  const nextDue = new Map<string, number>();
  /** Sends what came due since the last time; throws what `send` throws and then sends it again the next time. */
  return async (now = Date.now()): Promise<void> => {
    for (const [name, line] of lines) {
      if (now < (nextDue.get(name) ?? 0)) continue;
      const { last, next } = duesAt(line, now);
      if (last > (sent.get(name) ?? begunAt)) {
        await send(name, toJobId(name, last));
        sent.set(name, last);
      }
      nextDue.set(name, next);
    }
  };
};
