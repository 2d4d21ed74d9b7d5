import { DeliverStatus, DiffState } from '@zhuiyuan/contract/movement/move-enums';
import { SignTab, usualTransitDays, type signListApi, type SignRow } from '@zhuiyuan/contract/movement/sign/sign-list';
import type { DataOf, InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql } from 'kysely';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import type { Db } from '../../kit/db/database.ts';
import { by, eq, matchingBy, type Matching } from '../../kit/db/filtered.ts';
import { findPage } from '../../kit/db/paging.ts';
import { chosenDelivers, completeDelivers, deliverRules, withDeliverColumns } from '../document/deliver-list.ts';

type Input = InputOf<typeof signListApi.list>;
type Filters = Omit<Input, 'page' | 'limit' | 'tab' | 'code'> & { ids?: number[]; status?: number; unsettled?: true };

const matching: Matching<'deliver', Filters> = matchingBy('deliver', (db) => db.selectFrom('deliver'), {
  ...deliverRules,
  status: eq,
  overDays: by(
    (days: number) => [days],
    (_row, days) => sql<boolean>`deliver.ship_at < now() - make_interval(days => ${days}::int)`,
  ),
  // Lines that stayed unsigned, or something that was noted and not settled yet.
  unsettled: by(
    () => [],
    (row) =>
      row(
        'deliver.id',
        'in',
        row
          .selectFrom('deliverDiff as diff')
          .select('diff.deliverId as id')
          .where('diff.state', '=', sql.lit(DiffState.open))
          .unionAll(
            row
              .selectFrom('deliver as short')
              .select('short.id as id')
              .where('short.hasDiff', '=', sql.lit(true))
              .where('short.status', '=', sql.lit(DeliverStatus.shipped)),
          ),
      ),
  ),
});

const withSignColumns = (query: ReturnType<typeof matching>) =>
  withDeliverColumns(query).select([
    sql<number>`deliver.item_qty - deliver.sign_qty`.as('remainQty'),
    sql<number>`(select count(*) from deliver_diff diff where diff.firm_id = deliver.firm_id and diff.deliver_id = deliver.id and diff.state = ${sql.lit(DiffState.open)})::int`.as(
      'openDiffCnt',
    ),
  ]);

const longestFirst = (query: ReturnType<typeof matching>) =>
  withSignColumns(query).orderBy('deliver.shipAt').orderBy('deliver.id');
const lastSignedFirst = (query: ReturnType<typeof matching>) =>
  withSignColumns(query).orderBy('deliver.signAt', 'desc').orderBy('deliver.id', 'desc');
const lastShippedFirst = (query: ReturnType<typeof matching>) =>
  withSignColumns(query).orderBy('deliver.shipAt', 'desc').orderBy('deliver.id', 'desc');

const tabs = {
  [SignTab.pending]: {
    of: { status: DeliverStatus.shipped },
    order: longestFirst,
    key: { shipAt: 'timestamptz', id: 'bigint' },
  },
  [SignTab.signed]: {
    of: { status: DeliverStatus.signed },
    order: lastSignedFirst,
    key: { signAt: 'timestamptz', id: 'bigint' },
  },
  [SignTab.diff]: {
    of: { unsettled: true },
    order: lastShippedFirst,
    key: { shipAt: 'timestamptz', id: 'bigint' },
  },
} as const;

/** A page of one of the three lists of 签收. */
export const listSigns = async (
  db: Db,
  keyring: Keyring,
  { tab, code, ...input }: Input,
): Promise<DataOf<typeof signListApi.list>> => {
  const { of, order, key } = tabs[tab];
  const ids = await chosenDelivers(db, keyring, { code });
  const page = await findPage(db, input, matching(db, { ...input, ...of, ids }), order, key);
  return { ...page, list: (await completeDelivers(db, page.list)) as SignRow[] };
};

/** How much waits to be signed for or settled. */
export const countSigns = async (db: Db): Promise<DataOf<typeof signListApi.counts>> => {
  const pending = await db
    .selectFrom('deliver')
    .where('status', '=', DeliverStatus.shipped)
    .select([
      sql<number>`count(*)::int`.as('pendingCnt'),
      sql<number>`(count(*) filter (where ship_at < now() - make_interval(days => ${sql.lit(usualTransitDays)})))::int`.as(
        'lateCnt',
      ),
    ])
    .executeTakeFirstOrThrow();
  const open = await db
    .selectFrom('deliverDiff')
    .where('state', '=', DiffState.open)
    .select(sql<number>`count(*)::int`.as('openDiffCnt'))
    .executeTakeFirstOrThrow();
  return { ...pending, ...open };
};
