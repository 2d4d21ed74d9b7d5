import { LotName } from '@zhuiyuan/contract/trace/lot/lot';
import { RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { traceRefusals } from '@zhuiyuan/contract/trace/trace-refusals';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import type { Operator } from '../../kit/operator.ts';
import { invalid, refuse } from '../../kit/refusal.ts';
import { checkLotNo } from './check-lot-no.ts';
import { insertNewLot } from './lot-writes.ts';

export interface BoundLot {
  id: number;
  firmId: number;
  productId: number;
  lotNo: string;
  produceDate: string;
  expireDate: string | null;
  recallState: number;
}

const columns = ['id', 'firmId', 'productId', 'lotNo', 'produceDate', 'expireDate', 'recallState'] as const;

/**
 * The lot that codes of a product are bound to: the chosen one, or the one of that number, made when it does not exist
 * yet (of two at the same time one makes it). Refuses 61013 for another product's lot, 61014 for a produce date after
 * today, 61015 for a malformed number.
 */
export const findOrCreateLot = async (
  db: Db,
  {
    productId,
    lotId,
    lot,
  }: { productId: number; lotId?: number; lot?: { lotNo: string; produceDate: string; expireDate?: string } },
  operator: Pick<Operator, 'id'> | null,
): Promise<BoundLot> => {
  if (lotId) return requireLot(db, productId, lotId);
  if (!lot) throw invalid('lotId', '请选择或填写批次');
  const known = LotName.safeParse(lot);
  if (!known.success) {
    const field = known.error.issues[0]?.path[0];
    if (field === 'lotNo') throw refuse(traceRefusals.badLotNo);
    if (field === 'produceDate') throw refuse(traceRefusals.producedLater);
    throw invalid(String(field ?? 'lotId'), known.error.issues[0]!.message);
  }
  const named = known.data;
  const byNumber = () =>
    live(db, 'lot')
      .select(columns)
      .where('productId', '=', productId)
      .where('lotNo', '=', named.lotNo)
      .executeTakeFirst();
  const existing = await byNumber();
  if (existing) return existing;

  const product = await db
    .selectFrom('product')
    .select(['id', 'firmId', 'shelfLife', 'shelfUnit'])
    .where('id', '=', productId)
    .executeTakeFirst();
  if (!product) throw refuse(traceRefusals.productGone);
  await checkLotNo(db, product.firmId, named.lotNo);
  const made = await insertNewLot(db, named, product, operator?.id ?? null)
    .returning(columns)
    .executeTakeFirst();
  return made ?? (await byNumber())!;
};

/** The lot with this number, of one product where that is given; refuses 61013 when it is none of it, or another firm's. */
export const requireLot = async (db: Db, productId: number | undefined, lotId: number): Promise<BoundLot> => {
  let query = live(db, 'lot').select(columns).where('id', '=', lotId);
  if (productId !== undefined) query = query.where('productId', '=', productId);
  const lot = await query.executeTakeFirst();
  if (!lot) throw refuse(traceRefusals.otherProductsLot);
  return lot;
};

/** {@link requireLot} of a lot that codes are to be bound to; refuses 61181 at `field` while it is recalled. */
export const requireOpenLot = async (
  db: Db,
  productId: number | undefined,
  lotId: number,
  field = 'lotId',
): Promise<BoundLot> => {
  const lot = await requireLot(db, productId, lotId);
  if (lot.recallState !== RecallState.recalled) return lot;
  const [, message] = traceRefusals.lotRecalled;
  throw refuse(traceRefusals.lotRecalled, {}, { fields: [{ field, message }] });
};

/** Whether a lot is being recalled. */
export const isRecalled = async (db: Db, lotId: number): Promise<boolean> => {
  const lot = await db.selectFrom('lot').where('id', '=', lotId).select('recallState').executeTakeFirst();
  return lot?.recallState === RecallState.recalled;
};
