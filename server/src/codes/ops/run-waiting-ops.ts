import { OpStatus } from '@zhuiyuan/contract/codes/state/code-enums';
import { OpPhase } from '../state/code-states.ts';
import { ConflictPolicy, type Conflict } from '@zhuiyuan/contract/codes/ops/op-draft';
import { sql } from 'kysely';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { Refusal, toRefusal } from '../../kit/refusal.ts';
import { openKeyring } from '../cipher/keyring.ts';
import { finish, inFirm, requireOpKind, lockOp, type Op } from './lock-op.ts';
import { pickCodes } from '../pick/pick-codes.ts';
import { requireAsker } from './require-asker.ts';
import { carryOut, closeOp } from './run-op.ts';
import { dropUnreadRows, runOpRows } from './run-op-rows.ts';

/** Queue of operations that wait for their time or work through lines of codes. */
export const opJob = 'codeActivateDue';
const sweepJob = 'code-op-sweep';
/** One run works this long at most, then queues its operation again. */
const sliceMs = 20_000;

/** Carries out operations whose time has come, and those on lines of codes, in the background; what a killed process had begun goes on. */
export const runWaitingOps = (app: App): void => {
  const { db: all, jobs, log } = app;
  const keyring = openKeyring(app);
  const { loadFile, runChunk, runTogether } = runOpRows(app, keyring);

  const runDue = async (op: Op): Promise<void> => {
    const { pick, policy, includeChild = false } = op.request;
    try {
      await inFirm(app, op.firmId, async (db) => {
        const locked = await lockOp(db, op.id);
        if (!locked?.isDue || !pick) return;
        const kind = await requireOpKind(db, locked);
        const picked = await pickCodes(db, keyring, { pick, includeChild }, kind.firmId);
        await closeOp(
          db,
          await carryOut(db, keyring, kind, op, {
            picked,
            includeChild,
            skipsConflicts: policy === ConflictPolicy.skip,
          }),
        );
      });
    } catch (error) {
      const refusal = toRefusal(error, app.constraints);
      if (!refusal || refusal.code === 61098) throw error;
      const { fail = 0, conflicts = [] } = (refusal.data ?? {}) as { fail?: number; conflicts?: Conflict[] };
      await inFirm(app, op.firmId, async (db) => {
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
    await requireAsker(app, found);
    const isOfRows = found.file !== '' || found.phase === OpPhase.read;
    if (!isOfRows) return runDue(found);
    if (found.phase === OpPhase.unread) await loadFile(found);
    if (found.request.policy === ConflictPolicy.refuse) return runTogether(found);
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
        await all.transaction().execute(async (transaction) => {
          const db = transaction as Db;
          if (!(await lockOp(db, opId))) return;
          await dropUnreadRows(db, opId);
          await finish(db, opId, error.message);
        });
      }
    },
    { expireInSeconds: 900, parallel: 2 },
  );

  const queueWaiting = async (): Promise<void> => {
    const { rows } = await sql<{ id: number }>`
      select id from code_op where firm_id is not null and status = ${sql.lit(OpStatus.running)} and coalesce(due_at <= now(), true) and request is not null
      order by id limit 200`.execute(all);
    for (const { id } of rows) await jobs.send(all, opJob, { opId: id }, { singletonKey: `op ${id}` });
  };
  jobs.work(sweepJob, queueWaiting, { cron: '* * * * *' });
  jobs.atStart(queueWaiting);
};
