import { OpStatus } from '@zhuiyuan/contract/codes/state/code-enums';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { refuse } from '../../kit/refusal.ts';
import type { WaitingRequest } from './op-kind.ts';

/** Class of the advisory locks that stand for segments. */
const segmentLocks = 6101;

/** Hash of a request's content, to tell a repeated request from another one under the same key. */
export const hashRequest = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');

export interface BegunOp {
  id: number;
  opNo: string;
  /** Set when this very request was carried out before: its stored result, nothing is to be done. */
  former: unknown;
}

/**
 * Opens the record of an operation under its idempotency key. A second request with the same key waits for the first,
 * then gets its result; the same key with another content is refused.
 */
export const beginOp = async (
  db: Db,
  operator: { id: number | null },
  op: {
    firmId: number;
    opType: number;
    opSrc?: number;
    idemKey: string;
    request: unknown;
    params: unknown;
    reason?: string;
    /** What it takes to carry the operation out later, or again. */
    asked?: WaitingRequest;
    dueAt?: string;
    file?: { file: string; name: string };
    /** Whom somebody on the phone acts for. */
    role?: { kind: number; id: number };
  },
): Promise<BegunOp> => {
  const reqHash = hashRequest(op.request);
  const opSrc = op.opSrc ?? OpSource.console;
  const inserted = await db
    .insertInto('codeOp')
    .values({
      firmId: op.firmId,
      opNo: sql<string>`'OP' || to_char(now(), 'YYMMDD') || lpad(nextval('op_order')::text, 8, '0')`,
      opType: op.opType,
      opSrc,
      idemKey: op.idemKey,
      reqHash,
      params: JSON.stringify(op.params),
      reason: op.reason ?? '',
      operatorId: operator.id,
      roleKind: op.role?.kind ?? null,
      roleId: op.role?.id ?? null,
      request: op.asked ? JSON.stringify(op.asked) : null,
      dueAt: op.dueAt ?? null,
      file: op.file?.file ?? '',
      fileName: op.file?.name.slice(0, 120) ?? '',
    })
    .onConflict((conflict) => conflict.columns(['firmId', 'opSrc', 'idemKey']).doNothing())
    .returning(['id', 'opNo'])
    .executeTakeFirst();
  if (inserted) return { ...inserted, former: null };
  const former = await db
    .selectFrom('codeOp')
    .where('firmId', '=', op.firmId)
    .where('opSrc', '=', opSrc)
    .where('idemKey', '=', op.idemKey)
    .select(['id', 'opNo', 'reqHash', 'result'])
    .executeTakeFirstOrThrow();
  if (former.reqHash.trim() !== reqHash) throw refuse(codeRefusals.idemOther);
  return { id: former.id, opNo: former.opNo, former: former.result };
};

/** Closes the record of an operation that is wholly done, with the result a repeated request gets. */
export const closeOp = async (
  db: Db,
  opId: number,
  { total, ok, result }: { total: number; ok: number; result: object },
): Promise<void> => {
  await db
    .updateTable('codeOp')
    .set({
      total,
      okCnt: ok,
      status: OpStatus.done,
      result: JSON.stringify(result),
      finishedAt: sql<string>`now()`,
    })
    .where('id', '=', opId)
    .execute();
};

/** Locks whole segments for range operations, in ascending order; waits three seconds at most. */
export const lockSegments = async (db: Db, segs: readonly number[]): Promise<void> => {
  await sql`set local lock_timeout = '3s'`.execute(db);
  for (const seg of [...new Set(segs)].sort((a, b) => a - b))
    await sql`select pg_advisory_xact_lock(${segmentLocks}::int, ${seg}::int)`.execute(db);
};

/** The next place in the order of operations; take it only while holding the segment locks. */
export const nextSeq = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ seq: number }>`select nextval('op_order') as seq`.execute(db);
  return rows[0]!.seq;
};
