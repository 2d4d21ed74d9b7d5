import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { BizType, DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { deliverApi } from '@zhuiyuan/contract/movement/document/deliver';
import type { DeliverRow } from '@zhuiyuan/contract/movement/document/deliver-list';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { z } from 'zod';
import { sql } from 'kysely';
import type { Exporter } from '../../jobs/exporter.ts';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { findContainers } from '../../codes/state/find-containers.ts';
import { readUnit } from '../../codes/state/read-unit.ts';
import { prepared, type Db } from '../../kit/db/database.ts';
import { at, by, contains, eq, matchingBy, within, type Matching } from '../../kit/db/filtered.ts';
import { firmName, times } from '../../kit/db/selectors.ts';
import type { Owned } from '../../kit/owned-by.ts';
import { actorName } from '../actor-name.ts';
import { partyName } from '../../codes/lookup/party-name.ts';
import { unseen } from '../../kit/db/compile-once.ts';

/**
 * What some documents ship in a few words: the product of the first line, `等{n}种` where there are more. Goes from product to
 * product along an index, so that a document of a hundred thousand lines costs no more than one of a few.
 */
const productTexts = async (
  db: Db,
  documents: readonly { id: number; firmId: number }[],
): Promise<Map<number, string>> => {
  if (documents.length === 0) return new Map();
  const ids = documents.map(({ id }) => id);
  const firms = documents.map(({ firmId }) => firmId);
  const asked = sql`unnest(${unseen(ids, 'int8')}, ${unseen(firms, 'int8')}) document(id, firm_id)`;
  const { rows } = await sql<{ id: number; storeName: string; products: number }>`${sql.raw(prepared)}
    with recursive shipped(deliver_id, firm_id, product_id) as (
      select document.id, document.firm_id,
        (select min(line.product_id) from deliver_line line where line.deliver_id = document.id and line.firm_id = document.firm_id)
      from ${asked}
      union all
      select shipped.deliver_id, shipped.firm_id, (select min(line.product_id) from deliver_line line
        where line.deliver_id = shipped.deliver_id and line.firm_id = shipped.firm_id and line.product_id > shipped.product_id)
      from shipped where shipped.product_id is not null),
    mixed as (
      select line.deliver_id, part.product_id from ${asked}
      join deliver_line line on line.deliver_id = document.id and line.firm_id = document.firm_id and line.is_mixed
      join deliver_line_part part on part.line_id = line.id),
    counted as (
      select deliver_id, count(*)::int as products from (
        select deliver_id, product_id from shipped where product_id is not null union select deliver_id, product_id from mixed) named
      group by deliver_id)
    select document.id, product.store_name, counted.products
    from ${asked}
    join counted on counted.deliver_id = document.id
    join product on product.firm_id = document.firm_id and product.id = coalesce(
      (select line.product_id from deliver_line line where line.deliver_id = document.id and line.product_id is not null order by line.id limit 1),
      (select min(mixed.product_id) from mixed where mixed.deliver_id = document.id))`.execute(db);
  return new Map(
    rows.map(({ id, storeName, products }) => [id, products > 1 ? `${storeName}等${products}种` : storeName]),
  );
};

/** What documents are asked by; a code finds those that it, or a box around it, was shipped by. */
export type DeliverFilters = Owned<Omit<InputOf<typeof deliverApi.export>, 'columns'>>;

/** Documents one code is found in at most. */
const mostOfCode = 1000;

/** Documents with a line of what a column names, where a box holds several too. */
const shipping = (column: 'productId' | 'lotId') =>
  by<'deliver', number, readonly [number]>(
    (id) => [id],
    (row, id) =>
      row(
        'deliver.id',
        'in',
        row
          .selectFrom('deliverLine as line')
          .select('line.deliverId as id')
          .where(`line.${column}`, '=', id)
          .unionAll(
            row
              .selectFrom('deliverLinePart as part')
              .innerJoin('deliverLine as line', 'line.id', 'part.lineId')
              .select('line.deliverId as id')
              .where(`part.${column}`, '=', id),
          ),
      ),
  );

/** The rules that documents are filtered by, in whichever list. */
export const deliverRules = {
  firmId: eq,
  ids: by<'deliver', number[], readonly [number[]]>(
    (ids) => [ids],
    (_row, ids) => sql<boolean>`deliver.id = any(${ids}::bigint[])`,
  ),
  keywords: at(contains, 'deliverNo' as const, 'extNo' as const, 'logisticsNo' as const),
  fromKind: eq,
  fromId: eq,
  toKind: eq,
  toId: eq,
  dateLimit: at(within, 'shipAt' as const),
};

const matching: Matching<'deliver', Omit<DeliverFilters, 'code'>> = matchingBy(
  'deliver',
  (db) => db.selectFrom('deliver'),
  {
    ...deliverRules,
    bizType: eq,
    productId: shipping('productId'),
    lotId: shipping('lotId'),
    orderId: eq,
    status: eq,
    opSrc: eq,
    mine: at(eq, 'operatorId'),
  },
);

/** The documents by which a code was shipped: by itself or in a box it lies in, and the one that brought it where it is. */
export const findDeliversOf = async (db: Db, keyring: Keyring, typed: string): Promise<number[]> => {
  const place = (await keyring.find(db, typed))?.place;
  const unit = place && (await readUnit(db, place.seg, place.serial));
  if (!unit) return [];
  const { boxes, custody } = await findContainers(db, unit);
  const places = [unit, ...boxes];
  // By the code alone: a lasting plan would go through the lines of the firm.
  const { rows } = await sql<{ deliverId: number }>`
    select distinct line.deliver_id
    from unnest(${places.map(({ seg }) => seg)}::int[], ${places.map(({ serial }) => serial)}::bigint[]) place(seg, serial)
    cross join lateral (select firm_id, deliver_id from deliver_line where seg = place.seg and span @> place.serial offset 0) line
    where line.firm_id = ${unit.firmId}
    limit ${sql.lit(mostOfCode)}`.execute(db);
  const { deliverId = null } = custody as { deliverId?: number | null };
  return [...new Set([...rows.map((row) => row.deliverId), ...(deliverId === null ? [] : [deliverId])])];
};

/** The numbers that a choice of rows and a code leave; nothing where neither is asked. */
export const chosenDelivers = async (
  db: Db,
  keyring: Keyring,
  { code, ids }: { code?: string; ids?: number[] },
): Promise<number[] | undefined> => {
  if (!code) return ids;
  const found = await findDeliversOf(db, keyring, code);
  return ids ? found.filter((id) => ids.includes(id)) : found;
};

/** The documents that filters ask for. */
export const matchingDelivers = async (db: Db, keyring: Keyring, { code, ...filters }: DeliverFilters) =>
  matching(db, { ...filters, ids: await chosenDelivers(db, keyring, { code, ids: filters.ids }) });

/** Adds what a document shows, without an order. */
export const withDeliverColumns = (query: ReturnType<typeof matching>) =>
  query.select([
    'deliver.id',
    'deliver.firmId',
    firmName('deliver'),
    'deliver.deliverNo',
    'deliver.bizType',
    'deliver.fromKind',
    'deliver.fromId',
    partyName('deliver', 'from').as('fromName'),
    'deliver.toKind',
    'deliver.toId',
    partyName('deliver', 'to').as('toName'),
    'deliver.caseQty',
    'deliver.boxQty',
    'deliver.itemQty',
    'deliver.signQty',
    'deliver.status',
    'deliver.hasDiff',
    'deliver.orderId',
    sql<string>`coalesce((select need_order.order_no from need_order where need_order.firm_id = deliver.firm_id and need_order.id = deliver.order_id), '')`.as(
      'orderNo',
    ),
    'deliver.extNo',
    'deliver.logisticsName',
    'deliver.logisticsNo',
    'deliver.shipAt',
    'deliver.signAt',
    sql<number | null>`case when deliver.status = ${sql.lit(DeliverStatus.shipped)}
      then floor(extract(epoch from now() - deliver.ship_at) / 86400)::int end`.as('days'),
    actorName('deliver').as('operatorName'),
    'deliver.opSrc',
    'deliver.version',
    ...times('deliver'),
  ]);

/** Documents as the list shows them, the last shipped first. */
export const asDeliverRows = (query: ReturnType<typeof matching>) =>
  withDeliverColumns(query).orderBy('deliver.shipAt', 'desc').orderBy('deliver.id', 'desc');

/** A document as its query finds it. */
export type FoundDeliver = Awaited<ReturnType<ReturnType<typeof asDeliverRows>['execute']>>[number];

/** Adds the products of documents. */
export const completeDelivers = async <Found extends FoundDeliver>(
  db: Db,
  found: readonly Found[],
): Promise<(Found & DeliverRow)[]> => {
  const texts = await productTexts(db, found);
  return found.map((row) => ({ ...row, productText: texts.get(row.id) ?? '' }) as Found & DeliverRow);
};

/** The order of documents, as pages are found by it. */
export const deliverKey = { shipAt: 'timestamptz', id: 'bigint' } as const;

/** Documents as a file, the last shipped first. */
export const deliverExporter = (
  keyring: Keyring,
): Exporter<DeliverRow, DeliverFilters, FoundDeliver & { exactTime: string }> => ({
  biz: 'deliver',
  title: '发货单',
  may: deliverApi.export.may,
  columns: [
    { title: '发货单号', width: 22, cell: (row) => row.deliverNo },
    { title: '类型', cell: (row) => BizType.label(row.bizType) },
    { title: '状态', cell: (row) => DeliverStatus.label(row.status) },
    { title: '有差异', cell: (row) => (row.hasDiff ? '是' : '否') },
    { title: '发货方', width: 28, cell: (row) => row.fromName },
    { title: '收货方类型', cell: (row) => Holder.label(row.toKind) },
    { title: '收货方', width: 28, cell: (row) => row.toName },
    { title: '产品', width: 32, cell: (row) => row.productText },
    { title: '大箱', cell: (row) => row.caseQty },
    { title: '小箱', cell: (row) => row.boxQty },
    { title: '件数', cell: (row) => row.itemQty },
    { title: '已签收', cell: (row) => row.signQty },
    { title: '要货订单', width: 22, cell: (row) => row.orderNo },
    { title: '外部单号', width: 22, cell: (row) => row.extNo },
    { title: '物流公司', width: 18, cell: (row) => row.logisticsName },
    { title: '物流单号', width: 22, cell: (row) => row.logisticsNo },
    { title: '发货时间', width: 20, cell: (row) => row.shipAt },
    { title: '签收时间', width: 20, cell: (row) => row.signAt ?? '' },
    { title: '操作人', cell: (row) => row.operatorName },
    { title: '来源', cell: (row) => OpSource.label(row.opSrc) },
    { title: '所属企业', width: 32, cell: (row) => row.firmName },
  ],
  filters: deliverApi.export.input.extend({ mine: z.number().optional() }),
  async page(db, filters, after, limit) {
    let found = await matchingDelivers(db, keyring, filters);
    if (after)
      found = found.where(sql<boolean>`(deliver.ship_at, deliver.id) < (${after.exactTime}::timestamptz, ${after.id})`);
    return asDeliverRows(found)
      .select(sql<string>`deliver.ship_at::text`.as('exactTime'))
      .limit(limit)
      .execute();
  },
  complete: completeDelivers,
});
