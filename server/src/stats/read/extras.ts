import { RedemptionStatus } from '@zhuiyuan/contract/claim/redemption-states';
import { ActivityStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { GeoSource, Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { HitVerdict } from '@zhuiyuan/contract/diversion/cross-hit';
import { sql, type RawBuilder } from 'kysely';
import { Dim, type DimName } from '../figures/dims.ts';

type Sql = RawBuilder<unknown>;

/** A sum that other tables hold, asked when it is shown: of a time, or as it stands now. */
export interface Extra {
  from: Sql;
  firm: Sql;
  /** A moment of each row; a day alone is told without a part of one. Absent of what stands now. */
  time?: Sql;
  day?: Sql;
  where?: Sql;
  /** What holds where nothing is asked of a row of it. */
  whole?: Sql;
  /** Rows of `stat_day`, of whole months and the days at the edges. */
  isKept?: true;
  of: Partial<Record<DimName, Sql>>;
  /** Says nothing of a firm or an activity as a whole. */
  isOfPairs?: true;
  /** What all rows come to. */
  adds: Sql;
  /** What those of one day come to, where that is less work. */
  addsOfDay?: Sql;
  /** What is asked instead of a firm as a whole, where that is less work. */
  ofFirm?: { where: Sql; adds: Sql };
}

const live = (table: string): Sql => sql`${sql.ref(`${table}.is_del`)} = 0`;
const rows = sql`count(*)`;

const keptDays = { from: sql`stat_day`, firm: sql`stat_day.firm_id`, day: sql`stat_day.day`, isKept: true } as const;

/** Rows of a dimension that anything was kept of: distinct, by the days of their facts; on one day each row is another. */
const active = (dim: 'shop' | 'agent', measures: readonly string[]): Extra => ({
  ...keptDays,
  where: sql`dim = ${sql.lit(Dim[dim])} and dim2 = 0 and id <> 0
    and (${sql.join([sql`false`, ...measures.map((name) => sql`${sql.ref(name)} > 0`)], sql` or `)})`,
  of: {},
  adds: sql`count(distinct id)`,
  addsOfDay: rows,
});

/** A sum of what was kept of known rows of a dimension: of a firm all there is but what is of none of them. */
const known = (dim: 'shop' | 'agent' | 'salesman', measure: string): Extra => ({
  ...keptDays,
  where: sql`dim = ${sql.lit(Dim[dim])} and dim2 = 0 and stat_day.id <> 0`,
  of: { [dim]: sql`stat_day.id` },
  adds: sql`sum(${sql.ref(measure)})`,
  ofFirm: {
    where: sql`dim in (${sql.lit(Dim.firm)}, ${sql.lit(Dim[dim])}) and dim2 = 0 and id = 0`,
    adds: sql`sum(case dim when ${sql.lit(Dim.firm)} then ${sql.ref(measure)} else -${sql.ref(measure)} end)`,
  },
});

/**
 * Goods sent and signed for: of a dealer or a shop all it was sent. As a whole each once: to dealers what left the firm, to shops what did not come
 * from another shop.
 */
const moved = (column: 'ship_qty' | 'sign_qty', holder: number): Extra => ({
  from: sql`move_day`,
  firm: sql`move_day.firm_id`,
  day: sql`move_day.day`,
  where: sql`move_day.holder_kind = ${sql.lit(holder)}`,
  whole:
    holder === Holder.agent
      ? sql`move_day.from_kind = ${sql.lit(Holder.firm)}`
      : sql`move_day.from_kind <> ${sql.lit(Holder.shop)}`,
  of: { product: sql`move_day.product_id`, [holder === Holder.agent ? 'agent' : 'shop']: sql`move_day.holder_id` },
  adds: sql`sum(move_day.${sql.ref(column)})`,
});

const tiers = (adds: Sql): Extra => ({
  from: sql`tier join activity on activity.id = tier.activity_id and activity.firm_id = tier.firm_id`,
  firm: sql`tier.firm_id`,
  where: sql`${live('activity')} and activity.published_at is not null and tier.prize_id is not null`,
  of: { activity: sql`tier.activity_id`, tier: sql`tier.id` },
  adds,
});

const budgets = {
  // Red packet activities have budgets of their own.
  from: sql`activity_budget join activity on activity.id = activity_budget.activity_id and activity.firm_id = activity_budget.firm_id`,
  firm: sql`activity_budget.firm_id`,
  of: { activity: sql`activity_budget.activity_id` },
};

const redemptions = (status: number, also = sql`true`): Extra => ({
  from: sql`redemption`,
  firm: sql`redemption.firm_id`,
  time: sql`redemption.created_at`,
  where: sql`redemption.status = ${sql.lit(status)} and ${also}`,
  of: { activity: sql`redemption.activity_id`, tier: sql`redemption.tier_id` },
  adds: rows,
});

/** Sums beside those of the engine. */
export const extras = {
  x_shops: {
    from: sql`shop`,
    firm: sql`shop.firm_id`,
    where: live('shop'),
    of: {},
    adds: rows,
  },
  x_new_shops: {
    from: sql`shop`,
    firm: sql`shop.firm_id`,
    time: sql`shop.created_at`,
    where: live('shop'),
    of: {},
    adds: rows,
  },
  x_active_shops: active('shop', ['scan_pv', 'ver_cnt', 'unpack_cnt']),
  x_agents: { from: sql`agent`, firm: sql`agent.firm_id`, where: live('agent'), of: {}, adds: rows },
  x_active_agents: active('agent', ['scan_pv', 'ver_cnt', 'unpack_cnt']),
  x_agent_ship: moved('ship_qty', Holder.agent),
  x_agent_sign: moved('sign_qty', Holder.agent),
  x_shop_sign: moved('sign_qty', Holder.shop),
  x_shop_scan: known('shop', 'scan_pv'),
  x_shop_first: known('shop', 'scan_first'),
  x_agent_first: known('agent', 'scan_first'),
  x_salesman_first: known('salesman', 'scan_first'),
  x_unpack_shops: active('shop', ['unpack_cnt']),
  x_budget: { ...budgets, adds: sql`sum(activity_budget.budget)` },
  x_budget_used: { ...budgets, adds: sql`sum(activity_budget.reserved + activity_budget.paid)` },
  x_weight: {
    from: sql`tier`,
    firm: sql`tier.firm_id`,
    where: sql`exists (select from stat_day where stat_day.firm_id = tier.firm_id and stat_day.dim = ${sql.lit(Dim.activity)} and stat_day.id = tier.activity_id)`,
    of: { activity: sql`tier.activity_id`, tier: sql`tier.id` },
    isOfPairs: true,
    adds: sql`sum(tier.weight)`,
  },
  x_act_draws: {
    from: sql`tier join stat_day on stat_day.firm_id = tier.firm_id and stat_day.id = tier.activity_id`,
    firm: sql`tier.firm_id`,
    day: sql`stat_day.day`,
    isKept: true,
    where: sql`stat_day.dim = ${sql.lit(Dim.activity)} and stat_day.dim2 = 0`,
    of: { activity: sql`tier.activity_id`, tier: sql`tier.id` },
    isOfPairs: true,
    adds: sql`sum(stat_day.draw_cnt)`,
  },
  x_bound_agents: {
    from: sql`agent`,
    firm: sql`agent.firm_id`,
    where: sql`${live('agent')} and agent.salesman_id is not null`,
    of: { salesman: sql`agent.salesman_id` },
    adds: rows,
  },
  x_salesmen: { from: sql`salesman`, firm: sql`salesman.firm_id`, where: live('salesman'), of: {}, adds: rows },
  x_members: { from: sql`member`, firm: sql`member.firm_id`, of: {}, adds: rows },
  x_new_members: {
    from: sql`member`,
    firm: sql`member.firm_id`,
    time: sql`member.created_at`,
    of: {},
    adds: rows,
  },
  x_activities: {
    from: sql`activity`,
    firm: sql`activity.firm_id`,
    where: sql`${live('activity')} and activity.status = ${sql.lit(ActivityStatus.running)}`,
    of: {},
    adds: rows,
  },
  x_stock: tiers(sql`sum(tier.stock_total)`),
  x_issued: tiers(sql`sum(tier.stock_total - tier.remain)`),
  x_remain: tiers(sql`sum(tier.remain)`),
  x_balance: { from: sql`member`, firm: sql`member.firm_id`, of: {}, adds: sql`sum(member.points)` },
  x_holders: {
    from: sql`member`,
    firm: sql`member.firm_id`,
    where: sql`member.points > 0`,
    of: {},
    adds: rows,
  },
  x_waiting: redemptions(RedemptionStatus.waiting),
  x_passed: redemptions(RedemptionStatus.passed),
  x_to_ship: redemptions(RedemptionStatus.passed, sql`redemption.shipped_at is null`),
  x_rejected: redemptions(RedemptionStatus.rejected),
  x_closed: redemptions(RedemptionStatus.closed),
  x_finished: redemptions(RedemptionStatus.finished),
  x_confirmed: {
    from: sql`cross_hit`,
    firm: sql`cross_hit.firm_id`,
    time: sql`cross_hit.at`,
    where: sql`cross_hit.confirmed = ${sql.lit(HitVerdict.confirmed)}`,
    of: {
      agent: sql`cross_hit.agent_id`,
      product: sql`cross_hit.product_id`,
      city: sql`cross_hit.city::int`,
    },
    adds: rows,
  },
  x_cross_agents: {
    from: sql`cross_hit`,
    firm: sql`cross_hit.firm_id`,
    time: sql`cross_hit.at`,
    where: sql`cross_hit.geo_source = ${sql.lit(GeoSource.gps)}`,
    of: { product: sql`cross_hit.product_id`, city: sql`cross_hit.city::int` },
    adds: sql`count(distinct cross_hit.agent_id)`,
  },
  x_cross_cities: {
    from: sql`cross_hit`,
    firm: sql`cross_hit.firm_id`,
    time: sql`cross_hit.at`,
    where: sql`cross_hit.geo_source = ${sql.lit(GeoSource.gps)}`,
    of: { agent: sql`cross_hit.agent_id`, product: sql`cross_hit.product_id` },
    adds: sql`count(distinct cross_hit.city)`,
  },
} as const satisfies Record<string, Extra>;
export type ExtraName = keyof typeof extras;

/** A sum of another table by its name, where it is one. */
export const extraOf = (name: string): Extra | undefined => (extras as Readonly<Record<string, Extra>>)[name];
