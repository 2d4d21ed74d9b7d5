import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import type { deliverApi, DeliverProduct } from '@zhuiyuan/contract/movement/document/deliver';
import type { DataOf, InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { requireDeliver } from './list-lines.ts';

/** What was shipped of a lot, cancelled lines left out; product and lot 0 for codes that were bound to nothing. */
export interface Goods {
  productId: number;
  storeName: string;
  image: string;
  spec: string;
  lotId: number;
  lotNo: string;
  caseQty: number;
  boxQty: number;
  looseQty: number;
  itemQty: number;
  signQty: number;
}

const ofLevel = (level: number) =>
  sql`case when line.level = ${sql.lit(level)} then upper(line.span) - lower(line.span) else 0 end`;

/** The goods of a document by product and lot. A box that holds several counts as one of those it is bound to, its items each to their own. */
export const sumGoods = async (db: Db, { id: deliverId, firmId }: { id: number; firmId: number }): Promise<Goods[]> => {
  const { rows } = await sql<Goods>`
    select goods.product_id, coalesce(product.store_name, '') as store_name, coalesce(product.image, '') as image,
      coalesce(product.spec, '') as spec, goods.lot_id, coalesce(lot.lot_no, '') as lot_no,
      sum(goods.cases)::bigint as case_qty, sum(goods.boxes)::bigint as box_qty, sum(goods.loose)::bigint as loose_qty,
      sum(goods.items)::bigint as item_qty, coalesce(sum(goods.items) filter (where goods.is_signed), 0)::bigint as sign_qty
    from (
      select coalesce(line.product_id, 0) as product_id, coalesce(line.lot_id, 0) as lot_id, line.status = ${sql.lit(DeliverStatus.signed)} as is_signed,
        ${ofLevel(Level.case)} as cases, ${ofLevel(Level.box)} as boxes, ${ofLevel(Level.item)} as loose,
        case when line.is_mixed then 0 else line.item_qty end as items
      from deliver_line line where line.firm_id = ${firmId} and line.deliver_id = ${deliverId} and line.status <> ${sql.lit(DeliverStatus.cancelled)}
      union all
      select part.product_id, part.lot_id, line.status = ${sql.lit(DeliverStatus.signed)}, 0, 0, 0, part.item_qty
      from deliver_line line join deliver_line_part part on part.line_id = line.id
      where line.firm_id = ${firmId} and line.deliver_id = ${deliverId} and line.is_mixed and line.status <> ${sql.lit(DeliverStatus.cancelled)}) goods
    left join product on product.id = goods.product_id
    left join lot on lot.id = goods.lot_id
    group by goods.product_id, product.store_name, product.image, product.spec, goods.lot_id, lot.lot_no
    order by goods.product_id, goods.lot_id`.execute(db);
  return rows;
};

/** What the order behind a document asks for of each product, and what all its documents shipped; nothing without an order. */
const readOrdered = async (db: Db, { id, firmId }: { id: number; firmId: number }) => {
  const { rows } = await sql<{
    productId: number;
    storeName: string;
    image: string;
    spec: string;
    orderQty: number;
    orderShipQty: number;
  }>`
    select ordered.product_id, product.store_name, product.image, product.spec, ordered.item_qty as order_qty, ordered.ship_qty as order_ship_qty
    from deliver join need_order_product ordered on ordered.order_id = deliver.order_id
    join product on product.id = ordered.product_id
    where deliver.firm_id = ${firmId} and deliver.id = ${id} order by ordered.product_id`.execute(db);
  return rows;
};

const inProducts = (goods: readonly Goods[]): Map<number, DeliverProduct> => {
  const products = new Map<number, DeliverProduct>();
  for (const { lotId, lotNo, ...lot } of goods) {
    const product = products.get(lot.productId) ?? {
      ...lot,
      lots: [],
      caseQty: 0,
      boxQty: 0,
      looseQty: 0,
      itemQty: 0,
      signQty: 0,
      orderQty: null,
      orderShipQty: null,
    };
    product.lots.push({ lotId, lotNo, itemQty: lot.itemQty });
    for (const sum of ['caseQty', 'boxQty', 'looseQty', 'itemQty', 'signQty'] as const) product[sum] += lot[sum];
    products.set(lot.productId, product);
  }
  return products;
};

/** 按产品: what a document ships of each product, against the order behind it; products that are only ordered stand last. */
export const listProducts = async (
  db: Db,
  { deliverId, page, limit }: InputOf<typeof deliverApi.products>,
): Promise<DataOf<typeof deliverApi.products>> => {
  const document = await requireDeliver(db, deliverId);
  const products = inProducts(await sumGoods(db, document));
  const ordered = await readOrdered(db, document);
  const wanted = new Map(ordered.map((row) => [row.productId, row]));
  const all = [
    ...[...products.values()].map((product) => ({
      ...product,
      orderQty: ordered.length === 0 ? null : (wanted.get(product.productId)?.orderQty ?? 0),
      orderShipQty: ordered.length === 0 ? null : (wanted.get(product.productId)?.orderShipQty ?? 0),
    })),
    ...ordered
      .filter(({ productId }) => !products.has(productId))
      .map((row) => ({ ...row, lots: [], caseQty: 0, boxQty: 0, looseQty: 0, itemQty: 0, signQty: 0 })),
  ];
  return {
    list: all.slice((page - 1) * limit, page * limit),
    total: all.length,
    page,
    limit,
    totalPage: Math.ceil(all.length / limit),
  };
};
