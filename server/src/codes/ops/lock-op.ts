import { OpStatus } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql } from 'kysely';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { retried } from '../../kit/http/serve.ts';
import { askOp } from './ask-op.ts';
import { WaitingRequest, type OpKind } from './op-kind.ts';

/** An operation that waits, or is at work in the background. */
export interface Op {
  id: number;
  firmId: number;
  opNo: string;
  opType: number;
  /** Who asked for it. */
  operatorId: number | null;
  file: string;
  phase: number;
  isDue: boolean;
  request: WaitingRequest;
}

/** Takes an operation that is not over yet for the caller's transaction; nothing where it is, or was stopped meanwhile. */
export const lockOp = async (db: Db, id: number): Promise<Op | undefined> => {
  await sql`set local statement_timeout = '120s'`.execute(db);
  const op = await db
    .selectFrom('codeOp')
    .where('id', '=', id)
    .where('status', '=', OpStatus.running)
    .select(['id', 'firmId', 'opNo', 'opType', 'operatorId', 'file', 'phase', 'request'])
    .select(sql<boolean>`coalesce(due_at <= now(), true)`.as('isDue'))
    .forUpdate()
    .executeTakeFirst();
  return op && { ...op, request: WaitingRequest.parse(op.request) };
};

/** What an operation in the background was asked to do. */
export const requireOpKind = (db: Db, { opType, request }: Op): Promise<OpKind> =>
  askOp(db, undefined, opType, request.asked);

/** Ends an operation: well when nothing failed. */
export const finish = async (db: Db, id: number, message = ''): Promise<void> => {
  await sql`
    update code_op set status = case when ${message} = '' and fail_cnt = 0 then 2 else 3 end, finished_at = now(), updated_at = now(),
      result = coalesce(result, '{}') || jsonb_build_object('opId', id, 'opNo', op_no, 'message', ${message}::text)
    where id = ${id} and firm_id is not null and status = ${sql.lit(OpStatus.running)}`.execute(db);
};

/** Runs work in a transaction of one firm, again after a deadlock or where a lock was not to be had. */
export const inFirm = <T>(app: App, firmId: number, work: (db: Db) => Promise<T>): Promise<T> =>
  retried(() =>
    app
      .dbOfFirm(firmId)
      .transaction()
      .execute((transaction) => work(transaction as Db)),
  );
