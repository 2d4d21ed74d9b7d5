import { Face } from '@zhuiyuan/contract/codes/cipher/face';
import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import type { diversionApi } from '@zhuiyuan/contract/diversion/diversion';
import type { DataOf, InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { sql } from 'kysely';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { readUnits } from '../codes/state/read-unit.ts';
import type { Db } from '../kit/db/database.ts';
import { by, eq, matchingBy, type Matching } from '../kit/db/filtered.ts';
import { findPage } from '../kit/db/paging.ts';
import { notFound } from '../kit/refusal.ts';
import { whereAre } from './where-is-code.ts';

interface GoodsFilters {
  deliverId?: number;
  /** The dealer or shop that goods were sent to. */
  to?: { kind: number; id: number };
}

/** Lines of a document, or what was sent to somebody; what was cancelled was not. */
const matchingGoods: Matching<'deliverLine', GoodsFilters> = matchingBy(
  'deliverLine',
  (db) => db.selectFrom('deliverLine').where('deliverLine.status', '<>', DeliverStatus.cancelled),
  {
    deliverId: eq,
    to: by<'deliverLine', { kind: number; id: number }, readonly [number, number]>(
      ({ kind, id }) => [kind, id],
      (row, kind, id) =>
        row(
          'deliverLine.deliverId',
          'in',
          row.selectFrom('deliver').where('toKind', '=', kind).where('toId', '=', id).select('deliver.id'),
        ),
    ),
  },
);

const asGoods = (query: ReturnType<typeof matchingGoods>) =>
  query
    .innerJoin('deliver', 'deliver.id', 'deliverLine.deliverId')
    .innerJoin('segment', 'segment.seg', 'deliverLine.seg')
    .select([
      'deliverLine.id as lineId',
      'deliverLine.deliverId',
      'deliver.deliverNo',
      'deliverLine.seg',
      'segment.keyV',
      sql<number>`lower(deliver_line.span)`.as('from'),
      sql<number>`upper(deliver_line.span) - 1`.as('to'),
      'deliverLine.itemQty',
      'deliverLine.status as shipStatus',
    ])
    .orderBy('deliverLine.id', 'desc');

/** What somebody is being sent and has. */
const sumStock = (db: Db, { kind, id }: { kind: number; id: number }) =>
  db
    .selectFrom('stock')
    .where('holderKind', '=', kind)
    .where('holderId', '=', id)
    .select([
      sql<number>`coalesce(sum(hand_qty), 0)::bigint`.as('handQty'),
      sql<number>`coalesce(sum(transit_qty), 0)::bigint`.as('transitQty'),
    ])
    .executeTakeFirstOrThrow();

type Goods = DataOf<typeof diversionApi.goods>;

const findAsked = async (
  db: Db,
  { deliverNo, agentId, shopId }: InputOf<typeof diversionApi.goods>,
): Promise<{ filters: GoodsFilters; of: Goods['of'] }> => {
  if (deliverNo) {
    const doc = await db
      .selectFrom('deliver')
      .where('deliverNo', '=', deliverNo.toUpperCase())
      .select(['id', 'deliverNo', 'itemQty', 'signQty'])
      .executeTakeFirst();
    if (!doc) throw notFound('发货单不存在');
    const { id, deliverNo: name, itemQty, signQty } = doc;
    return { filters: { deliverId: id }, of: { deliverId: id, name, itemQty, signQty, handQty: 0, transitQty: 0 } };
  }
  const to = agentId ? { kind: Holder.agent, id: agentId } : { kind: Holder.shop, id: shopId! };
  const party = await db
    .selectFrom(agentId ? 'agent' : 'shop')
    .where('id', '=', to.id)
    .select('name')
    .executeTakeFirst();
  if (!party) throw notFound();
  return {
    filters: { to },
    of: { deliverId: null, name: party.name, itemQty: 0, signQty: 0, ...(await sumStock(db, to)) },
  };
};

/** A page of the lines of a document, or of what was sent to a dealer or a shop, newest first: each judged by its first code, and by the last scan of any of it. */
export const listGoods = async (
  db: Db,
  keyring: Keyring,
  input: InputOf<typeof diversionApi.goods>,
): Promise<Goods> => {
  const { filters, of } = await findAsked(db, input);
  const page = await findPage(db, input, matchingGoods(db, filters), asGoods);
  const units = await readUnits(
    db,
    page.list.map(({ seg, from }) => ({ seg, serial: from })),
  );
  const rows = await whereAre(
    db,
    keyring,
    page.list.map(({ to }, at) => ({ unit: units[at]!, face: Face.outer, to })),
  );
  const lastCodes = await keyring.readTexts(
    db,
    page.list.map(({ seg, keyV, to }) => ({ seg, keyV, serial: to })),
  );
  return {
    ...page,
    of,
    list: page.list.map(({ lineId, deliverId, deliverNo, from, to, itemQty, shipStatus }, at) => ({
      ...rows[at]!,
      lineId,
      deliverId,
      deliverNo,
      lastCode: lastCodes[at]!,
      codeCnt: to - from + 1,
      itemQty,
      shipStatus: shipStatus as Goods['list'][number]['shipStatus'],
    })),
  };
};
