import { createHash } from 'node:crypto';
import cronParser from 'cron-parser';

const zone = 'Asia/Shanghai';
const lateMs = 60_000;

/** The last time a cron line came due at or before `now`. */
const lastDue = (line: string, now: number): number =>
  // The millisecond belongs to the moment: `prev` looks strictly before it.
  cronParser
    .parseExpression(line, { tz: zone, currentDate: new Date(now + 1) })
    .prev()
    .getTime();

/** The same in every process, so that whoever sends it first sends it for all. */
const idOf = (name: string, due: number): string =>
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
  /** Sends what came due since the last time; throws what `send` throws and then sends it again the next time. */
  return async (now = Date.now()): Promise<void> => {
    for (const [name, line] of lines) {
      const due = lastDue(line, now);
      if (due <= (sent.get(name) ?? begunAt)) continue;
      await send(name, idOf(name, due));
      sent.set(name, due);
    }
  };
};
