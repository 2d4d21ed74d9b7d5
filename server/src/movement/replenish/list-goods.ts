import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import type { needApplyApi, NeedGoods } from '@zhuiyuan/contract/movement/replenish/need-apply';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql } from 'kysely';
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
  const [own, out, supplier] = [
    await readStock(db, agentId, productIds),
    await readShippedOn(db, agentId, productIds),
    await readStock(db, toAgentId, productIds),
  ];
  return products.map((product) => ({
    ...product,
    handQty: own.get(product.productId)?.hand ?? 0,
    transitQty: own.get(product.productId)?.transit ?? 0,
    outQty: out.get(product.productId) ?? 0,
    supplierQty: toAgentId ? (supplier.get(product.productId)?.hand ?? 0) : null,
  }));
};
