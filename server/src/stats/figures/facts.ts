import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { ActScene, Audience, ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { BillState, PaySource, returnedCodes } from '@zhuiyuan/contract/payout/payout-enums';
import { sql, type RawBuilder } from 'kysely';
import { pointSources } from './dims.ts';
import { count, when, type FactKind, type Part } from './fact-kind.ts';
import { activated, deactivated } from './code-facts.ts';
import { scanFacts } from './scan-facts.ts';

type Sql = RawBuilder<unknown>;

/** The codes of a draw's place. A draw whose city nobody knew has the code of the province in its place. */
const placeOf = (row: string): Pick<Record<Part, Sql>, 'province' | 'city'> => {
  const [province, city] = [sql.raw(`${row}.province::int`), sql.raw(`${row}.city::int`)];
  return {
    province,
    city: sql`case when ${city} % 10000 <> 0 or ${city} in (select id from city where level = 0 and name like '%市') then ${city} end`,
  };
};

/** The game of an activity, where it is one. */
const gameOf = (activityId: string): Sql =>
  sql`left join activity game on game.id = ${sql.ref(activityId)} and game.act_scene = ${sql.lit(ActScene.interact)}`;
const ofGame: Pick<Record<Part, Sql>, 'scene' | 'mode'> = { scene: sql`game.act_scene`, mode: sql`game.play_mode` };
const underGame: FactKind['under'] = ['scene', 'mode'];
const underGameTier: FactKind['under'] = [...underGame, ['scene', 'tier'], ['mode', 'tier']];

const drawn = (more: Partial<Record<Part, Sql>> = {}): Partial<Record<Part, Sql>> => ({
  activity: sql`draw.activity_id`,
  product: sql`draw.product_id`,
  lot: sql`draw.lot_id`,
  ...placeOf('draw'),
  agent: sql`draw.agent_id`,
  shop: sql`draw.shop_id`,
  channel: sql`draw.channel_id`,
  ...ofGame,
  tier: sql`draw.tier_id`,
  level: sql`draw.code_level`,
  ...more,
});

/** What is booked of a win under its draw. */
const won: FactKind['under'] = ['activity', 'product', 'agent', 'shop', ['activity', 'tier'], ...underGameTier];

const isWin = sql`draw.prize_type <> ${sql.lit(PrizeType.none)}`;
const isOpening = sql`draw.audience = ${sql.lit(Audience.shop)}`;

const tickets: FactKind = {
  from: sql`part_log ${gameOf('part_log.activity_id')}`,
  firm: sql`part_log.firm_id`,
  time: sql`part_log.at`,
  of: {
    activity: sql`part_log.activity_id`,
    product: sql`part_log.product_id`,
    ...placeOf('part_log'),
    agent: sql`part_log.agent_id`,
    shop: sql`part_log.shop_id`,
    ...ofGame,
  },
  uid: sql`part_log.uid`,
  adds: {
    part_cnt: when(sql`part_log.ticket_id is not null`),
    block_cnt: when(
      sql`part_log.reason_code in (${sql.lit(drawRefusals.risk[0])}, ${sql.lit(drawRefusals.banned[0])})`,
    ),
  },
  under: [
    'activity',
    'product',
    'province',
    'city',
    'agent',
    'shop',
    'hour',
    ['activity', 'hour'],
    ['activity', 'province'],
    ['activity', 'city'],
    ['product', 'hour'],
    ['product', 'city'],
    ...underGame,
  ],
  reaches: { part: sql`part_log.ticket_id is not null` },
};

const draws: FactKind = {
  from: sql`draw ${gameOf('draw.activity_id')}`,
  firm: sql`draw.firm_id`,
  time: sql`draw.drawn_at`,
  of: drawn(),
  uid: sql`draw.uid`,
  adds: {
    draw_cnt: count,
    win_cnt: when(isWin),
    win_amount: when(sql`draw.prize_type = ${sql.lit(PrizeType.cash)}`, sql`draw.amount`),
    phys_win_cnt: when(sql`draw.prize_type = ${sql.lit(PrizeType.goods)}`),
    hold_cnt: when(sql`draw.hold`),
    draw_points: sql`draw.points_cost`,
    unpack_cnt: when(isOpening),
    unpack_amount: when(isOpening, sql`draw.amount`),
  },
  under: [
    'activity',
    'product',
    'lot',
    'province',
    'city',
    'channel',
    'agent',
    'shop',
    'hour',
    'level',
    ['activity', 'tier'],
    ['activity', 'hour'],
    ['activity', 'province'],
    ['activity', 'city'],
    ['activity', 'channel'],
    ['product', 'hour'],
    ['product', 'city'],
    ['agent', 'product'],
    ['shop', 'product'],
    ...underGameTier,
    ['scene', 'hour'],
    ['mode', 'hour'],
  ],
  reaches: { draw: sql`not ${isOpening}`, win: sql`${isWin} and not ${isOpening}` },
};

const ofDraw = (table: string): Sql =>
  sql`${sql.ref(table)} join draw on draw.id = ${sql.ref(`${table}.draw_id`)} ${gameOf('draw.activity_id')}`;
const drawDay = sql`draw.drawn_at`;

/** Wins somebody came by without a counter: those of a counter are told by the verification, which may be reversed. */
const claims: FactKind = {
  from: ofDraw('claim'),
  firm: sql`claim.firm_id`,
  time: sql`claim.claimed_at`,
  booked: drawDay,
  where: sql`claim.status = ${sql.lit(ClaimStatus.claimed)}
    and not exists (select from prize_ver where prize_ver.draw_id = claim.draw_id and prize_ver.reversed_at is null)`,
  of: drawn(),
  uid: sql`claim.uid`,
  adds: { claim_cnt: count },
  under: won,
  reaches: { claim: true },
};

const closed: FactKind = {
  from: ofDraw('claim'),
  firm: sql`claim.firm_id`,
  time: sql`claim.closed_at`,
  booked: drawDay,
  of: drawn(),
  adds: { close_cnt: count },
  under: won,
};

const minus = sql`-1`;

/** Handed out at a counter, and taken back: what the draw's day and what the counter's own day say. */
const handed = (time: Sql, sign: Sql, reaches?: FactKind['reaches']): FactKind => ({
  from: ofDraw('prize_ver'),
  firm: sql`prize_ver.firm_id`,
  time,
  booked: drawDay,
  of: drawn(),
  uid: sql`prize_ver.uid`,
  adds: { claim_cnt: sign, won_ver_cnt: sign },
  under: won,
  reaches,
});
const counter = (booked: Sql, time: Sql, sign: Sql): FactKind => ({
  from: sql`${ofDraw('prize_ver')} join tier on tier.id = prize_ver.tier_id`,
  firm: sql`prize_ver.firm_id`,
  time,
  booked,
  of: drawn({ agent: sql`prize_ver.agent_id`, shop: sql`prize_ver.shop_id`, salesman: sql`prize_ver.salesman_id` }),
  adds: {
    ver_cnt: sign,
    ver_amount: sql`${sign} * prize_ver.deduct_amount`,
    cost_amount: sql`${sign} * tier.cost_price`,
  },
  under: [...won, 'salesman', ['agent', 'product'], ['shop', 'product']],
});
const verAt = sql`prize_ver.ver_at`;
const reversedAt = sql`prize_ver.reversed_at`;

const ofPaid = sql`left join draw on red_info.source in (${sql.lit(PaySource.draw)}, ${sql.lit(PaySource.unpack)}) and draw.id = red_info.source_id ${gameOf('red_info.activity_id')}`;
const paidUnder: FactKind['under'] = ['activity', 'product', 'agent', 'shop', ['activity', 'tier'], ...underGame];

const received: FactKind = {
  from: sql`red_info ${ofPaid}`,
  firm: sql`red_info.firm_id`,
  time: sql`red_info.received_at`,
  of: drawn({ activity: sql`red_info.activity_id` }),
  uid: sql`red_info.uid`,
  adds: {
    paid_cnt: count,
    paid_amount: sql`red_info.amount`,
    pay_secs: sql`extract(epoch from red_info.received_at - red_info.created_at)::bigint`,
  },
  under: paidUnder,
};

const cameBack = sql`(payout.state = ${sql.lit(BillState.cancelled)} or payout.err_code in (${sql.join(returnedCodes.map((code) => sql.lit(code)))}))`;

/** Attempts that came back or failed. */
const unpaid: FactKind = {
  from: sql`payout join red_info on red_info.id = payout.red_info_id ${ofPaid}`,
  firm: sql`payout.firm_id`,
  time: sql`payout.finished_at`,
  where: sql`payout.state in (${sql.lit(BillState.fail)}, ${sql.lit(BillState.cancelled)}) and payout.posted_at is not null`,
  of: drawn({ activity: sql`red_info.activity_id` }),
  adds: {
    refund_cnt: when(cameBack),
    refund_amount: when(cameBack, sql`payout.amount`),
    fail_cnt: when(sql`not ${cameBack}`),
  },
  under: paidUnder,
};

const points: FactKind = {
  from: sql`point_log`,
  firm: sql`point_log.firm_id`,
  time: sql`point_log.created_at`,
  of: {
    pointSource: sql`array_position(array[${sql.join(pointSources.map((name) => sql.lit(name)))}]::text[], point_log.source::text)`,
  },
  adds: {
    point_issue: when(sql`point_log.delta > 0`, sql`point_log.delta`),
    point_used: when(sql`point_log.delta < 0 and point_log.source <> 'expire'`, sql`-point_log.delta`),
    point_expire: when(sql`point_log.delta < 0 and point_log.source = 'expire'`, sql`-point_log.delta`),
  },
  under: ['pointSource'],
};

const orders: FactKind = {
  from: ofDraw('redemption'),
  firm: sql`redemption.firm_id`,
  time: sql`redemption.created_at`,
  of: drawn(),
  adds: { exch_cnt: count },
  under: ['activity', ['activity', 'tier']],
};
const shipped: FactKind = {
  from: sql`${ofDraw('redemption')} join tier on tier.id = redemption.tier_id`,
  firm: sql`redemption.firm_id`,
  time: sql`redemption.shipped_at`,
  of: drawn(),
  adds: { exch_cost: sql`tier.cost_price`, cost_amount: sql`tier.cost_price` },
  under: ['activity', 'product', ['activity', 'tier']],
};

/** Codes found outside of their dealer's regions by a position: each once, on the day of the hit that was judged first. */
const crossed: FactKind = {
  from: sql`cross_hit`,
  firm: sql`cross_hit.firm_id`,
  time: sql`cross_hit.judged_at`,
  booked: sql`cross_hit.at`,
  where: sql`cross_hit.geo_source = ${sql.lit(GeoSource.gps)} and not exists (
    select from cross_hit earlier
    where earlier.firm_id = cross_hit.firm_id and earlier.seg = cross_hit.seg and earlier.serial = cross_hit.serial
      and earlier.geo_source = ${sql.lit(GeoSource.gps)} and (earlier.judged_at, earlier.id) < (cross_hit.judged_at, cross_hit.id))`,
  of: {
    agent: sql`cross_hit.agent_id`,
    shop: sql`cross_hit.shop_id`,
    product: sql`cross_hit.product_id`,
    province: sql`cross_hit.province::int`,
    city: sql`cross_hit.city::int`,
  },
  adds: { cross_code: count },
  under: ['agent', 'shop', 'product', 'province', 'city', ['agent', 'city'], ['agent', 'product'], ['product', 'city']],
};

/** People who came to a game by somebody's link. */
const shares: FactKind = {
  from: sql`share ${gameOf('share.activity_id')}`,
  firm: sql`share.firm_id`,
  time: sql`share.at`,
  of: { activity: sql`share.activity_id`, ...ofGame, depth: sql`share.depth` },
  adds: { share_cnt: count, share_new: when(sql`share.is_new`) },
  under: ['activity', ...underGame, ['activity', 'depth'], ['scene', 'depth'], ['mode', 'depth']],
};

/** Every kind of fact. */
export const factKinds: readonly FactKind[] = [
  scanFacts(sql`scan_log`),
  tickets,
  draws,
  claims,
  closed,
  handed(verAt, count, { claim: true }),
  handed(reversedAt, minus),
  counter(verAt, verAt, count),
  counter(verAt, reversedAt, minus),
  received,
  unpaid,
  points,
  orders,
  shipped,
  activated,
  deactivated,
  crossed,
  shares,
];

/** The kinds that are booked on another day than their own. */
export const cohortKinds: readonly FactKind[] = factKinds.filter(({ booked, time }) => booked && booked !== time);
/** Those whose rows tell what people did. */
export const reachKinds: readonly FactKind[] = factKinds.filter(({ reaches }) => reaches);

/** What people are told of: the firm and what screens ask people of. */
export const reachUnder = ['activity', 'product', 'province', 'city', 'channel', 'scene', 'mode'] as const;
