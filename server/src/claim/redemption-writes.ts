import { claimListRefusals } from '@zhuiyuan/contract/claim/claim-list-refusals';
import { finishDays, RedemptionStatus } from '@zhuiyuan/contract/claim/redemption-states';
import { sql } from 'kysely';
import { freeFromPost, fulfilPosted } from '../campaign/draw/post-claim.ts';
import type { Db } from '../kit/db/database.ts';
import { emit } from '../kit/db/events.ts';
import type { App } from '../kit/http/app-context.ts';
import { eachByItself } from '../kit/jobs/each-by-itself.ts';
import { notFound, refuse, stale } from '../kit/refusal.ts';

/** An order by post went on: what its winner wants to know. */
export interface RedemptionTurned {
  id: number;
  turn: 'passed' | 'rejected' | 'shipped';
}

declare module '../kit/db/events.ts' {
  interface Events {
    'redemption.turned': RedemptionTurned;
  }
}

const now = sql<string>`clock_timestamp()`;

/** An order that is about to change: its claim is locked first, as everything that decides about a claim does. 404 where there is none. */
const lockRedemption = async (db: Db, id: number) => {
  const known = await db.selectFrom('redemption').where('id', '=', id).select('drawId').executeTakeFirst();
  if (!known) throw notFound();
  await db.selectFrom('claim').where('drawId', '=', known.drawId).select('drawId').forUpdate().executeTakeFirst();
  return db
    .selectFrom('redemption')
    .where('id', '=', id)
    .select(['id', 'drawId', 'redeemNo', 'status', 'version', 'shipCompany', 'shipNo', 'shippedAt'])
    .forUpdate()
    .executeTakeFirstOrThrow();
};

const change = (db: Db, id: number, columns: Partial<Record<Changed, unknown>>) =>
  db
    .updateTable('redemption')
    .set((row) => ({
      ...(columns as { status?: RedemptionStatus }),
      version: row('version', '+', 1),
      updatedAt: sql<string>`now()`,
    }))
    .where('id', '=', id)
    .execute();
type Changed =
  | 'status'
  | 'auditBy'
  | 'auditAt'
  | 'auditRemark'
  | 'shipCompany'
  | 'shipNo'
  | 'shippedBy'
  | 'shippedAt'
  | 'reshippedAt'
  | 'finishedAt'
  | 'closedBy'
  | 'closedAt'
  | 'closeReason';

/** 审核: passes an order that waits, or rejects it with a reason, which frees its claim. 62311 for any other. */
export const auditRedemption = async (
  db: Db,
  { id, pass, remark, operatorId }: { id: number; pass: boolean; remark: string; operatorId: number },
): Promise<void> => {
  const order = await lockRedemption(db, id);
  if (order.status !== RedemptionStatus.waiting) throw refuse(claimListRefusals.turned);
  await change(db, id, {
    status: pass ? RedemptionStatus.passed : RedemptionStatus.rejected,
    auditBy: operatorId,
    auditAt: now,
    auditRemark: remark,
  });
  if (!pass) await freeFromPost(db, order.drawId);
  await emit(db, 'redemption.turned', { id, turn: pass ? 'passed' : 'rejected' });
};

/**
 * 发货, or another number for what is on its way: of an order that was passed, else 62311. Answers false where it stood so already; 409
 * when `version` is another one. When it was shipped stays, for its cost is booked once; the days until it counts as received begin anew
 * with another number.
 */
export const shipRedemption = async (
  db: Db,
  {
    id,
    version,
    shipCompany,
    shipNo,
    operatorId,
  }: { id: number; version?: number; shipCompany: string; shipNo: string; operatorId: number },
): Promise<boolean> => {
  const order = await lockRedemption(db, id);
  if (order.status !== RedemptionStatus.passed) throw refuse(claimListRefusals.turned);
  if (order.shipNo === shipNo && order.shipCompany === shipCompany) return false;
  if (version !== undefined && version !== order.version) throw stale();
  const at = order.shippedAt === null ? { shippedAt: now } : { reshippedAt: now };
  await change(db, id, { shipCompany, shipNo, shippedBy: operatorId, ...at });
  await emit(db, 'redemption.turned', { id, turn: 'shipped' });
  return true;
};

/** 完成 of an order that is on its way: its prize is claimed with it. */
export const finishRedemption = async (db: Db, id: number): Promise<void> => {
  const order = await lockRedemption(db, id);
  if (order.status !== RedemptionStatus.passed) throw refuse(claimListRefusals.turned);
  if (order.shippedAt === null) throw refuse(claimListRefusals.notShipped);
  await change(db, id, { status: RedemptionStatus.finished, finishedAt: now });
  await fulfilPosted(db, order.drawId);
};

/** 关闭 of an order that is not on its way yet, by staff with a reason or by its winner: its claim is free again. */
export const closeRedemption = async (
  db: Db,
  { id, reason, operatorId }: { id: number; reason: string; operatorId: number | null },
): Promise<void> => {
  const order = await lockRedemption(db, id);
  const isUnderWay = order.status === RedemptionStatus.waiting || order.status === RedemptionStatus.passed;
  if (isUnderWay && order.shippedAt !== null) throw refuse(claimListRefusals.onItsWay);
  if (!isUnderWay) throw refuse(claimListRefusals.turned);
  await change(db, id, {
    status: RedemptionStatus.closed,
    closedBy: operatorId,
    closedAt: now,
    closeReason: reason,
  });
  await freeFromPost(db, order.drawId);
};

/** What a winner's own cancelling is noted as. */
export const cancelledByWinner = '用户取消';

/** Cancels a posting of an account's own; 404 for anybody else's. Cancelled already answers the same. */
export const cancelRedemption = async (
  db: Db,
  { accountId, redeemNo }: { accountId: number; redeemNo: string },
): Promise<{ redeemNo: string; status: RedemptionStatus }> => {
  const order = await db
    .selectFrom('redemption')
    .innerJoin('member', 'member.id', 'redemption.uid')
    .where('redemption.redeemNo', '=', redeemNo)
    .where('member.accountId', '=', accountId)
    .select('redemption.id')
    .executeTakeFirst();
  if (!order) throw notFound();
  const { status } = await lockRedemption(db, order.id);
  if (status !== RedemptionStatus.closed)
    await closeRedemption(db, { id: order.id, reason: cancelledByWinner, operatorId: null });
  return { redeemNo, status: RedemptionStatus.closed };
};

/** How many orders one run finishes before it looks again. */
const together = 200;

/** Whether the parcel of an order went out, under its last number, so long ago that it counts as received. */
const isDue = sql<boolean>`coalesce(reshipped_at, shipped_at) < now() - make_interval(days => ${sql.lit(finishDays)})`;

/** Finishes an order unless it was shipped anew, or finished, since it was found; answers how many. */
const finishDue = async (db: Db, id: number): Promise<0 | 1> => {
  const order = await lockRedemption(db, id);
  const { rows } = await sql<{ isDue: boolean }>`
    select ${isDue} as is_due
    from redemption where id = ${id} and status = ${sql.lit(RedemptionStatus.passed)}`.execute(db);
  if (!rows[0]?.isDue) return 0;
  await finishRedemption(db, order.id);
  return 1;
};

/** Finishes what was shipped fifteen days ago and more, each order by itself; answers how many orders. */
export const finishShipped = async ({ db, log }: Pick<App, 'db' | 'log'>): Promise<number> => {
  let finished = 0;
  for (let after = 0; ;) {
    const due = await db
      .selectFrom('redemption')
      .where('status', '=', RedemptionStatus.passed)
      .where('shippedAt', 'is not', null)
      .where(isDue)
      .where('id', '>', after)
      .orderBy('id')
      .limit(together)
      .select('id')
      .execute();
    const finishOne = async ({ id }: { id: number }): Promise<void> => {
      finished += await db.transaction().execute((transaction) => finishDue(transaction as Db, id));
    };
    await eachByItself(due, finishOne, { log, toName: ({ id }) => ({ redemptionId: id }) });
    if (due.length < together) return finished;
    after = due.at(-1)!.id;
  }
};
