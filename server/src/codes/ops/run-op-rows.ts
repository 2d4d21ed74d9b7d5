import { OpStatus } from '@zhuiyuan/contract/codes/state/code-enums';
import { ConflictPolicy } from '@zhuiyuan/contract/codes/ops/op-draft';
import { OpRowState, OpPhase } from '../state/code-states.ts';
import { sql } from 'kysely';
import { addAll } from '../../kit/add-all.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { merged, type Run } from '../state/ranges.ts';
import type { WaitingRequest } from './op-kind.ts';
import { readPickedFile, type PickRow } from '../pick/read-picked-file.ts';
import type { Keyring } from '../cipher/keyring.ts';
import { finish, inFirm, requireOpKind, lockOp, type Op } from './lock-op.ts';
import { carryOutRows, countRows, lockRows, readRows, type OpRowText, type RowsDone } from './carry-out-rows.ts';

const rowsAtOnce = 500;

/** Lines of one operation failed, so that none of it is to happen. */
class NothingDone extends Error {
  constructor(readonly done: RowsDone) {
    super('some lines failed');
  }
}

/** Works through the lines of an operation. */
export const runOpRows = (app: App, keyring: Keyring) => {
  /** Takes an operation whose file is not read to its end; nothing once it is, or the operation was stopped. */
  const lockUnread = async (db: Db, opId: number): Promise<boolean> =>
    (await lockOp(db, opId))?.phase === OpPhase.unread;

  /** Puts lines of a file into the database; one that a killed process had put there stays. Answers whether more are wanted. */
  const keepRows = (op: Op, rows: readonly PickRow[]): Promise<boolean> =>
    inFirm(app, op.firmId, async (db) => {
      if (!(await lockUnread(db, op.id))) return false;
      await db
        .insertInto('codeOpRow')
        .values(rows.map((row) => ({ ...row, opId: op.id, firmId: op.firmId })))
        .onConflict((conflict) => conflict.columns(['opId', 'rowNo']).doNothing())
        .execute();
      return true;
    });

  /** Reads the lines of a file into the database. None of them is touched before all are there. */
  const loadFile = async (op: Op): Promise<void> => {
    let lines = 0;
    const isWhole = await readPickedFile(app, op.file, (rows) => {
      lines += rows.length;
      return keepRows(op, rows);
    });
    if (!isWhole) return;
    await inFirm(app, op.firmId, async (db) => {
      if (!(await lockUnread(db, op.id))) return;
      await db
        .updateTable('codeOp')
        .set({
          phase: OpPhase.read,
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
      .where('state', '=', OpRowState.open)
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
    inFirm(app, op.firmId, async (db) => {
      const locked = await lockOp(db, op.id);
      if (!locked) return false;
      const rows = await nextRows(db, op.id, 0);
      if (rows.length === 0) {
        await finish(db, op.id);
        return false;
      }
      await countRows(db, op, await carryOutRows(db, keyring, await requireOpKind(db, locked), target(op), rows));
      return true;
    });

  /** All lines in one transaction: all of it happens, or nothing does and the lines at fault are named. */
  const runTogether = async (op: Op): Promise<void> => {
    try {
      await inFirm(app, op.firmId, async (db) => {
        const locked = await lockOp(db, op.id);
        if (!locked) return;
        const kind = await requireOpKind(db, locked);
        let named: Run[] = [];
        for (
          let rows = await nextRows(db, op.id, 0);
          rows.length > 0;
          rows = await nextRows(db, op.id, rows.at(-1)!.rowNo)
        )
          named = merged([...named, ...(await readRows(db, keyring, op.firmId, rows)).flatMap(({ run }) => run ?? [])]);
        await lockRows(
          db,
          target(op),
          named.map((run) => ({ run })),
        );
        const sum: RowsDone = { tried: [], ok: 0, repeat: 0 };
        for (
          let rows = await nextRows(db, op.id, 0);
          rows.length > 0;
          rows = await nextRows(db, op.id, rows.at(-1)!.rowNo)
        ) {
          const done = await carryOutRows(db, keyring, kind, target(op), rows);
          addAll(sum.tried, done.tried);
          sum.ok += done.ok;
          sum.repeat += done.repeat;
        }
        if (sum.tried.some(({ why }) => why)) throw new NothingDone(sum);
        await countRows(db, op, sum);
        await finish(db, op.id);
      });
    } catch (error) {
      if (!(error instanceof NothingDone)) throw error;
      await inFirm(app, op.firmId, async (db) => {
        if (!(await lockOp(db, op.id))) return;
        const bad = error.done.tried.filter(({ why }) => why);
        await countRows(db, op, { tried: bad, ok: 0, repeat: 0 });
        const total = error.done.tried.reduce((sum, { size }) => sum + size, 0);
        await db.updateTable('codeOp').set({ total }).where('id', '=', op.id).execute();
        await finish(db, op.id, '有异常码，整体未执行');
      });
    }
  };

  return { loadFile, runChunk, runTogether };
};

/** Forgets the lines of a file that was not read to its end, so that nobody takes them for all of it. */
export const dropUnreadRows = async (db: Db, opId: number): Promise<void> => {
  await db
    .deleteFrom('codeOpRow')
    .where('opId', '=', opId)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('codeOp').where('id', '=', opId).where('phase', '=', OpPhase.unread)),
    )
    .execute();
};

/** Puts the lines that an operation left out before it again; all of its file where one bad line stopped the whole. Answers how many. */
export const retryRows = async (db: Db, opId: number, request: WaitingRequest): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('codeOpRow')
    .set(request.policy === ConflictPolicy.refuse ? { state: OpRowState.open, size: 0 } : { state: OpRowState.open })
    .where('opId', '=', opId)
    .executeTakeFirst();
  if (numUpdatedRows > 0n)
    await db
      .updateTable('codeOp')
      .set({
        status: OpStatus.running,
        phase: OpPhase.read,
        request: JSON.stringify(request),
        finishedAt: null,
        updatedAt: sql<string>`now()`,
        ...(request.policy === ConflictPolicy.refuse ? { total: 0, okCnt: 0, failCnt: 0 } : {}),
      })
      .where('id', '=', opId)
      .execute();
  return Number(numUpdatedRows);
};
