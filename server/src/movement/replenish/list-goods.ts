import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import type { needApplyApi, NeedGoods } from '@zhuiyuan/contract/movement/replenish/need-apply';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql } from 'kysely';
import { countBoxCodes } from '../../codes/state/count-box-codes.ts';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';

const readStock = async (db: Db, agentId: number | undefined, productIds: readonly number[]) => {
  if (!agentId) return new Map<number, { hand: number; transit: number }>();
  const rows = await db
    .selectFrom('stock')
    .where('holderKind', '=', Holder.agent)
    .where('holderId', '=', agentId)
    .where('productId', 'in', productIds)
    .select([
      'productId',
      sql<number>`sum(hand_qty)::bigint`.as('hand'),
      sql<number>`sum(transit_qty)::bigint`.as('transit'),
    ])
    .groupBy('productId')
    .execute();
  return new Map(rows.map(({ productId, ...qty }) => [productId, qty]));
};

/** Items a dealer shipped on in the last 30 days, by products; what was cancelled left out. */
const readShippedOn = async (db: Db, agentId: number | undefined, productIds: readonly number[]) => {
  if (!agentId) return new Map<number, number>();
  const { rows } = await sql<{ productId: number; items: number }>`
    with line as (
      select l.id, l.product_id, l.is_mixed, l.item_qty
      from deliver d join deliver_line l on l.deliver_id = d.id
      where d.from_kind = ${sql.lit(Holder.agent)} and d.from_id = ${agentId} and d.firm_id is not null
        and d.ship_at >= now() - interval '30 days' and l.status <> ${sql.lit(DeliverStatus.cancelled)}
    )
    select product_id, sum(item_qty)::bigint as items from (
      select product_id, item_qty from line where not is_mixed
      union all
      select p.product_id, p.item_qty from line join deliver_line_part p on p.line_id = line.id where line.is_mixed
    ) moved
    where product_id = any(${productIds}::bigint[]) group by product_id`.execute(db);
  return new Map(rows.map(({ productId, items }) => [productId, items]));
};

/**
 * Items of a firm's products that are activated and with nobody else, in lots that are not recalled; nothing where the codes of its
 * boxes are too many to be told from them. Frozen ones count.
 */
const readUnshipped = async (
  db: Db,
  firmId: number,
  productIds: readonly number[],
): Promise<Map<number, number> | undefined> => {
  const boxes = await countBoxCodes(db, firmId);
  if (!boxes) return undefined;
  const { rows } = await sql<{ id: number; productId: number; items: number }>`
    select l.id, l.product_id, (l.active_cnt - l.void_cnt - coalesce((
      select sum(s.transit_qty + s.hand_qty) from stock s where s.firm_id = l.firm_id and s.lot_id = l.id), 0))::bigint as items
    from lot l
    where l.firm_id = ${firmId} and l.product_id = any(${productIds}::bigint[]) and l.is_del = 0 and l.recall_state = ${sql.lit(RecallState.normal)} and l.active_cnt > l.void_cnt`.execute(
    db,
  );
  const sums = new Map<number, number>();
  for (const { id, productId, items } of rows)
    sums.set(productId, (sums.get(productId) ?? 0) + Math.max(0, items - (boxes.get(id) ?? 0)));
  return sums;
};

/** What the supplier of each product can send: the dealer who is asked what he has in hand, the firm what it has not shipped. */
const readSupply = async (
  db: Db,
  toAgentId: number | undefined,
  products: readonly { productId: number; firmId: number }[],
): Promise<(product: { productId: number; firmId: number }) => number | null> => {
  if (products.length === 0) return () => null;
  const ids = products.map(({ productId }) => productId);
  if (toAgentId) {
    const stock = await readStock(db, toAgentId, ids);
    return ({ productId }) => stock.get(productId)?.hand ?? 0;
  }
  const byFirm = new Map<number, Map<number, number> | undefined>();
  for (const firmId of new Set(products.map((product) => product.firmId)))
    byFirm.set(firmId, await readUnshipped(db, firmId, ids));
  return ({ productId, firmId }) => {
    const unshipped = byFirm.get(firmId);
    return unshipped ? (unshipped.get(productId) ?? 0) : null;
  };
};

/** Products for a form or a review: their units and prices, and what dealer and supplier have of them. */
export const listGoods = async (
  db: Db,
  { agentId, toAgentId, productIds }: InputOf<typeof needApplyApi.goods>,
): Promise<NeedGoods[]> => {
  const products = await live(db, 'product')
    .where('id', 'in', productIds)
    .select([
      'id as productId',
      'firmId',
      'storeName',
      'image',
      'spec',
      'unit as productUnit',
      'price',
      'boxNum',
      'caseNum',
    ])
    .orderBy('id')
    .execute();
  const [own, out, supplyOf] = [
    await readStock(db, agentId, productIds),
    await readShippedOn(db, agentId, productIds),
    await readSupply(db, toAgentId, products),
  ];
  return products.map((product) => ({
    ...product,
    handQty: own.get(product.productId)?.hand ?? 0,
    transitQty: own.get(product.productId)?.transit ?? 0,
    outQty: out.get(product.productId) ?? 0,
    supplierQty: supplyOf(product),
  }));
};
