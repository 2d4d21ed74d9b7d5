import { OpStatus } from '@zhuiyuan/contract/codes/state/code-enums';
import { ConflictPolicy } from '@zhuiyuan/contract/codes/ops/op-draft';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import type { ChannelPick } from '@zhuiyuan/contract/codes/ops/channel-change';
import { PickMode } from '@zhuiyuan/contract/codes/pick/pick';
import { toMs } from '@zhuiyuan/contract/kit/clock';
import { sql } from 'kysely';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { requireFirmId, type Operator } from '../../kit/operator.ts';
import { forbidden, invalid, notFound, refuse } from '../../kit/refusal.ts';
import { askOp, requireForce } from './ask-op.ts';
import { beginOp } from './begin-op.ts';
import { digestIn } from './check-op.ts';
import { uploadedFile, type UploadedCodes } from '../pick/read-picked-file.ts';
import { openKeyring } from '../cipher/keyring.ts';
import { WaitingRequest, type Asked, type OpKind } from './op-kind.ts';
import { pickCodes } from '../pick/pick-codes.ts';
import { countCodes } from '../state/ranges.ts';
import { openOp, runOp, readOpContext, OpDone } from './run-op.ts';
import { dropUnreadRows, retryRows } from './run-op-rows.ts';
import { mayDo } from './require-asker.ts';
import { opJob } from './run-waiting-ops.ts';

/** What every submitted operation carries. */
export interface Submitted {
  pick: ChannelPick;
  includeChild: boolean;
  policy: 0 | 1;
  token?: string;
  idemKey: string;
}

export type OpAnswer = OpDone & { taskId: number | null };

const latestDays = 30;

/** A later time for an activation, as the database reads it; nothing for one that has passed. Refuses one beyond 30 days. */
export const dueAt = (asked: string | undefined): string | undefined => {
  if (!asked) return undefined;
  const at = toMs(asked);
  if (!Number.isFinite(at)) throw invalid('activateAt', '启用时间不正确');
  if (at > Date.now() + latestDays * 86_400_000) throw invalid('activateAt', '启用时间不能超过30天');
  return at > Date.now() ? new Date(at).toISOString() : undefined;
};

const waiting = (op: { id: number; opNo: string; former: unknown }, total: number): OpAnswer => {
  const former = OpDone.partial().parse(op.former ?? {});
  return { total, ok: 0, fail: 0, repeat: 0, conflicts: [], ...former, opId: op.id, opNo: op.opNo, taskId: op.id };
};

/** The calls that begin, stop and repeat operations on codes. */
export const opCalls = (app: App) => {
  const keyring = openKeyring(app);

  /** Codes of a file: its lines are worked through in the background. */
  const submitFile = async (
    db: Db,
    operator: Operator,
    kind: OpKind,
    { idemKey, token: _token, ...request }: Submitted,
    asked: Asked,
    { due, file }: { due?: string; file?: UploadedCodes },
  ): Promise<OpAnswer> => {
    if (request.pick.mode !== PickMode.file || !file) throw new Error('not a file');
    const op = await beginOp(db, operator, {
      firmId: requireFirmId(operator, kind.firmId ?? request.pick.firmId),
      opType: kind.opType,
      idemKey,
      request: { ...request, asked },
      reason: asked.reason,
      params: { ...kind.params, file: file.name },
      asked: { asked, policy: request.policy, includeChild: request.includeChild },
      dueAt: due,
      file,
    });
    if (op.former === null && !due) await app.jobs.send(db, opJob, { opId: op.id });
    return waiting(op, 0);
  };

  /** An activation for later: what it is for is checked now and once more when its time has come. */
  const submitLater = async (
    db: Db,
    operator: Operator,
    kind: OpKind,
    { idemKey, token: _token, ...request }: Submitted,
    asked: Asked,
    due: string,
  ): Promise<OpAnswer> => {
    const picked = await pickCodes(db, keyring, request, kind.firmId);
    const context = await readOpContext(db, kind, picked);
    const op = await openOp(db, operator, kind, context, {
      picked,
      skipsConflicts: request.policy === ConflictPolicy.skip,
      idemKey,
      request: { ...request, asked, due },
      reason: asked.reason,
      later: { pick: request.pick, dueAt: due },
      includeChild: request.includeChild,
      asked,
    });
    const total = countCodes(picked.runs) + picked.unknown.length;
    await db
      .updateTable('codeOp')
      .set({ total })
      .where('id', '=', op.id)
      .where('status', '=', OpStatus.running)
      .execute();
    return waiting(op, total);
  };

  const submit = async (
    db: Db,
    operator: Operator,
    opType: number,
    submitted: Submitted,
    asked: Asked,
    { due, file }: { due?: string; file?: UploadedCodes },
  ): Promise<OpAnswer> => {
    const kind = await askOp(db, operator, opType, asked);
    if (submitted.pick.mode === PickMode.file) return submitFile(db, operator, kind, submitted, asked, { due, file });
    if (due) return submitLater(db, operator, kind, submitted, asked, due);
    const { idemKey, token, ...request } = submitted;
    const done = await runOp(db, keyring, operator, kind, {
      picked: await pickCodes(db, keyring, request, kind.firmId),
      skipsConflicts: request.policy === ConflictPolicy.skip,
      idemKey,
      request: { ...request, asked },
      reason: asked.reason,
      digest: digestIn(app.config.masterKey, token),
      includeChild: request.includeChild,
      asked,
    });
    return { ...done, taskId: null };
  };

  const lock = async (db: Db, operator: Operator, opId: number) => {
    const op = await db
      .selectFrom('codeOp')
      .where('id', '=', opId)
      .select(['id', 'opType', 'status', 'request', 'reversedBy'])
      .forUpdate()
      .executeTakeFirst();
    if (!op) throw notFound();
    const may = mayDo[op.opType];
    if (!may || !operator.may(may)) throw forbidden();
    return { ...op, request: WaitingRequest.nullable().parse(op.request) };
  };

  return {
    /** The file of codes a call brings, looked at ahead of its transaction; nothing for a call without one. */
    findFile: async (call: {
      input: { pick: ChannelPick };
      db: Db;
      operator: Operator;
    }): Promise<UploadedCodes | undefined> =>
      call.input.pick.mode === PickMode.file
        ? uploadedFile(app, call.db, call.operator, call.input.pick.fileUrl)
        : undefined,

    submit,

    /** Stops an operation that waits, or one on lines of codes after those that are done. */
    cancel: async (db: Db, operator: Operator, opId: number): Promise<void> => {
      const op = await lock(db, operator, opId);
      if (op.status !== OpStatus.running || !op.request) throw refuse(codeRefusals.opOver);
      await dropUnreadRows(db, opId);
      await db
        .updateTable('codeOp')
        .set({
          status: OpStatus.unfinished,
          result: sql<string>`coalesce(result, '{}') || '{"message": "已取消"}'`,
          finishedAt: sql<string>`now()`,
          updatedAt: sql<string>`now()`,
        })
        .where('id', '=', opId)
        .execute();
    },

    /** 重试失败行: tries once more what an operation left out. */
    retry: async (db: Db, operator: Operator, opId: number): Promise<{ rows: number }> => {
      const op = await lock(db, operator, opId);
      if (op.status !== OpStatus.unfinished || !op.request || op.reversedBy !== null) throw refuse(codeRefusals.opOver);
      requireForce(operator, op.request.asked);
      const rows = await retryRows(db, opId, { ...op.request, by: operator.id });
      if (rows === 0) throw refuse(codeRefusals.nothingLeft);
      await app.jobs.send(db, opJob, { opId });
      return { rows };
    },
  };
};
