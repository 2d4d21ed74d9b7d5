import type { HistoryRow, PendingRow } from '@zhuiyuan/contract/fieldwork/field-goods';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { Role } from '../account/require-role.ts';
import type { DB } from '../kit/db/database-types.gen.ts';
import type { Db } from '../kit/db/database.ts';
import { containing } from '../kit/db/filters.ts';
import { findPage } from '../kit/db/paging.ts';
import { endName, toHolder } from './holder.ts';

type Documents = SelectQueryBuilder<DB, 'deliver', object>;
interface Paging {
  page: number;
  limit: number;
}

/** Documents that are on their way to a dealer or shop. */
export const pendingDocuments = (db: Db, role: Role): Documents => {
  const { kind, id } = toHolder(role);
  return db
    .selectFrom('deliver')
    .where('deliver.toKind', '=', kind)
    .where('deliver.toId', '=', id)
    .where('deliver.status', '=', DeliverStatus.shipped);
};

const columns = [
  'deliver.id',
  'deliver.deliverNo',
  'deliver.bizType',
  'deliver.status',
  'deliver.hasDiff',
  'deliver.itemQty',
  'deliver.signQty',
  'deliver.shipAt',
] as const;

const asRows = (query: Documents) =>
  query.select([
    ...columns,
    endName('from').as('fromName'),
    endName('to').as('toName'),
    sql<number>`greatest(0, extract(day from now() - deliver.ship_at))::int`.as('days'),
  ]);

/** The product most of each document is, with how many kinds there are. */
const findProducts = async (db: Db, firmId: number, ids: readonly number[]) => {
  if (ids.length === 0) return new Map<number, { storeName: string; image: string; kinds: number }>();
  const { rows } = await sql<{ deliverId: number; storeName: string; image: string; kinds: number }>`
    select distinct on (sums.deliver_id) sums.deliver_id, product.store_name, product.image, sums.kinds
    from (
      select line.deliver_id, coalesce(part.product_id, line.product_id) as product_id,
        sum(coalesce(part.item_qty, line.item_qty)) as qty,
        count(*) over (partition by line.deliver_id)::int as kinds
      from deliver_line line left join deliver_line_part part on part.line_id = line.id and part.firm_id = line.firm_id
      where line.firm_id = ${firmId} and line.deliver_id = any(${ids}::bigint[]) and line.status <> ${sql.lit(DeliverStatus.cancelled)}
      group by 1, 2
    ) sums join product on product.id = sums.product_id and product.firm_id = ${firmId}
    order by sums.deliver_id, sums.qty desc, product.id`.execute(db);
  return new Map(rows.map(({ deliverId, ...product }) => [deliverId, product]));
};

const withProducts = async <R extends { id: number }>(db: Db, role: Role, rows: R[]) => {
  const ids = rows.map(({ id }) => id);
  const products = await findProducts(db, role.firmId, ids);
  return rows.map((row) => ({ ...row, ...(products.get(row.id) ?? { storeName: '', image: '', kinds: 0 }) }));
};

/** What is still to come of a document. */
const toPending = <R extends { itemQty: number; signQty: number }>(row: R) => ({
  ...row,
  itemQty: row.itemQty - row.signQty,
});

/** 待签收: what is on its way to a dealer or shop, the longest on the way first. */
export const readPending = async (db: Db, role: Role, input: Paging) => {
  const page = await findPage(db, input, pendingDocuments(db, role), (query) =>
    asRows(query).orderBy('deliver.shipAt').orderBy('deliver.id'),
  );
  const list = await withProducts(db, role, page.list);
  return { ...page, list: list.map((row) => toPending(row) as PendingRow) };
};

/** 发货记录: what a dealer or shop sent on, or with `isReceived` what he was sent, the newest first. */
export const readHistory = async (
  db: Db,
  role: Role,
  { isReceived, keywords, ...input }: Paging & { isReceived: boolean; keywords?: string },
) => {
  const { kind, id } = toHolder(role);
  const [kindColumn, idColumn] = isReceived
    ? (['deliver.toKind', 'deliver.toId'] as const)
    : (['deliver.fromKind', 'deliver.fromId'] as const);
  const matching = db
    .selectFrom('deliver')
    .where(kindColumn, '=', kind)
    .where(idColumn, '=', id)
    .$if(Boolean(keywords), (query) => query.where('deliver.deliverNo', 'like', containing(keywords!.toUpperCase())));
  const page = await findPage(db, input, matching, (query) =>
    asRows(query).orderBy('deliver.shipAt', 'desc').orderBy('deliver.id', 'desc'),
  );
  return { ...page, list: (await withProducts(db, role, page.list)) as HistoryRow[] };
};
