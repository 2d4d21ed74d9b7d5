import { Audience } from '@zhuiyuan/contract/campaign/campaign-states';
import type { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { Holder, type Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import type { SettleState } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import { PayeeKind, RemitStatus } from '@zhuiyuan/contract/settlement/settlement-enums';
import {
  TraceEvent,
  type TraceHappening,
  type TraceUnpack,
  type TraceVer,
} from '@zhuiyuan/contract/settlement/store/store-trace';
import { sql, type SelectQueryBuilder } from 'kysely';
import { codesOfDraws } from '../../campaign/codes-of-draws.ts';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { at, by, eq, matchingBy, within, type Matching } from '../../kit/db/filtered.ts';
import { maskConsumer } from '../../member/mask-consumer.ts';
import { arrivalsOf, inDates, ofGoods, type TracedShop, type TraceFilters } from './trace-goods.ts';

const { lit } = sql;
type OfShop = TraceFilters & { shopId: number };

/** Boxes that a shop opened. */
export const matchingUnpacks: Matching<'draw', OfShop> = matchingBy(
  'draw',
  (db) => db.selectFrom('draw').where('draw.audience', '=', lit(Audience.shop)),
  { shopId: eq, productId: eq, lotId: eq, dateLimit: at(within, 'drawnAt') },
);

export const asUnpacks = (query: SelectQueryBuilder<DB, 'draw', object>) =>
  query
    .innerJoin('tier', 'tier.id', 'draw.tierId')
    .innerJoin('activity', 'activity.id', 'draw.activityId')
    .leftJoin('product', 'product.id', 'draw.productId')
    .leftJoin('lot', 'lot.id', 'draw.lotId')
    .select([
      'draw.id',
      'draw.seg',
      'draw.serial',
      sql<(typeof Level.options)[number]['value'] | null>`draw.code_level`.as('level'),
      sql<string>`coalesce(product.store_name, '')`.as('productName'),
      sql<string>`coalesce(lot.lot_no, '')`.as('lotNo'),
      'draw.drawnAt as unpackAt',
      'activity.actName',
      sql<PrizeType>`draw.prize_type`.as('prizeType'),
      'tier.prizeName',
      'draw.amount',
      'draw.points',
    ])
    .orderBy('draw.id', 'desc');

type FoundUnpack = Awaited<ReturnType<ReturnType<typeof asUnpacks>['execute']>>[number];

export const toUnpacks = async (db: Db, keyring: Keyring, rows: readonly FoundUnpack[]): Promise<TraceUnpack[]> => {
  const codes = await codesOfDraws(db, keyring, rows);
  return rows.map(({ seg: _seg, serial: _serial, ...row }) => ({ ...row, code: codes.get(row.id) ?? '' }));
};

const itself = (id: number) => [id] as const;

/** Prizes that a shop handed out, won with codes of these goods. */
export const matchingTraceVers: Matching<'prizeVer', OfShop> = matchingBy(
  'prizeVer',
  (db) => db.selectFrom('prizeVer'),
  {
    shopId: eq,
    productId: by(itself, (row, id) =>
      row.exists(
        row
          .selectFrom('draw')
          .whereRef('draw.id', '=', 'prizeVer.drawId')
          .where('draw.productId', '=', id)
          .select('draw.id'),
      ),
    ),
    lotId: by(itself, (row, id) =>
      row.exists(
        row
          .selectFrom('draw')
          .whereRef('draw.id', '=', 'prizeVer.drawId')
          .where('draw.lotId', '=', id)
          .select('draw.id'),
      ),
    ),
    dateLimit: at(within, 'verAt'),
  },
);

export const asTraceVers = (query: SelectQueryBuilder<DB, 'prizeVer', object>) =>
  query
    .innerJoin('tier', 'tier.id', 'prizeVer.tierId')
    .innerJoin('activity', 'activity.id', 'prizeVer.activityId')
    .innerJoin('member', 'member.id', 'prizeVer.uid')
    .select([
      'prizeVer.id',
      'prizeVer.verNo',
      'prizeVer.verAt',
      'tier.prizeName',
      'activity.actName',
      'member.nickName',
      'prizeVer.uid',
      'prizeVer.deductAmount',
      sql<VerStatus>`prize_ver.status`.as('status'),
      sql<(typeof SettleState.options)[number]['value']>`prize_ver.settle_state`.as('settleState'),
    ])
    .orderBy('prizeVer.id', 'desc');

type FoundVer = Awaited<ReturnType<ReturnType<typeof asTraceVers>['execute']>>[number];

export const toTraceVers = (rows: readonly FoundVer[]): TraceVer[] =>
  rows.map(({ nickName, uid, ...row }) => ({ ...row, consumer: maskConsumer({ nickName, uid }) }));

interface Happened extends Omit<TraceHappening, 'no'> {
  no: string;
  seg: number | null;
  serial: number | null;
}

const noCode = sql`null::int as seg, null::bigint as serial`;

/** Everything that happened at a shop. */
export const happenedAt = (db: Db, shop: TracedShop, filters: TraceFilters) => {
  const { id, firmId } = shop;
  const { dateLimit } = filters;
  const ofAllGoods = filters.productId === undefined && filters.lotId === undefined;
  const verified = (kind: TraceEvent, time: 'ver_at' | 'reversed_at', sign: 1 | -1) => sql`
    select ${lit(kind)}::int, v.id, v.${sql.id(time)}, v.ver_no, tier.prize_name, 0, ${lit(sign)} * v.deduct_amount, ${noCode}
    from prize_ver v join tier on tier.id = v.tier_id and tier.firm_id = v.firm_id join draw on draw.id = v.draw_id and draw.firm_id = v.firm_id
    where v.firm_id = ${firmId} and v.shop_id = ${id} and ${ofGoods('draw', filters)} and ${inDates(sql`v.${sql.id(time)}`, dateLimit)}`;
  return db.selectFrom(
    sql<Happened>`(
      select ${lit(TraceEvent.arrival)}::int as kind, arrival.deliver_id as id, arrival.sign_at as at, deliver.deliver_no as no,
        concat_ws('，', nullif(coalesce(product.store_name, ''), ''), nullif(coalesce(lot.lot_no, ''), '')) as name, arrival.item_qty, 0::bigint as amount, ${noCode}
      from (${arrivalsOf(db, shop, filters).selectAll()}) arrival join deliver on deliver.id = arrival.deliver_id and deliver.firm_id = ${firmId}
        left join product on product.id = arrival.product_id and product.firm_id = ${firmId} left join lot on lot.id = arrival.lot_id and lot.firm_id = ${firmId}
      where deliver.status <> ${lit(DeliverStatus.cancelled)} and deliver.to_kind = ${lit(Holder.shop)}
      union all
      select ${lit(TraceEvent.unpack)}, draw.id, draw.drawn_at, '', tier.prize_name, 0, draw.amount, draw.seg, draw.serial
      from draw join tier on tier.id = draw.tier_id and tier.firm_id = draw.firm_id
      where draw.firm_id = ${firmId} and draw.shop_id = ${id} and draw.audience = ${lit(Audience.shop)} and ${ofGoods('draw', filters)}
        and ${inDates(sql`draw.drawn_at`, dateLimit)}
      union all ${verified(TraceEvent.verify, 'ver_at', 1)}
      union all ${verified(TraceEvent.reverse, 'reversed_at', -1)} and v.status = ${lit(VerStatus.reversed)}
      union all
      select ${lit(TraceEvent.remit)}, remit.id, remit.paid_at, remit.remit_no, '', 0, remit.amount, ${noCode}
      from remit where remit.firm_id = ${firmId} and remit.payee_kind = ${lit(PayeeKind.shop)} and remit.shop_id = ${id} and remit.status = ${lit(RemitStatus.paid)}
        and ${lit(ofAllGoods)} and ${inDates(sql`remit.paid_at`, dateLimit)})`.as('event'),
  );
};

export const asHappened = (query: ReturnType<typeof happenedAt>) =>
  query.selectAll().orderBy('event.at', 'desc').orderBy('event.kind').orderBy('event.id', 'desc').orderBy('event.name');

export const toHappenings = async (db: Db, keyring: Keyring, rows: readonly Happened[]): Promise<TraceHappening[]> => {
  const codes = await codesOfDraws(
    db,
    keyring,
    rows.map((row, nth) => ({ ...row, id: nth })),
  );
  return rows.map(({ seg: _seg, serial: _serial, ...row }, nth) => ({ ...row, no: codes.get(nth) ?? row.no }));
};
