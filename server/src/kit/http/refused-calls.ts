import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Operator } from '../operator.ts';
import type { Refusal } from '../refusal.ts';

/** An account as a refused call names it, signed in or no longer. */
export type KnownAccount = Pick<Operator, 'id' | 'account' | 'firmId'>;

/** A call that was refused to a known account, 401 or 403. */
export interface RefusedCall {
  who: KnownAccount;
  endpoint: Endpoint;
  refusal: Refusal;
  request: FastifyRequest;
  input: unknown;
}

/** The same call, refused the same way within one minute: what is written of the first of them, and how many. */
export interface RefusedMinute<Row> {
  minute: Date;
  row: Row;
  times: number;
}

const minuteMs = 60_000;
const writeEveryMs = 10_000;
/** More are not remembered at once, so that no flood fills the memory; each is one call of one account in one minute. */
const mostAtOnce = 10_000;

/** How refused calls are told and written. */
interface Trace<Row> {
  /** What a row says, short: a call itself, megabytes of whatever its sender liked, is not held for a minute. */
  describe: (call: RefusedCall) => Row;
  write: (rows: readonly RefusedMinute<Row>[]) => Promise<void>;
}

/**
 * Leaves a trace of refused calls, by minute: the first is written before it is answered, those like it are counted and
 * written every ten seconds and when the process ends. What cannot be written is tried again.
 */
export class RefusedCalls<Row> {
  private readonly minutes = new Map<string, RefusedMinute<Row>>();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly trace: Trace<Row>,
    private readonly log: Pick<Logger, 'warn'>,
  ) {
    this.timer = setInterval(() => void this.flush(), writeEveryMs).unref();
  }

  async note(call: RefusedCall): Promise<void> {
    const { who, endpoint, refusal } = call;
    const minute = new Date(Math.floor(Date.now() / minuteMs) * minuteMs);
    const key = `${minute.getTime()} ${who.id} ${refusal.code} ${endpoint.method} ${endpoint.path}`;
    const known = this.minutes.get(key);
    if (known) known.times += 1;
    else if (this.minutes.size < mostAtOnce) {
      const first = { minute, row: this.trace.describe(call), times: 1 };
      this.minutes.set(key, first);
      await this.put([first]);
    }
  }

  /** Writes what was counted since, and forgets the minutes that are over. */
  async flush(): Promise<void> {
    await this.put([...this.minutes.values()].filter(({ times }) => times > 0));
    const present = Date.now() - minuteMs;
    for (const [key, { minute, times }] of this.minutes)
      if (times === 0 && minute.getTime() <= present) this.minutes.delete(key);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  private async put(rows: readonly RefusedMinute<Row>[]): Promise<void> {
    if (rows.length === 0) return;
    const counted = rows.map((row) => ({ ...row }));
    for (const row of rows) row.times = 0;
    try {
      await this.trace.write(counted);
    } catch (error) {
      for (const [at, row] of rows.entries()) row.times += counted[at]!.times;
      this.log.warn({ err: error }, 'refused calls not written yet');
    }
  }
}
