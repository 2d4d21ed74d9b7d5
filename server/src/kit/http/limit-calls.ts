import { Code, codeText } from '@zhuiyuan/contract/kit/codes';
import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { compileOnce } from '../db/compile-once.ts';
import { siteFactor } from '../address.ts';
import type { Db } from '../db/database.ts';
import { Refusal } from '../refusal.ts';

/** Counts one more in a row that is there, unless it is one too many. */
const onceMore = (most: number, factor: number) => sql`
    on conflict (path, address) do update set
      calls = case when known.expires_at > now() then known.calls + 1 else 1 end,
      expires_at = case when known.expires_at > now() then known.expires_at else excluded.expires_at end
    where known.calls < ${most}::int * ${sql.lit(factor)} or known.expires_at <= now()`;

/**
 * Counts a call and answers nothing when it is one too many: a flood reads the row, it does not write it. What the address itself may,
 * the network of 48 bits around an IPv6 address has to let it as well.
 */
const count = compileOnce<{ path: string; address: string; most: number }, { isLetIn: boolean }>(
  (db, { path, address, most }) =>
    sql<{ isLetIn: boolean }>`
    with own as (
      insert into call_count as known (path, address) values (${path}, address_group(${address}::inet)) ${onceMore(most, 1)}
      returning path, address
    ), site as (
      insert into call_count as known (path, address) select path, address_site(address) from own where family(address) = 6
      ${onceMore(most, siteFactor)}
      returning path
    )
    select true as is_let_in from own where family(address) = 4 or exists (select from site)`.compile(db),
);

type Limited = Endpoint & { perMinute: number };

export const isLimited = (endpoint: Endpoint): endpoint is Limited => endpoint.perMinute !== undefined;

/**
 * Refuses what an address calls beyond the endpoint's `perMinute`, before the body is read. It is counted in the database: over
 * all processes, and for both mounts of a path together.
 */
export const limitCalls =
  (db: Db, { path, perMinute: most }: Limited) =>
  async ({ address }: FastifyRequest): Promise<void> => {
    if ((await count.run(db, { path, address, most })).length === 0)
      throw new Refusal(Code.tooOften, codeText[Code.tooOften]!);
  };

/** Forgets what was counted in minutes that are over. Answers how many rows went. */
export const dropOldCallCounts = async (db: Db): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('callCount')
    .where('expiresAt', '<', sql<string>`now()`)
    .executeTakeFirst();
  return Number(numDeletedRows);
};
