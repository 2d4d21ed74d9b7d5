import type { FieldStockRow } from '@zhuiyuan/contract/fieldwork/field-goods';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { sql } from 'kysely';
import type { Role } from '../account/require-role.ts';
import type { Db } from '../kit/db/database.ts';
import { containing } from '../kit/db/filters.ts';
import { findComputedPage } from '../kit/db/paging.ts';
import { toHolder } from './holder.ts';

/** Days of shipments that a forecast rests on. */
const restsOnDays = 30;
/** Goods that last no longer than this are short. */
const shortDays = 7;

/** What of each product went on in the last thirty days, where the holder has been sending it on for that long. */
const sentOn = async (db: Db, role: Role): Promise<Map<number, number>> => {
  const { kind, id } = toHolder(role);
  const { rows } = await sql<{ productId: number; qty: number }>`
    select coalesce(part.product_id, line.product_id) as product_id,
      sum(coalesce(part.item_qty, line.item_qty)) filter (where deliver.ship_at > now() - make_interval(days => ${sql.lit(restsOnDays)})) as qty
    from deliver join deliver_line line on line.deliver_id = deliver.id and line.firm_id = deliver.firm_id
    left join deliver_line_part part on part.line_id = line.id and part.firm_id = line.firm_id
    where deliver.firm_id = ${role.firmId} and deliver.from_kind = ${kind} and deliver.from_id = ${id}
      and line.status <> ${sql.lit(DeliverStatus.cancelled)} and coalesce(part.product_id, line.product_id) is not null
    group by 1
    having min(deliver.ship_at) <= now() - make_interval(days => ${sql.lit(restsOnDays)})`.execute(db);
  return new Map(rows.map(({ productId, qty }) => [productId, Number(qty ?? 0)]));
};

const lasts = (handQty: number, sent: number | undefined): number | null =>
  sent === undefined || sent === 0 ? null : Math.floor(handQty / (sent / restsOnDays));

/** What a dealer or shop has in hand, and how many products will not last a week; null where nothing can be said of that yet. */
export const sumStock = async (db: Db, role: Role): Promise<{ items: number; shortKinds: number | null }> => {
  const { kind, id } = toHolder(role);
  const rows = await db
    .selectFrom('stock')
    .where('holderKind', '=', kind)
    .where('holderId', '=', id)
    .select(['productId', sql<number>`sum(hand_qty)::bigint`.as('handQty')])
    .groupBy('productId')
    .execute();
  const sent = await sentOn(db, role);
  const short = rows.filter(({ productId, handQty }) => (lasts(handQty, sent.get(productId)) ?? Infinity) < shortDays);
  return {
    items: rows.reduce((sum, { handQty }) => sum + handQty, 0),
    shortKinds: sent.size > 0 ? short.length : null,
  };
};

/** 库存: what a dealer or shop has of each product, with its lots; what is nearest to its end first. */
export const readStock = async (
  db: Db,
  role: Role,
  { keywords, ...input }: { keywords?: string; page: number; limit: number },
) => {
  const { kind, id } = toHolder(role);
  const matching = db
    .selectFrom('stock')
    .innerJoin('product', (join) => join.onRef('product.id', '=', 'stock.productId'))
    .where('stock.holderKind', '=', kind)
    .where('stock.holderId', '=', id)
    .where(sql<boolean>`stock.hand_qty + stock.transit_qty > 0`)
    .$if(Boolean(keywords), (query) => query.where('product.storeName', 'ilike', containing(keywords!)))
    .groupBy(['product.id', 'product.storeName', 'product.spec', 'product.image']);
  const page = await findComputedPage(db, input, matching.select('product.id'), () =>
    matching
      .select([
        'product.id',
        'product.storeName',
        'product.spec',
        'product.image',
        sql<number>`sum(stock.hand_qty)::bigint`.as('handQty'),
        sql<number>`sum(stock.transit_qty)::bigint`.as('transitQty'),
        sql<string | null>`to_char(max(stock.last_in_at), 'YYYY-MM-DD HH24:MI:SS')`.as('lastInAt'),
      ])
      .orderBy(sql`sum(stock.hand_qty)`, 'desc')
      .orderBy('product.id'),
  );
  const ids = page.list.map((row) => row.id);
  const lots =
    ids.length === 0
      ? []
      : await db
          .selectFrom('stock')
          .innerJoin('lot', (join) => join.onRef('lot.id', '=', 'stock.lotId'))
          .where('stock.holderKind', '=', kind)
          .where('stock.holderId', '=', id)
          .where('stock.productId', 'in', ids)
          .where('stock.handQty', '>', 0)
          .select(['stock.productId', 'lot.lotNo', 'lot.expireDate', 'stock.handQty'])
          .orderBy('lot.expireDate')
          .orderBy('lot.id')
          .limit(500)
          .execute();
  const sent = await sentOn(db, role);
  const list: FieldStockRow[] = page.list.map((row) => ({
    ...row,
    lastsDays: lasts(row.handQty, sent.get(row.id)),
    lots: lots.flatMap(({ productId, ...lot }) => (productId === row.id ? [lot] : [])),
  }));
  return { ...page, list };
};
