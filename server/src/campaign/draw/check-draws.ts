import {
  ClaimBusy,
  ClaimStatus,
  CloseReason,
  EpochState,
  Fallback,
  StockMoveKind,
} from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { sql } from 'kysely';
import type { Fault, MoneyCheck } from '../../fund/check-fund.ts';
import { firmCheck } from '../../fund/firm-check.ts';
import type { Db } from '../../kit/db/database.ts';
import { openChain } from '../fair/chain.ts';
import { headsOf } from '../fair/chain-heads.ts';
import { drawsOf } from '../fair/draws-of.ts';
import { openSeed } from '../fair/epochs.ts';
import { drawAmount, drawNumber, hashOfSeed, hashOfWeights, noHash, tierAt, type Weight } from '../fair/numbers.ts';
import { toDrawNo } from '../draw-no.ts';

const { lit } = sql;

/** What always holds of draws, stock, counters and claims (I1, I3, I4, I6, I14). Each answers what breaks it. */
export const drawChecks: readonly MoneyCheck[] = [
  firmCheck(
    '每个码每类对象最多抽奖一次，且与抽奖记录一致',
    (only) => sql`
      select t.firm_id, '码 ' || t.seg || '-' || t.serial as detail, 1 as difference
      from code_use t left join draw on draw.id = t.draw_id and draw.firm_id = t.firm_id
        and draw.seg = t.seg and draw.serial = t.serial and draw.uid = t.uid and draw.audience = t.audience
      where ${only} and t.draw_id is not null and draw.id is null
      union all
      select t.firm_id, '抽奖 ' || t.id, 1 from draw t left join code_use use on use.draw_id = t.id and use.firm_id = t.firm_id
      where ${only} and t.seg is not null and use.draw_id is null`,
  ),
  firmCheck(
    '奖级的发放数等于抽奖记录数',
    (only) => sql`
      select t.firm_id, '奖级 ' || t.id as detail, t.issued - coalesce(drawn.count, 0) as difference
      from tier t left join (select tier_id, count(*) as count from draw group by tier_id) drawn on drawn.tier_id = t.id
      where ${only} and t.issued <> coalesce(drawn.count, 0)`,
  ),
  firmCheck(
    '奖级的剩余加净发放等于总量',
    (only) => sql`
      select t.firm_id, '奖级 ' || t.id as detail, t.remain + t.issued - t.returned - t.stock_total as difference from tier t
      where ${only} and t.prize_type <> ${lit(PrizeType.none)} and t.remain + t.issued - t.returned <> t.stock_total`,
  ),
  firmCheck(
    '奖级的库存变动合计等于总量与退回数',
    (only) => sql`
      select t.firm_id, '奖级 ' || t.id as detail,
        coalesce(moved.given, 0) - t.stock_total + coalesce(moved.back, 0) - t.returned as difference
      from tier t join activity a on a.id = t.activity_id and a.firm_id = t.firm_id and a.published_at is not null
      left join (
        select tier_id, sum(delta) filter (where kind <> ${lit(StockMoveKind.back)}) as given,
          sum(delta) filter (where kind = ${lit(StockMoveKind.back)}) as back
        from stock_move group by tier_id
      ) moved on moved.tier_id = t.id
      where ${only} and (coalesce(moved.given, 0) <> t.stock_total or coalesce(moved.back, 0) <> t.returned)`,
  ),
  firmCheck(
    '限量内的发放数等于当日当时的抽奖记录数，且不超过限量',
    (only) => sql`
      select t.firm_id, '奖级 ' || t.tier_id || ' ' || t.day || ' ' || t.hour as detail, t.issued - counted.count as difference
      from tier_cap t join tier on tier.id = t.tier_id and tier.firm_id = t.firm_id, lateral (
        select count(*) as count from draw where draw.tier_id = t.tier_id and draw.firm_id = t.firm_id and case when t.hour < 0 then draw.day = t.day
          else (draw.drawn_at at time zone 'Asia/Shanghai')::date = t.day
            and extract(hour from draw.drawn_at at time zone 'Asia/Shanghai') = t.hour end
      ) counted
      where ${only} and (t.hour < 0 and t.issued <> counted.count
        or t.issued > case when t.hour < 0 then tier.day_cap else tier.hour_cap end)`,
  ),
  firmCheck(
    '个人计数等于抽奖记录数，且不超过上限',
    (only) => sql`
      select t.firm_id, '活动 ' || t.activity_id || ' 用户 ' || t.uid || ' ' || t.period as detail, t.cnt - counted.count as difference
      from draw_counter t join activity a on a.id = t.activity_id and a.firm_id = t.firm_id, lateral (
        select count(*) as count from draw d where d.firm_id = t.firm_id and d.activity_id = t.activity_id and d.uid = t.uid and case
          when t.period = 'T' then true
          when t.period = 'WT' then d.prize_type <> ${lit(PrizeType.none)}
          when t.period like 'WD%' then d.prize_type <> ${lit(PrizeType.none)} and d.day = substr(t.period, 3)::date
          when t.period like 'D%' then d.day = substr(t.period, 2)::date
          when t.period like 'F%' then d.seg is null and d.points_cost = 0 and d.day = substr(t.period, 2)::date
          when t.period like 'K%' then d.tier_id = substr(t.period, 2)::bigint end
      ) counted
      where ${only} and t.period <> 'S' and t.period not like 'G%' and (t.cnt <> counted.count
        or t.cnt > case when t.period = 'T' then a.limit_total when t.period = 'WT' then a.win_total
          when t.period like 'WD%' then a.win_day when t.period like 'D%' then a.limit_day
          when t.period like 'F%' then a.free_per_day + coalesce((select given.cnt from draw_counter given
            where given.activity_id = t.activity_id and given.uid = t.uid and given.period = 'G' || substr(t.period, 2) and given.firm_id = t.firm_id), 0)
          when t.period like 'K%' then (
            select user_cap from tier where tier.id = substr(t.period, 2)::bigint and tier.firm_id = t.firm_id) end)`,
  ),
  firmCheck(
    '分享得到的次数等于当日带来的人数，且不超过上限',
    (only) => sql`
      select t.firm_id, '活动 ' || t.activity_id || ' 用户 ' || t.uid || ' ' || t.period as detail, t.cnt - counted.count as difference
      from draw_counter t join activity a on a.id = t.activity_id and a.firm_id = t.firm_id, lateral (
        select count(*) as count from share where share.firm_id = t.firm_id and share.activity_id = t.activity_id and share.from_uid = t.uid
          and share.is_rewarded and share.day = substr(t.period, 2)::date
      ) counted
      where ${only} and t.period like 'G%' and (t.cnt <> counted.count or t.cnt > a.share_reward)`,
  ),
  firmCheck(
    '没有码的抽奖由积分或当日免费次数支付',
    (only) => sql`
      select t.firm_id, '抽奖 ' || t.id as detail, 1 as difference from draw t
      join activity a on a.id = t.activity_id and a.firm_id = t.firm_id
      where ${only} and t.seg is null and t.points_cost = 0 and not exists (
        select from draw_counter f where f.activity_id = t.activity_id and f.uid = t.uid and f.firm_id = t.firm_id and f.period = 'F' || t.day)`,
  ),
  firmCheck(
    '仅限新用户的活动每人只抽一次，且是其在本企业的首次抽奖',
    (only) => sql`
      select t.firm_id, '抽奖 ' || t.id as detail, 1 as difference from draw t
      join activity a on a.id = t.activity_id and a.firm_id = t.firm_id and a.new_user_only
      where ${only} and exists (
        select from draw d where d.uid = t.uid and d.firm_id = t.firm_id and d.id <> t.id and d.drawn_at < t.drawn_at)`,
  ),
  firmCheck(
    '中奖与领取一一对应',
    (only) => sql`
      select t.firm_id, '抽奖 ' || t.id as detail, t.amount - coalesce(claim.amount, 0) as difference
      from draw t left join claim on claim.draw_id = t.id and claim.firm_id = t.firm_id
      where ${only} and ((t.prize_type <> ${lit(PrizeType.none)}) <> (claim.draw_id is not null)
        or claim.amount <> t.amount or claim.points <> t.points or claim.uid <> t.uid or claim.tier_id <> t.tier_id)`,
  ),
  firmCheck(
    '预占等于未结的现金中奖',
    (only) => sql`
      select t.firm_id, '活动 ' || t.activity_id as detail, t.reserved - coalesce(open.amount, 0) as difference
      from activity_budget t join activity on activity.id = t.activity_id and activity.firm_id = t.firm_id left join (
        select activity_id, sum(amount) as amount from claim
        where prize_type = ${lit(PrizeType.cash)} and status = ${lit(ClaimStatus.open)} group by activity_id
      ) open on open.activity_id = t.activity_id
      where ${only} and t.reserved <> coalesce(open.amount, 0)`,
  ),
  firmCheck(
    '积分余额等于流水之和',
    (only) => sql`
      select t.firm_id, '用户 ' || t.id as detail, t.points - coalesce(moved.points, 0) as difference
      from member t left join (select uid, sum(delta) as points from point_log group by uid) moved on moved.uid = t.id
      where ${only} and t.points <> coalesce(moved.points, 0)`,
  ),
  firmCheck(
    '积分抽奖的扣减与发放各有一条流水',
    (only) => sql`
      select t.firm_id, '抽奖 ' || t.id as detail, t.points_cost + coalesce(paid.delta, 0) as difference
      from draw t left join point_log paid on paid.source = 'draw' and paid.source_id = t.ticket_id::text and paid.firm_id = t.firm_id
      where ${only} and t.points_cost <> coalesce(-paid.delta, 0)
      union all
      select t.firm_id, '抽奖 ' || t.id, t.points - coalesce(got.delta, 0)
      from draw t left join claim on claim.draw_id = t.id and claim.firm_id = t.firm_id
      left join point_log got on got.source = 'draw' and got.source_id = t.id::text and got.firm_id = t.firm_id
      where ${only} and case when claim.status = ${lit(ClaimStatus.claimed)} then t.points else 0 end <> coalesce(got.delta, 0)`,
  ),
  firmCheck(
    '冻结的奖品未经复核不发放，复核后只能发放或取消',
    (only) => sql`
      select t.firm_id, '抽奖 ' || t.id as detail, claim.amount as difference
      from draw t join claim on claim.draw_id = t.id and claim.firm_id = t.firm_id
      where ${only} and (t.hold <> (claim.hold or claim.reviewed_at is not null)
        or claim.hold and (claim.status <> ${lit(ClaimStatus.open)} or claim.busy <> ${lit(ClaimBusy.free)})
        or claim.close_reason = ${lit(CloseReason.void)} and claim.reviewed_at is null
        or claim.prize_type = ${lit(PrizeType.points)} and not claim.hold and claim.status = ${lit(ClaimStatus.open)})`,
  ),
  firmCheck(
    '抽奖只引用本企业的活动、奖级、种子期与消费者',
    (only) => sql`
      select t.firm_id, '抽奖 ' || t.id as detail, 1 as difference from draw t
      join tier on tier.id = t.tier_id join seed_epoch epoch on epoch.id = t.epoch_id join member on member.id = t.uid
      where ${only} and (tier.firm_id <> t.firm_id or epoch.firm_id <> t.firm_id or member.firm_id <> t.firm_id
        or epoch.activity_id <> t.activity_id)`,
  ),
];

/**
 * Recomputes every draw of the periods of a firm (of all of them without one) from its seed, the versions of the odds from their
 * hashes, and the chain of each sealed period (I9). Answers what is not as it was published.
 */
export const checkFairness = async (db: Db, masterKey: Buffer, firmId?: number): Promise<Fault[]> => {
  const faults: Fault[] = [];
  const fault = (of: number, detail: string) => void faults.push({ firmId: of, poolId: null, detail, difference: 1 });
  const versions = await db
    .selectFrom('weightVersion')
    .$if(firmId !== undefined, (query) => query.where('firmId', '=', firmId!))
    .orderBy('activityId')
    .orderBy('version')
    .select(['firmId', 'activityId', 'version', 'prevHash', 'hash', sql<Weight[]>`entries`.as('entries')])
    .execute();
  const odds = new Map<string, (typeof versions)[number]>();
  let last: (typeof versions)[number] | undefined;
  for (const version of versions) {
    const prevHash = last?.activityId === version.activityId ? last.hash : noHash;
    if (version.prevHash !== prevHash || hashOfWeights(version) !== version.hash)
      fault(version.firmId, `活动 ${version.activityId} 概率版本 ${version.version} 与存证不符`);
    odds.set(`${version.activityId} ${version.version}`, version);
    last = version;
  }
  const epochs = await db
    .selectFrom('seedEpoch')
    .$if(firmId !== undefined, (query) => query.where('firmId', '=', firmId!))
    .orderBy('id')
    .selectAll()
    .execute();
  for (const epoch of epochs) {
    const where = `活动 ${epoch.activityId} 第${epoch.epochNo}期`;
    let seed: Buffer;
    try {
      seed = openSeed(masterKey, epoch);
    } catch {
      fault(epoch.firmId, `${where} 种子无法解开`);
      continue;
    }
    if (hashOfSeed(seed) !== epoch.seedHash || (epoch.seed !== null && epoch.seed !== seed.toString('hex')))
      fault(epoch.firmId, `${where} 种子与承诺不符`);
    const { entries, hash: weightHash } = odds.get(`${epoch.activityId} ${epoch.weightVersion}`)!;
    const chain = openChain({ ...epoch, weightHash }, { told: await headsOf(db, epoch.id) });
    for await (const draw of drawsOf(db, epoch.id)) {
      const key = {
        activityId: epoch.activityId,
        epochNo: epoch.epochNo,
        key: draw.key,
        uid: draw.uid,
        clientSeed: draw.clientSeed,
      };
      const rand = drawNumber(seed, key);
      const isRight =
        rand === draw.rand &&
        tierAt(entries, rand) === draw.rawTierId &&
        isNamed(draw, epoch.fallbackTierId) &&
        (draw.prizeType === PrizeType.cash || draw.amount === 0) &&
        (draw.prizeType !== PrizeType.cash || draw.amount === drawAmount(seed, key, draw.amountMin, draw.amountMax));
      if (!isRight) fault(epoch.firmId, `${where} 抽奖 ${draw.id} 与种子不符`);
      chain.add({ ...draw, drawNo: toDrawNo(draw.drawnDay, draw.id) });
    }
    const isSealed = epoch.state === EpochState.sealed || epoch.state === EpochState.revealed;
    // Just sealed, its chain is still to be written.
    const isChained = epoch.state === EpochState.revealed || epoch.chainHash !== null;
    if (isSealed && isChained && chain.now().head !== epoch.chainHash) fault(epoch.firmId, `${where} 哈希链不符`);
    if (!chain.givesTold()) fault(epoch.firmId, `${where} 与期间公布的链头不符`);
  }
  return faults;
};

/** Whether a draw ended in the tier that was hit, or, with a reason, in one that may stand in for it. */
const isNamed = (
  draw: { fallback: string; rawTierId: number; tierId: number; prizeType: number },
  fallbackTierId: number | null,
): boolean =>
  draw.fallback === Fallback.none
    ? draw.tierId === draw.rawTierId
    : draw.tierId !== draw.rawTierId && (draw.tierId === fallbackTierId || draw.prizeType === PrizeType.none);
