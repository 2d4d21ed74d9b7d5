import { expireDate } from '@zhuiyuan/contract/trace/lot/expire-date';
import type { ShelfUnit } from '@zhuiyuan/contract/trace/lot/shelf-unit';
import type { lotApi, LotDraft, LotName } from '@zhuiyuan/contract/trace/lot/lot';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import type { Saved } from '@zhuiyuan/contract/kit/standard';
import { RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { traceRefusals } from '@zhuiyuan/contract/trace/trace-refusals';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { emit } from '../../kit/db/events.ts';
import { live } from '../../kit/db/live.ts';
import { changeRow, lockRow } from '../../kit/db/rows.ts';
import { invalid, refuse, type Constraints } from '../../kit/refusal.ts';
import { checkLotNo } from './check-lot-no.ts';
import './lot-recalling.ts';

/** What the database refuses of them, in words. */
export const lotConstraints: Constraints = {
  lot_no_uq: () => invalid('lotNo', '批号已存在'),
  lot_expire_ck: () => invalid('expireDate', '有效期至应晚于生产日期'),
};

/** The product of a lot, as far as lots follow from it. */
export interface LotProduct {
  id: number;
  firmId: number;
  shelfLife: number | null;
  shelfUnit: number;
}

/** Columns of a lot as it is typed; a day of expiry that was left out follows from the product's shelf life. */
const toColumns = <Draft extends { produceDate: string; expireDate?: string; planQty?: number }>(
  { planQty, ...draft }: Draft,
  product: Pick<LotProduct, 'shelfLife' | 'shelfUnit'> | undefined,
) => ({
  ...draft,
  expireDate:
    draft.expireDate ??
    (product?.shelfLife ? expireDate(draft.produceDate, product.shelfLife, product.shelfUnit as ShelfUnit) : null),
  planQty: planQty ?? null,
});

const findProduct = (db: Db, id: number): Promise<LotProduct | undefined> =>
  live(db, 'product').select(['id', 'firmId', 'shelfLife', 'shelfUnit']).where('id', '=', id).executeTakeFirst();

/** Makes a lot of a product. */
export const insertLot = async (db: Db, draft: LotDraft, operatorId: number): Promise<Saved> => {
  const product = await findProduct(db, draft.productId);
  if (!product) throw invalid('productId', traceRefusals.productGone[1]);
  await checkLotNo(db, product.firmId, draft.lotNo);
  return db
    .insertInto('lot')
    .values({ ...toColumns(draft, product), firmId: product.firmId, createdBy: operatorId })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
};

/** A lot that is made unless its product has one of its number; of two at the same time one makes it. */
export const insertNewLot = (
  db: Db,
  draft: LotName & Partial<Omit<LotDraft, 'productId'>>,
  product: LotProduct,
  operatorId: number | null,
) =>
  db
    .insertInto('lot')
    .values({ ...toColumns(draft, product), firmId: product.firmId, productId: product.id, createdBy: operatorId })
    .onConflict((conflict) => conflict.columns(['firmId', 'productId', 'lotNo']).where('isDel', '=', 0).doNothing());

/** Replaces a lot's fields; its product stays. 409 when `version` is not the row's. */
export const updateLot = async (db: Db, { id, version, ...draft }: InputOf<typeof lotApi.update>): Promise<Saved> => {
  const { productId, firmId, lotNo } = await lockRow(db, 'lot', id, ['productId', 'firmId', 'lotNo'], version);
  if (draft.lotNo !== lotNo) await checkLotNo(db, firmId, draft.lotNo);
  return changeRow(db, 'lot', id, toColumns(draft, await findProduct(db, productId)));
};

/** Begins the recall of a lot; 61102 while it is recalled. */
export const recallLot = async (
  db: Db,
  { id, text }: { id: number; text: string },
  operatorId: number,
): Promise<void> => {
  await emit(db, 'lot.recalling', { lotId: id, isRecalled: true, text, operatorId });
  const lot = await lockRow(db, 'lot', id, ['recallState', 'firmId', 'activeCnt']);
  if (lot.recallState === RecallState.recalled) throw refuse(traceRefusals.recalled);
  await changeRow(db, 'lot', id, {
    recallState: RecallState.recalled,
    recallText: text,
    recallAt: sql<string>`now()`,
    recallBy: operatorId,
  });
  await db
    .insertInto('lotRecall')
    .values({ firmId: lot.firmId, lotId: id, text, activeCnt: lot.activeCnt, beganBy: operatorId })
    .execute();
};

/** Lifts the recall of a lot; 61103 where there is none. */
export const endRecall = async (db: Db, id: number, operatorId: number): Promise<void> => {
  await emit(db, 'lot.recalling', { lotId: id, isRecalled: false, text: '', operatorId });
  const lot = await lockRow(db, 'lot', id, ['recallState']);
  if (lot.recallState === RecallState.normal) throw refuse(traceRefusals.notRecalled);
  await changeRow(db, 'lot', id, { recallState: RecallState.normal });
  await db
    .updateTable('lotRecall')
    .set({ endedAt: sql<string>`now()`, endedBy: operatorId })
    .where('lotId', '=', id)
    .where('endedAt', 'is', null)
    .execute();
};

/** Deletes a lot softly; refused once codes were activated for it. */
export const removeLot = async (db: Db, id: number): Promise<void> => {
  const lot = await lockRow(db, 'lot', id, ['activeCnt', 'voidCnt']);
  if (lot.activeCnt > 0 || lot.voidCnt > 0) throw refuse(traceRefusals.hasActiveCodes);
  await changeRow(db, 'lot', id, { isDel: 1 });
};

/** Keeps how long the chain of a lot's records is, and what it ends with; the caller holds the lot. */
export const keepSeal = async (db: Db, id: number, seal: { chainCnt: number; chainHash: string }): Promise<void> => {
  await db.updateTable('lot').set(seal).where('id', '=', id).execute();
};

/** Adds to the activated or voided codes of a lot, or to its items that were shipped. */
export const countLotCodes = async (
  db: Db,
  id: number,
  column: 'activeCnt' | 'voidCnt' | 'shipCnt',
  count: number,
): Promise<void> => {
  await db
    .updateTable('lot')
    .set((row) => ({ [column]: row(column, '+', count) }))
    .where('id', '=', id)
    .execute();
};
