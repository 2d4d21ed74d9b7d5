import { ActivityStatus, Audience, LotteryType, TargetKind } from '@zhuiyuan/contract/campaign/campaign-states';
import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql } from 'kysely';
import type { Unit } from '../../codes/state/read-unit.ts';
import type { Db } from '../../kit/db/database.ts';

/** Who has the goods now: what activities laid out on dealers and shops go by. */
export interface HeldBy {
  agentId: number | null;
  shopId: number | null;
}

const { lit } = sql;

/**
 * The activity that a code takes part in: of those that run now the one laid out most closely (range, batch, product, shop, dealer);
 * without one a paused, then a planned, then the last ended one, which says why there is none. Nothing where none names the code.
 */
export const findActivity = async (
  db: Db,
  unit: Unit,
  held: HeldBy,
  audience: Audience = Audience.consumer,
): Promise<number | undefined> => {
  const lotteryType = unit.level === Level.item ? LotteryType.code : LotteryType.box;
  const { rows } = await sql<{ id: number }>`
    with hit as (
      select activity_id, kind from activity_target where firm_id = ${unit.firmId} and (
        kind = ${lit(TargetKind.product)} and target_id = ${unit.productId}::bigint
        or kind = ${lit(TargetKind.lot)} and target_id = ${unit.lotId}::bigint
        or kind = ${lit(TargetKind.shop)} and target_id = ${held.shopId}::bigint
        or kind = ${lit(TargetKind.agent)} and target_id = ${held.agentId}::bigint)
      union all
      select activity_id, kind from activity_target where firm_id = ${unit.firmId} and kind = ${lit(TargetKind.range)}
        and seg = ${unit.seg} and int8range(serial_from, serial_to, '[]') @> ${unit.serial}::bigint
    )
    select a.id from hit join activity a on a.id = hit.activity_id
    where a.firm_id = ${unit.firmId} and a.is_del = 0 and a.audience = ${audience} and a.lottery_type = ${lotteryType}
      and a.status between ${lit(ActivityStatus.planned)} and ${lit(ActivityStatus.ended)}
    order by case
        when a.status in (${lit(ActivityStatus.planned)}, ${lit(ActivityStatus.running)}) and a.start_at <= now() and a.end_at > now() then 0
        when a.status = ${lit(ActivityStatus.paused)} and a.end_at > now() then 1
        when a.status = ${lit(ActivityStatus.planned)} and a.start_at > now() then 2 else 3 end,
      case hit.kind when ${lit(TargetKind.range)} then 0 when ${lit(TargetKind.lot)} then 1 when ${lit(TargetKind.product)} then 2
        when ${lit(TargetKind.shop)} then 3 else 4 end, a.end_at desc, a.id desc
    limit 1`.execute(db);
  return rows[0]?.id;
};
