import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import type { deliverApi, DeliverRow } from '@zhuiyuan/contract/movement/document/deliver';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql } from 'kysely';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { findContainers } from '../../codes/state/find-containers.ts';
import { readUnit } from '../../codes/state/read-unit.ts';
import type { Db } from '../../kit/db/database.ts';
import { at, by, contains, eq, matchingBy, within, type Matching } from '../../kit/db/filtered.ts';
import { firmName, times } from '../../kit/db/selectors.ts';
import type { Owned } from '../../kit/owned-by.ts';
import { actorName } from '../actor-name.ts';
import { partyName } from '../../codes/lookup/party-name.ts';
import { productTexts } from './product-texts.ts';

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
