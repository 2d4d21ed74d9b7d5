import type { ActivityCheck } from '@zhuiyuan/contract/campaign/activity/activity-facts';
import type { ActivityDraft } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import { ActivityStatus, TargetKind } from '@zhuiyuan/contract/campaign/campaign-states';
import { sql } from 'kysely';
import { SpanKind } from '../../codes/state/code-states.ts';
import type { Db } from '../../kit/db/database.ts';

export type Conflict = ActivityCheck['conflicts'][number];

type Laid = Pick<ActivityDraft, 'targets' | 'audience' | 'lotteryType'> & { startAt: string; endAt: string };

const live = [ActivityStatus.planned, ActivityStatus.running, ActivityStatus.paused];

/**
 * Activities of a firm that are published, last into the same time and are laid out on codes that this one is laid out on too: product,
 * batch and range against each other, shop and dealer each against its own kind. `exceptId`: the activity itself.
 */
export const findConflicts = async (
  db: Db,
  firmId: number,
  { targets, audience, lotteryType, startAt, endAt }: Laid,
  exceptId: number | null,
): Promise<Conflict[]> => {
  const ids = (kind: TargetKind) =>
    targets.flatMap((target) => ('targetId' in target && target.kind === kind ? [target.targetId] : []));
  const ranges = targets.flatMap((target) => (target.kind === TargetKind.range ? [target] : []));
  const { rows } = await sql<Omit<Conflict, 'shared' | 'sharedCount'> & { shared: string[] }>`
    with ours as materialized (
      select ${sql.lit(TargetKind.product)}::int as kind, unnest(${ids(TargetKind.product)}::bigint[]) as target_id
      union all select ${sql.lit(TargetKind.lot)}, unnest(${ids(TargetKind.lot)}::bigint[])
      union all select ${sql.lit(TargetKind.shop)}, unnest(${ids(TargetKind.shop)}::bigint[])
      union all select ${sql.lit(TargetKind.agent)}, unnest(${ids(TargetKind.agent)}::bigint[])
    ), our_ranges as materialized (
      select * from unnest(${ranges.map(({ seg }) => seg)}::int[], ${ranges.map(({ serialFrom }) => serialFrom)}::bigint[],
        ${ranges.map(({ serialTo }) => serialTo)}::bigint[]) r(seg, serial_from, serial_to)
    ), others as materialized (
      select activity.id, target.kind, target.target_id, target.seg, target.serial_from, target.serial_to
      from activity join activity_target target on target.activity_id = activity.id and target.firm_id = activity.firm_id
      where activity.firm_id = ${firmId} and activity.is_del = 0 and activity.status in (${sql.join(live.map((status) => sql.lit(status)))})
        and activity.audience = ${audience} and activity.lottery_type = ${lotteryType}
        and activity.id is distinct from ${exceptId}::bigint
        and activity.start_at < ${endAt}::timestamptz and activity.end_at > ${startAt}::timestamptz
        and activity.end_at > now()
    ), shared as (
      -- the same row on both sides
      select others.id, others.kind, others.target_id, null::int as seg from others join ours using (kind, target_id)
      union
      -- a batch of theirs of a product of ours, and the other way about
      select others.id, ${sql.lit(TargetKind.lot)}, lot.id, null from others
        join lot on lot.id = others.target_id and lot.firm_id = ${firmId}
        join ours on ours.kind = ${sql.lit(TargetKind.product)} and ours.target_id = lot.product_id
        where others.kind = ${sql.lit(TargetKind.lot)}
      union
      select others.id, ${sql.lit(TargetKind.lot)}, lot.id, null from ours
        join lot on lot.id = ours.target_id and lot.firm_id = ${firmId}
        join others on others.kind = ${sql.lit(TargetKind.product)} and others.target_id = lot.product_id
        where ours.kind = ${sql.lit(TargetKind.lot)}
      union
      select others.id, ${sql.lit(TargetKind.range)}, null, others.seg from others
        join our_ranges r on r.seg = others.seg and r.serial_from <= others.serial_to and r.serial_to >= others.serial_from
        where others.kind = ${sql.lit(TargetKind.range)}
      union
      -- codes of a range are bound to a product or a batch of the other side
      select others.id, others.kind, others.target_id, null from our_ranges r
        join code_span span on span.kind = ${sql.lit(SpanKind.bind)} and span.seg = r.seg and span.firm_id = ${firmId}
          and span.span && int8range(r.serial_from, r.serial_to, '[]')
        join others on others.kind = ${sql.lit(TargetKind.product)} and others.target_id = (span.payload ->> 'productId')::bigint
          or others.kind = ${sql.lit(TargetKind.lot)} and others.target_id = (span.payload ->> 'lotId')::bigint
      union
      select others.id, ours.kind, ours.target_id, null from others
        join code_span span on span.kind = ${sql.lit(SpanKind.bind)} and span.seg = others.seg and span.firm_id = ${firmId}
          and span.span && int8range(others.serial_from, others.serial_to, '[]')
        join ours on ours.kind = ${sql.lit(TargetKind.product)} and ours.target_id = (span.payload ->> 'productId')::bigint
          or ours.kind = ${sql.lit(TargetKind.lot)} and ours.target_id = (span.payload ->> 'lotId')::bigint
        where others.kind = ${sql.lit(TargetKind.range)}
    ), named as (
      select shared.id, coalesce(product.store_name, lot.lot_no, shop.name, agent.name, '号段 ' || shared.seg) as name
      from shared
      left join product on shared.kind = ${sql.lit(TargetKind.product)} and product.id = shared.target_id and product.firm_id = ${firmId}
      left join lot on shared.kind = ${sql.lit(TargetKind.lot)} and lot.id = shared.target_id and lot.firm_id = ${firmId}
      left join shop on shared.kind = ${sql.lit(TargetKind.shop)} and shop.id = shared.target_id and shop.firm_id = ${firmId}
      left join agent on shared.kind = ${sql.lit(TargetKind.agent)} and agent.id = shared.target_id and agent.firm_id = ${firmId}
    )
    select activity.id as activity_id, activity.act_name, activity.status, activity.start_at, activity.end_at,
      array_agg(distinct named.name order by named.name) as shared
    from named join activity on activity.id = named.id and activity.firm_id = ${firmId}
    group by activity.id order by activity.start_at, activity.id`.execute(db);
  return rows.map(({ shared, ...row }) => ({ ...row, shared: shared.slice(0, 10), sharedCount: shared.length }));
};
