import pg from 'pg';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../kit/db/database.ts';
import { patientMs } from '../kit/db/set-up-alone.ts';

const noticeMs = 5_000;

/** A cause, and what works instead. */
const refused = (cause: string, options?: ErrorOptions): Error =>
  new Error(
    `DATABASE_URL 前面的连接池（如事务模式的 PgBouncer）不保留会话：${cause}。请直连 PostgreSQL，或用会话模式且传递全部启动参数的连接池 / ` +
      `a pooler before the database does not keep our sessions: connect directly, or in session mode with all startup settings passed on`,
    options,
  );

interface Session {
  pid: number;
  settings: Record<string, string>;
}

/** One transaction: which session of the database it had, and its settings, times in milliseconds. */
const lookInside = async (client: pg.Client, names: readonly string[], between = async () => {}): Promise<Session> => {
  await client.query('begin');
  const { rows } = await client.query<Session>(
    `select pg_backend_pid() as pid, (select json_object_agg(lower(name), setting) from pg_settings where lower(name) = any ($1)) as settings`,
    [names],
  );
  await between();
  await client.query('commit');
  return rows[0]!;
};

/** What a pool asks of its sessions, as the database names it. */
const askedBy = ({ options }: pg.Pool): Map<string, string> => {
  const given = [...(options.options ?? '').matchAll(/-c (\w+)=(\S+)/g)].map(
    ([, name, value]) => [name!.toLowerCase(), value!] as const,
  );
  const { statement_timeout, lock_timeout, idle_in_transaction_session_timeout, application_name } = options;
  const limits = { statement_timeout, lock_timeout, idle_in_transaction_session_timeout, application_name };
  return new Map([...given, ...Object.entries(limits).map(([name, value]) => [name, String(value)] as const)]);
};

const isSame = (name: string, asked: string, has: string | undefined): boolean =>
  name === 'datestyle' ? has?.split(',')[0] === asked : has === asked;

const checkPool = async (pool: pg.Pool): Promise<void> => {
  const asked = askedBy(pool);
  const names = [...asked.keys()];
  const open = () => new pg.Client({ ...pool.options, connectionTimeoutMillis: patientMs });
  const [client, other] = [open(), open()];
  for (const one of [client, other]) one.on('error', () => {});
  try {
    await Promise.all([client.connect(), other.connect()]);
    const first = await lookInside(client, names);
    // While another one is under way a pooler has to give this one another session.
    let second = first;
    const beside = await lookInside(other, names, async () => {
      second = await lookInside(client, names);
    });
    for (const { settings } of [first, second, beside]) {
      const lost = [...asked].filter(([name, value]) => !isSame(name, value, settings[name]));
      const words = lost.map(([name, value]) => `${name} 应为 ${value}，实际为 ${settings[name] ?? '无'}`);
      if (words.length > 0) throw refused(`会话设置 ${words.join('；')}`);
    }
    if (first.pid !== second.pid || beside.pid === first.pid) throw refused('同一连接的两个事务落在不同的数据库会话');
    await hearOneself(client, other);
  } catch (error) {
    if (/unsupported startup parameter/.test((error as Error).message))
      throw refused((error as Error).message, { cause: error });
    throw error;
  } finally {
    await Promise.all([client, other].map((one) => one.end().catch(() => undefined)));
  }
};

/** What one connection announces another one has to hear. */
const hearOneself = async (hearer: pg.Client, teller: pg.Client): Promise<void> => {
  const word = randomUUID();
  const waiting = new AbortController();
  const heard = new Promise<boolean>((resolve) =>
    hearer.on('notification', ({ payload }) => payload === word && resolve(true)),
  );
  await hearer.query('listen zhuiyuan_start');
  await teller.query('select pg_notify($1, $2)', ['zhuiyuan_start', word]);
  const late = sleep(noticeMs, false, { signal: waiting.signal }).catch(() => false);
  if (!(await Promise.race([heard, late]))) throw refused('收不到数据库通知（LISTEN）');
  waiting.abort();
};

/**
 * Refuses a database whose sessions are not ours alone: one that has other settings than were asked for, changes between transactions, or does not
 * hear announcements. Behind it times would be eight hours off, limits would not hold, and revoked sessions would go on.
 */
export const requireOwnSessions = async ({ pool, backgroundPool }: Database): Promise<void> => {
  for (const one of [pool, backgroundPool]) await checkPool(one);
};
