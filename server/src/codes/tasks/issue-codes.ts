import { insertSegment, voidSegments } from '../state/segment-writes.ts';
import { insertTask } from './task-writes.ts';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { TaskStatus, AssocMode, UrlStyle, TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import { levelLimit, xlsxLimit, xlsxLimitText, type TaskDraft } from '@zhuiyuan/contract/codes/tasks/task-draft';
import {
  loosePlan,
  setCounts,
  setPlan,
  type Counts,
  type Ratio,
  type SegmentPlan,
} from '@zhuiyuan/contract/codes/tasks/task-plan';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../kit/db/database.ts';
import type { Jobs } from '../../kit/jobs/jobs.ts';
import { requireFirmId, type Operator } from '../../kit/operator.ts';
import { invalid, notFound, refuse } from '../../kit/refusal.ts';
import { toPrintedGtins } from './printed-gtins.ts';
import { requireOpenLot } from '../../trace/lot/find-or-create-lot.ts';
import { keepPackRatio, requireProduct, type BoundProduct } from '../../trace/product/require-product.ts';
import { hashRequest } from '../ops/begin-op.ts';
import { ask } from '../../kit/db/events.ts';
import { firmHost } from '../../kit/firm-host.ts';
import type { Keyring } from '../cipher/keyring.ts';

/** Queue of the work that writes a task's print files. */
export const taskJob = 'code-task';

export interface Issued {
  id: number;
  taskNo: string;
  phase: (typeof TaskPhase.options)[number]['value'];
}

/**
 * Issues codes: one task row and a few segment rows, whatever the number, and the quota used in the same transaction.
 * The files follow as a job, at once or after review. The same `idemKey` with the same draft answers the first task.
 */
export const issueCodes = async (
  db: Db,
  keyring: Keyring,
  jobs: Pick<Jobs, 'send'>,
  operator: Operator,
  draft: z.output<typeof TaskDraft>,
  platformHost: string,
): Promise<Issued> => {
  const { idemKey, ...request } = draft;
  const product = draft.productId ? await requireProduct(db, draft.productId) : undefined;
  const firmId = requireFirmId(operator, draft.firmId ?? product?.firmId);
  if (product && product.firmId !== firmId) throw invalid('productId', '所选产品不属于该企业');
  if (product && draft.lotId) await requireOpenLot(db, product.id, draft.lotId);
  const ratio: Ratio = {
    boxNum: draft.boxNum ?? product?.boxNum ?? 0,
    caseNum: draft.caseNum ?? product?.caseNum ?? 0,
  };
  const { counts, plan } = toPlan(draft, ratio, product);
  if (draft.autoActivate && ((counts.boxCount > 0 && !product?.boxNum) || (counts.caseCount > 0 && !product?.caseNum)))
    throw refuse(codeRefusals.noRatio);

  if (draft.regOn) await ask(db, 'codes.registering', { firmId });
  const total = counts.itemCount + counts.boxCount + counts.caseCount;
  if (draft.fileType === 'xlsx' && total > xlsxLimit) throw invalid('fileType', xlsxLimitText);

  const reqHash = hashRequest(request);
  // A repeated request waits here for the first one to end, then finds its task.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`task ${firmId} ${idemKey}`}, 0))`.execute(db);
  const former = await db
    .selectFrom('task')
    .where('firmId', '=', firmId)
    .where('idemKey', '=', idemKey)
    .select(['id', 'taskNo', 'phase', 'reqHash'])
    .executeTakeFirst();
  if (former) return sameTask(former, reqHash);

  const firm = await ask(db, 'codes.issuing', { firmId, total });
  const gtins = draft.urlStyle === UrlStyle.gs1 ? await toPrintedGtins(db, product?.id, counts) : {};
  const urlHost = draft.usesFirmDomain ? firmHost(firm.domain) : platformHost;
  if (!urlHost) throw invalid('usesFirmDomain', '企业未设置专属扫码域名');
  const phase = total > firm.reviewOver ? TaskPhase.review : TaskPhase.queued;
  const generation = await keyring.forNewTask(db, draft.fmt, firmId);
  const task = await insertTask(db, {
    firmId,
    name: draft.name,
    fmt: draft.fmt,
    keyV: generation.v,
    faces: draft.faces,
    pinLen: draft.pinLen,
    assocMode: draft.assocMode,
    productId: draft.productId ?? null,
    lotId: draft.lotId ?? null,
    ...counts,
    ...ratio,
    urlHost,
    urlStyle: draft.urlStyle,
    ...gtins,
    fileRows: draft.fileRows,
    fileType: draft.fileType,
    mouldId: draft.mouldId,
    printColor: draft.printColor,
    printer: draft.printer,
    maxDownload: draft.maxDownload,
    autoActivate: draft.autoActivate,
    regOn: draft.regOn,
    remark: draft.remark,
    phase,
    idemKey,
    reqHash,
    createdBy: operator.id,
  });
  if (product && draft.assocMode === AssocMode.joined) await keepPackRatio(db, product.id);
  await insertSegments(db, plan, {
    firmId,
    taskId: task.id,
    fmt: draft.fmt,
    keyV: generation.v,
    faces: draft.faces,
    pinLen: draft.pinLen,
  });
  if (phase === TaskPhase.queued) await jobs.send(db, taskJob, { taskId: task.id });
  return { ...task, phase };
};

const sameTask = (former: { id: number; taskNo: string; phase: number; reqHash: string }, reqHash: string): Issued => {
  if (former.reqHash.trim() !== reqHash) throw refuse(codeRefusals.idemOther);
  return { id: former.id, taskNo: former.taskNo, phase: former.phase as Issued['phase'] };
};

const toPlan = (
  draft: Counts & { assocMode: number },
  ratio: Ratio,
  product: BoundProduct | undefined,
): { counts: Counts; plan: SegmentPlan[] } => {
  if (draft.assocMode === AssocMode.none) {
    const { caseCount, boxCount, itemCount } = draft;
    return { counts: { caseCount, boxCount, itemCount }, plan: loosePlan(draft) };
  }
  if (!product && ratio.boxNum === 0 && ratio.caseNum === 0) throw invalid('assocMode', '套标须选择产品或填写包装比例');
  const counts = setCounts(draft, ratio);
  if (!counts) throw refuse(codeRefusals.setRatio);
  if (counts.itemCount > levelLimit || counts.boxCount > levelLimit) throw refuse(codeRefusals.tooMany);
  return { counts, plan: setPlan(counts, ratio) };
};

const insertSegments = async (
  db: Db,
  plan: SegmentPlan[],
  common: { firmId: number; taskId: number; fmt: string; keyV: string; faces: number; pinLen: number },
): Promise<void> => {
  const made: number[] = [];
  for (const { level, count, parent } of plan) {
    const { seg } = await insertSegment(db, {
      ...common,
      level,
      count,
      parentSeg: parent ? made[parent.at]! : null,
      parentRatio: parent ? parent.ratio : null,
    });
    made.push(seg);
  }
};

/** Withdraws a task that has no files yet: its segments are void for ever, the quota comes back. Refuses 61020 in any later phase. */
export const withdrawTask = async (db: Db, taskId: number, failReason: string): Promise<void> => {
  const task = await db
    .updateTable('task')
    .set({
      phase: TaskPhase.cancelled,
      status: TaskStatus.unfinished,
      failReason,
      updatedAt: sql`now()`,
      finishedAt: sql`now()`,
    })
    .where('id', '=', taskId)
    .where('phase', 'in', [TaskPhase.review, TaskPhase.queued])
    .returning(['firmId', 'itemCount', 'boxCount', 'caseCount'])
    .executeTakeFirst();
  if (!task) throw (await exists(db, taskId)) ? refuse(codeRefusals.taskState) : notFound();
  const total = task.itemCount + task.boxCount + task.caseCount;
  await voidSegments(db, taskId, { isCounted: false });
  await ask(db, 'codes.withdrawn', { firmId: task.firmId, total });
};

const exists = async (db: Db, taskId: number): Promise<boolean> =>
  (await db.selectFrom('task').where('id', '=', taskId).select('id').executeTakeFirst()) !== undefined;

/** Moves a task on when it is in the phase the move starts from, else refuses 61020. */
export const queueTask = async (
  db: Db,
  jobs: Jobs,
  taskId: number,
  from: number,
  changes: { auditBy?: number; auditRemark?: string } = {},
): Promise<{ firmId: number }> => {
  const moved = await db
    .updateTable('task')
    .set({
      phase: TaskPhase.queued,
      status: TaskStatus.running,
      failReason: '',
      updatedAt: sql`now()`,
      ...changes,
      ...(changes.auditBy ? { auditAt: sql`now()` } : {}),
    })
    .where('id', '=', taskId)
    .where('phase', '=', from)
    .returning('firmId')
    .executeTakeFirst();
  if (!moved) throw (await exists(db, taskId)) ? refuse(codeRefusals.taskState) : notFound();
  await jobs.send(db, taskJob, { taskId });
  return moved;
};
