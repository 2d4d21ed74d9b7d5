import type { Conflict } from '@zhuiyuan/contract/codes/op-draft';
import { sql } from 'kysely';
import type { App } from '../kit/app-context.ts';
import type { Db } from '../kit/database.ts';
import { Refusal, refusalOfConstraint } from '../kit/refusal.ts';
import { retried } from '../kit/serve.ts';
import { askOp } from './ask-op.ts';
import { lockSegments, type WaitingRequest } from './begin-op.ts';
import { readFile } from './file-pick.ts';
import { keyringOf } from './keyring.ts';
import type { OpKind } from './op-kind.ts';
import { carryOutRows, countRows, readRows, type OpRowText, type RowsDone } from './op-rows.ts';
import { pickCodes } from './pick-runs.ts';
import { carryOut, closeOp } from './run-op.ts';

/** Queue of operations that wait for their time or work through lines of codes. */
export const opJob = 'codeActivateDue';
const sweepJob = 'code-op-sweep';
const rowsAtOnce = 500;
/** One run works this long at most, then queues its operation again. */
const sliceMs = 20_000;

/** Lines of one operation failed, so that none of it is to happen. */
class NothingDone extends Error {
  constructor(readonly done: RowsDone) {
    super('some lines failed');
  }
}

interface Op {
  id: number;
  firmId: number;
  opNo: string;
  opType: number;
  file: string;
  phase: number;
  isDue: boolean;
  request: WaitingRequest;
}

const lockOp = async (db: Db, id: number): Promise<Op | undefined> => {
  await sql`set local statement_timeout = '120s'`.execute(db);
  const op = await db
    .selectFrom('codeOp')
    .where('id', '=', id)
    .where('status', '=', 1)
    .select(['id', 'firmId', 'opNo', 'opType', 'file', 'phase', 'request'])
    .select(sql<boolean>`coalesce(due_at <= now(), true)`.as('isDue'))
    .forUpdate()
    .executeTakeFirst();
  return op && { ...op, request: op.request as unknown as WaitingRequest };
};

const kindOf = (db: Db, { opType, request }: Op): Promise<OpKind> => askOp(db, undefined, opType, request.asked);

/** Ends an operation: well when nothing failed. */
const finish = async (db: Db, id: number, message = ''): Promise<void> => {
  await sql`
    update code_op set status = case when ${message} = '' and fail_cnt = 0 then 2 else 3 end, finished_at = now(), updated_at = now(),
      result = coalesce(result, '{}') || jsonb_build_object('opId', id, 'opNo', op_no, 'message', ${message}::text)
    where id = ${id} and firm_id is not null and status = 1`.execute(db);
};

/** Carries out operations whose time has come, and those on lines of codes, in the background; what a killed process had begun goes on. */
export const runWaitingOps = (app: App): void => {
  const { db: all, jobs, log } = app;
  const keyring = keyringOf(app);

  const inTransaction = <T>(firmId: number, work: (db: Db) => Promise<T>): Promise<T> =>
    retried(() =>
      app
        .dbOfFirm(firmId)
        .transaction()
        .execute((transaction) => work(transaction as Db)),
    );

  /** Reads the lines of a file into the database, once. */
  const loadFile = async (op: Op): Promise<void> => {
    await inTransaction(op.firmId, async (db) => {
      const locked = await lockOp(db, op.id);
      if (!locked || locked.phase !== 0) return;
      let lines = 0;
      await readFile(app, op.file, async (rows) => {
        lines += rows.length;
        await db
          .insertInto('codeOpRow')
          .values(rows.map((row) => ({ ...row, opId: op.id, firmId: op.firmId })))
          .execute();
      });
      await db
        .updateTable('codeOp')
        .set({
          phase: 1,
          params: sql<string>`params || jsonb_build_object('lines', ${lines}::int)`,
          updatedAt: sql<string>`now()`,
        })
        .where('id', '=', op.id)
        .execute();
    });
  };

  const nextRows = (db: Db, opId: number, after: number): Promise<OpRowText[]> =>
    db
      .selectFrom('codeOpRow')
      .where('opId', '=', opId)
      .where('state', '=', 0)
      .where('rowNo', '>', after)
      .select(['rowNo', 'firstText', 'lastText', 'size'])
      .orderBy('rowNo')
      .limit(rowsAtOnce)
      .execute();

  const target = (op: Op) => ({
    id: op.id,
    firmId: op.firmId,
    includesChildren: Boolean(op.file && op.request.includeChild),
  });

  /** One chunk of lines in its own transaction; answers whether any were left. */
  const runChunk = (op: Op): Promise<boolean> =>
    inTransaction(op.firmId, async (db) => {
      const locked = await lockOp(db, op.id);
      if (!locked) return false;
      const rows = await nextRows(db, op.id, 0);
      if (rows.length === 0) {
        await finish(db, op.id);
        return false;
      }
      await countRows(db, op, await carryOutRows(db, keyring, await kindOf(db, locked), target(op), rows));
      return true;
    });

  /** All lines in one transaction: all of it happens, or nothing does and the lines at fault are named. */
  const runTogether = async (op: Op): Promise<void> => {
    try {
      await inTransaction(op.firmId, async (db) => {
        const locked = await lockOp(db, op.id);
        if (!locked) return;
        const kind = await kindOf(db, locked);
        const segs = new Set<number>();
        for (
          let rows = await nextRows(db, op.id, 0);
          rows.length > 0;
          rows = await nextRows(db, op.id, rows.at(-1)!.rowNo)
        )
          for (const { run } of await readRows(db, keyring, op.firmId, rows)) if (run) segs.add(run.seg);
        await lockSegments(db, [...segs]);
        const sum: RowsDone = { tried: [], ok: 0, repeat: 0 };
        for (
          let rows = await nextRows(db, op.id, 0);
          rows.length > 0;
          rows = await nextRows(db, op.id, rows.at(-1)!.rowNo)
        ) {
          const done = await carryOutRows(db, keyring, kind, target(op), rows);
          sum.tried.push(...done.tried);
          sum.ok += done.ok;
          sum.repeat += done.repeat;
        }
        if (sum.tried.some(({ why }) => why)) throw new NothingDone(sum);
        await countRows(db, op, sum);
        await finish(db, op.id);
      });
    } catch (error) {
      if (!(error instanceof NothingDone)) throw error;
      await inTransaction(op.firmId, async (db) => {
        if (!(await lockOp(db, op.id))) return;
        const bad = error.done.tried.filter(({ why }) => why);
        await countRows(db, op, { tried: bad, ok: 0, repeat: 0 });
        const total = error.done.tried.reduce((sum, { size }) => sum + size, 0);
        await db.updateTable('codeOp').set({ total }).where('id', '=', op.id).execute();
        await finish(db, op.id, '有异常码，整体未执行');
      });
    }
  };

  const runDue = async (op: Op): Promise<void> => {
    const { pick, policy, includeChild = false } = op.request;
    try {
      await inTransaction(op.firmId, async (db) => {
        const locked = await lockOp(db, op.id);
        if (!locked?.isDue || !pick) return;
        const kind = await kindOf(db, locked);
        const picked = await pickCodes(db, keyring, { pick, includeChild }, kind.firmId);
        await closeOp(db, await carryOut(db, keyring, kind, op, { picked, skipsConflicts: policy === 1 }));
      });
    } catch (error) {
      const refusal = error instanceof Refusal ? error : refusalOfConstraint(error);
      if (!refusal || refusal.code === 61098) throw error;
      const { fail = 0, conflicts = [] } = (refusal.data ?? {}) as { fail?: number; conflicts?: Conflict[] };
      await inTransaction(op.firmId, async (db) => {
        if (!(await lockOp(db, op.id))) return;
        await db
          .updateTable('codeOp')
          .set({ failCnt: fail, result: JSON.stringify({ conflicts }) })
          .where('id', '=', op.id)
          .execute();
        await finish(db, op.id, refusal.message);
      });
    }
  };

  const run = async (id: number, signal: AbortSignal): Promise<void> => {
    const found = await all.transaction().execute((transaction) => lockOp(transaction as Db, id));
    if (!found?.isDue) return;
    const isOfRows = found.file !== '' || found.phase === 1;
    if (!isOfRows) return runDue(found);
    if (found.phase === 0) await loadFile(found);
    if (found.request.policy === 0) return runTogether(found);
    const until = Date.now() + sliceMs;
    while (await runChunk(found)) {
      if (signal.aborted) return;
      if (Date.now() > until) {
        await jobs.send(all, opJob, { opId: id });
        return;
      }
    }
  };

  jobs.work<{ opId: number }>(
    opJob,
    async ({ opId }, { signal }) => {
      try {
        await run(opId, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof Refusal) || error.code === 61098) throw error;
        log.warn({ err: error, opId }, 'operation on codes refused');
        await finish(all, opId, error.message);
      }
    },
    { expireInSeconds: 900, parallel: 2 },
  );

  const queueWaiting = async (): Promise<void> => {
    const { rows } = await sql<{ id: number }>`
      select id from code_op where firm_id is not null and status = 1 and coalesce(due_at <= now(), true) and request is not null
      order by id limit 200`.execute(all);
    for (const { id } of rows) await jobs.send(all, opJob, { opId: id }, { singletonKey: `op ${id}` });
  };
  jobs.work(sweepJob, queueWaiting, { cron: '* * * * *' });
  jobs.atStart(queueWaiting);
};

/** Puts the lines that an operation left out before it again; all of its file where one bad line stopped the whole. Answers how many. */
export const retryRows = async (db: Db, opId: number, request: WaitingRequest): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('codeOpRow')
    .set(request.policy === 0 ? { state: 0, size: 0 } : { state: 0 })
    .where('opId', '=', opId)
    .executeTakeFirst();
  if (numUpdatedRows > 0n)
    await db
      .updateTable('codeOp')
      .set({
        status: 1,
        phase: 1,
        finishedAt: null,
        updatedAt: sql<string>`now()`,
        ...(request.policy === 0 ? { total: 0, okCnt: 0, failCnt: 0 } : {}),
      })
      .where('id', '=', opId)
      .execute();
  return Number(numUpdatedRows);
};
