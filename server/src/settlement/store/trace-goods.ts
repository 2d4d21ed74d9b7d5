import { Holder, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { readDateLimit } from '@zhuiyuan/contract/kit/date-limit';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import type { TraceDeliver } from '@zhuiyuan/contract/settlement/store/store-trace';
import { sql, type RawBuilder } from 'kysely';
import { partyName } from '../../codes/lookup/party-name.ts';
import type { Db } from '../../kit/db/database.ts';

const { lit } = sql;

/** A shop whose goods are traced, and where it is. */
export interface TracedShop {
  id: number;
  firmId: number;
  lng: number | null;
  lat: number | null;
}
/** Which of its goods, and when. */
export interface TraceFilters {
  productId?: number;
  lotId?: number;
  dateLimit?: string;
}

/** Whether a time of a row lies within the dates; true without them. */
export const inDates = (time: RawBuilder<unknown>, dateLimit: string | undefined): RawBuilder<boolean> => {
  const range = dateLimit ? readDateLimit(dateLimit) : undefined;
  return range
    ? sql`(${time} >= ${range.start}::timestamptz and ${time} < ${range.end}::timestamptz + interval '1 second')`
    : sql`true`;
};

/** Whether a row with `product_id` and `lot_id` is of the goods that are asked for. */
export const ofGoods = (table: string, { productId, lotId }: TraceFilters): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`(${productId === undefined ? sql`true` : sql`${column('product_id')} = ${productId}`}
    and ${lotId === undefined ? sql`true` : sql`${column('lot_id')} = ${lotId}`})`;
};

const boxes = sql`case when line.level = ${lit(Level.item)} then 0 else upper(line.span) - lower(line.span) end`;

/** Lines of the documents a shop signed for, by product and lot. A box that holds several counts as one of what it is bound to, its items each to their own. */
const linesOf = ({ id, firmId }: TracedShop, filters: TraceFilters) => sql`
  select * from (
    select line.deliver_id, coalesce(line.product_id, 0) as product_id, coalesce(line.lot_id, 0) as lot_id, ${boxes} as boxes,
      case when line.is_mixed then 0 else line.item_qty end as items, line.end_at
    from deliver join deliver_line line on line.deliver_id = deliver.id and line.firm_id = deliver.firm_id
    where deliver.firm_id = ${firmId} and deliver.to_kind = ${lit(Holder.shop)} and deliver.to_id = ${id} and line.status = ${lit(DeliverStatus.signed)}
    union all
    select line.deliver_id, part.product_id, part.lot_id, 0, part.item_qty, line.end_at
    from deliver join deliver_line line on line.deliver_id = deliver.id and line.firm_id = deliver.firm_id
    join deliver_line_part part on part.line_id = line.id and part.firm_id = line.firm_id
    where deliver.firm_id = ${firmId} and deliver.to_kind = ${lit(Holder.shop)} and deliver.to_id = ${id} and line.status = ${lit(DeliverStatus.signed)}
      and line.is_mixed) line
  where ${ofGoods('line', filters)} and ${inDates(sql`line.end_at`, filters.dateLimit)}`;

interface Arrival {
  deliverId: number;
  productId: number;
  lotId: number;
  boxQty: number;
  itemQty: number;
  signAt: string;
}

/** What a shop signed for by each document, of each product and lot. */
export const arrivalsOf = (db: Db, shop: TracedShop, filters: TraceFilters) =>
  db.selectFrom(
    sql<Arrival>`(select deliver_id, product_id, lot_id, sum(boxes)::bigint as box_qty, sum(items)::bigint as item_qty, max(end_at) as sign_at
      from (${linesOf(shop, filters)}) line group by deliver_id, product_id, lot_id)`.as('arrival'),
  );

export const asArrivals = (query: ReturnType<typeof arrivalsOf>) =>
  query
    .innerJoin('deliver', 'deliver.id', 'arrival.deliverId')
    .leftJoin('product', 'product.id', 'arrival.productId')
    .leftJoin('lot', 'lot.id', 'arrival.lotId')
    .select([
      'arrival.deliverId',
      'deliver.deliverNo',
      partyName('deliver', 'from').as('fromName'),
      sql<string>`coalesce(product.store_name, '')`.as('productName'),
      sql<string>`coalesce(lot.lot_no, '')`.as('lotNo'),
      'arrival.boxQty',
      'arrival.itemQty',
      sql<TraceDeliver['signAt']>`arrival.sign_at`.as('signAt'),
    ])
    .orderBy('arrival.signAt', 'desc')
    .orderBy('arrival.deliverId', 'desc')
    .orderBy('arrival.productId')
    .orderBy('arrival.lotId');

/** Items that arrived within the dates of the filters. */
export const countArrived = async (db: Db, shop: TracedShop, filters: TraceFilters): Promise<number> => {
  const { rows } = await sql<{
    items: number;
  }>`select coalesce(sum(items), 0)::bigint as items from (${linesOf(shop, filters)}) line`.execute(db);
  return rows[0]!.items;
};

/** Items that arrived on each day since a day. */
export const arrivedByDay = async (db: Db, shop: TracedShop, { productId, lotId }: TraceFilters, since: string) => {
  const { rows } = await sql<{ day: string; items: number }>`
    select end_at::date::text as day, sum(items)::bigint as items from (${linesOf(shop, { productId, lotId })}) line
    where end_at >= ${since}::date group by 1`.execute(db);
  return new Map(rows.map(({ day, items }) => [day, items]));
};

/** Items a shop has by what was signed for and did not go on. */
export const countInHand = async (db: Db, { id, firmId }: TracedShop, filters: TraceFilters): Promise<number> => {
  const { rows } = await sql<{ items: number }>`
    select coalesce(sum(hand_qty), 0)::bigint as items from stock
    where stock.firm_id = ${firmId} and holder_kind = ${lit(Holder.shop)} and holder_id = ${id} and ${ofGoods('stock', filters)}`.execute(
    db,
  );
  return rows[0]!.items;
};
