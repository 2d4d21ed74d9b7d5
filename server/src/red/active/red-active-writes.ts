import { AmountMode } from '@zhuiyuan/contract/campaign/prize-terms';
import type { Saved } from '@zhuiyuan/contract/kit/standard';
import { RedActiveDraft } from '@zhuiyuan/contract/red/active/red-active';
import { RedKind } from '@zhuiyuan/contract/red/red-enums';
import { redRefusals } from '@zhuiyuan/contract/red/red-refusals';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { sql } from 'kysely';
import { voidBatchesOf } from '../code/void-codes.ts';
import { allocateBudget, lockBudget, returnBudget } from '../../fund/budget.ts';
import type { Allocating } from '../../fund/pool/allocate-fund.ts';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { changeRow, lockEnabled, lockRow } from '../../kit/db/rows.ts';
import { invalid, refuse, type Constraints } from '../../kit/refusal.ts';
import { noteRedActive } from './note-red-active.ts';

/** What the database refuses of them, in words. */
export const redActiveConstraints: Constraints = {
  red_active_name_uq: () => invalid('name', '红包活动名称已存在'),
};

type Terms = Omit<RedActiveDraft, 'firmId'>;

/** A fixed amount is both the least and the most. */
const toColumns = ({ amountMax, ...terms }: Terms) => ({
  ...terms,
  amountMax: terms.amountMode === AmountMode.random ? amountMax! : terms.amountMin,
});

const requireType = async (db: Db, firmId: number, redTypeId: number): Promise<void> => {
  const gone = () => invalid('redTypeId', '请选择红包类型');
  const type = await lockEnabled(db, 'redType', redTypeId, ['firmId'], gone);
  if (type.firmId !== firmId) throw gone();
};

/** Refuses amounts that the merchant does not pay at once. */
const requireLimits = async (db: Db, draft: ReturnType<typeof toColumns>): Promise<void> => {
  const { singleMin, singleMax } = await db
    .selectFrom('merchant')
    .where('id', '=', draft.mchConfId)
    .select(['singleMin', 'singleMax'])
    .executeTakeFirstOrThrow();
  const { overMerchant } = redRefusals;
  if (draft.amountMin < singleMin || draft.amountMax > singleMax)
    throw refuse(overMerchant, {}, { fields: [{ field: 'amountMin', message: overMerchant[1] }] });
};

/** The pool of the merchant an activity is paid through: enabled, and the firm's. */
const requirePool = async (db: Db, firmId: number, mchConfId: number): Promise<number> => {
  const merchant = await live(db, 'merchant')
    .where('merchant.id', '=', mchConfId)
    .where('merchant.firmId', '=', firmId)
    .where('merchant.status', '=', Enabled.on)
    .select('id')
    .executeTakeFirst();
  if (!merchant) throw invalid('mchConfId', '请选择发放商户');
  const pool = await live(db, 'pool')
    .where('pool.firmId', '=', firmId)
    .where('pool.mchConfId', '=', mchConfId)
    .select('id')
    .executeTakeFirst();
  if (!pool) throw invalid('mchConfId', '该商户还没有资金池');
  return pool.id;
};

/** Makes a red packet activity of a firm, with its budget taken of the merchant's pool (划拨到活动). 62405 where that has not enough. */
export const insertRedActive = async (
  db: Db,
  { firmId: _chosen, ...draft }: RedActiveDraft,
  { firmId, operatorId }: { firmId: number; operatorId: number },
): Promise<Saved> => {
  const columns = toColumns(draft);
  if (columns.kind === RedKind.GROUP) throw refuse(redRefusals.groupStopped);
  await requireType(db, firmId, columns.redTypeId);
  const poolId = await requirePool(db, firmId, columns.mchConfId);
  await requireLimits(db, columns);
  const saved = await db
    .insertInto('redActive')
    .values({ ...columns, firmId, createdBy: operatorId })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  await allocateBudget(
    db,
    {
      firmId,
      activityId: saved.id,
      poolId,
      amount: draft.budgetAmount,
      remark: `红包活动 ${draft.name}`.slice(0, 200),
    },
    operatorId,
  );
  await noteRedActive(db, { firmId, id: saved.id, operatorId });
  return saved;
};

const { firmId: _firm, ...draftShape } = RedActiveDraft.shape;
const draftColumns = Object.keys(draftShape) as (keyof typeof draftShape)[];

/** An activity as a change of it is written, locked. */
export const storedRedActive = (db: Db, id: number) => lockRow(db, 'redActive', id, draftColumns);

/** Whether a packet was made of an activity, sent or dealt to a code: from then on its terms stand. */
export const isBegun = async (db: Db, firmId: number, id: number): Promise<boolean> => {
  const { begun } = await db
    .selectNoFrom((row) => [
      row
        .or([
          row.exists(
            row
              .selectFrom('redInfo')
              .where('firmId', '=', firmId)
              .where('redActiveId', '=', id)
              .select(sql.lit(1).as('one')),
          ),
          row.exists(
            row
              .selectFrom('redBatch')
              .where('firmId', '=', firmId)
              .where('redActiveId', '=', id)
              .select(sql.lit(1).as('one')),
          ),
        ])
        .as('begun'),
    ])
    .executeTakeFirstOrThrow();
  return Boolean(begun);
};

/** What stays as it was once a packet was made. */
const fixedTerms = draftColumns.filter(
  (column) => !['budgetAmount', 'endAt', 'wishing', 'remark', 'status'].includes(column),
);

/**
 * Replaces an activity's fields, and moves its budget with them. Once a packet was made only the budget grows, the end moves later, and the
 * wishing and the remark are free (62451); one that ended stays (62452). Its merchant stays: its budget lies there.
 */
export const updateRedActive = async (
  db: Db,
  id: number,
  { firmId: _firmId, ...draft }: RedActiveDraft,
  version: number | undefined,
  operatorId: number,
): Promise<Saved> => {
  const before = await lockRow(db, 'redActive', id, ['firmId', 'endedAt', ...draftColumns], version);
  if (before.endedAt !== null) throw refuse(redRefusals.ended);
  const columns = toColumns(draft);
  if (columns.kind === RedKind.GROUP) throw refuse(redRefusals.groupStopped);
  if (before.mchConfId !== columns.mchConfId) throw invalid('mchConfId', '预算已从该商户的资金池划拨，不能更换商户');
  const { firmId } = before;
  const more = columns.budgetAmount - before.budgetAmount;
  if (await isBegun(db, firmId, id)) {
    const isChanged = fixedTerms.some((column) => columns[column] !== before[column]);
    if (isChanged || more < 0 || columns.endAt < before.endAt) throw refuse(redRefusals.begun);
  }
  // What was disabled since stays named until another is chosen.
  if (before.redTypeId !== columns.redTypeId) await requireType(db, firmId, columns.redTypeId);
  if (before.amountMin !== columns.amountMin || before.amountMax !== columns.amountMax)
    await requireLimits(db, columns);
  if (more > 0) {
    const { poolId } = (await lockBudget(db, { firmId, activityId: id }))!;
    await allocateBudget(db, { firmId, activityId: id, poolId, amount: more }, operatorId);
  } else if (more < 0) await returnBudget(db, { firmId, activityId: id, amount: -more }, operatorId);
  const saved = await changeRow(db, 'redActive', id, columns);
  await noteRedActive(db, { firmId, id, operatorId });
  return saved;
};

/** Gives an activity more of its pool (追加预算). */
export const addRedBudget = async (
  db: Db,
  { id, amount }: { id: number; amount: number },
  operatorId: number,
  { remark = '', idemKey = null }: { remark?: string; idemKey?: string | null } = {},
): Promise<{ remain: number; balance: number }> => {
  const { firmId, endedAt } = await lockRow(db, 'redActive', id, ['firmId', 'endedAt']);
  if (endedAt !== null) throw refuse(redRefusals.ended);
  const { poolId } = (await lockBudget(db, { firmId, activityId: id }))!;
  const moved = await allocateBudget(db, { firmId, activityId: id, poolId, amount, remark, idemKey }, operatorId);
  await changeRow(db, 'redActive', id, { budgetAmount: sql`budget_amount + ${amount}` });
  await noteRedActive(db, { firmId, id, operatorId });
  return moved;
};

/** Books what a person gives an activity of its pool, where the activity is one of red packets. */
export const allocateToRed = async (db: Db, { activityId, amount, operatorId, idemKey }: Allocating): Promise<void> => {
  const own = await live(db, 'redActive').where('id', '=', activityId).select('id').executeTakeFirst();
  if (own) await addRedBudget(db, { id: activityId, amount }, operatorId, { remark: '资金池划拨', idemKey });
};

/** Ends an activity, whose row is locked: what it did not promise goes back to the pool, and so does what is given up later. */
export const endRedActive = async (
  db: Db,
  { firmId, id }: { firmId: number; id: number },
  operatorId: number | null,
): Promise<void> => {
  await db
    .updateTable('redActive')
    .set({ endedAt: sql<string>`clock_timestamp()`, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .where('firmId', '=', firmId)
    .where('endedAt', 'is', null)
    .execute();
  await voidBatchesOf(db, { firmId, redActiveId: id });
  await returnBudget(db, { firmId, activityId: id, closes: true, remark: '红包活动结束' }, operatorId);
};

/** Deletes an activity softly and gives its budget back; 62415 while any of it is promised. */
export const removeRedActive = async (db: Db, id: number, operatorId: number): Promise<void> => {
  const { firmId } = await lockRow(db, 'redActive', id, ['firmId']);
  const budget = await lockBudget(db, { firmId, activityId: id });
  if (budget && budget.reserved > 0) throw refuse(redRefusals.hasOpen);
  await endRedActive(db, { firmId, id }, operatorId);
  await changeRow(db, 'redActive', id, { isDel: 1 });
};
