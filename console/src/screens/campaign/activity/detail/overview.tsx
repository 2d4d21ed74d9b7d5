import { activityApi, type Activity, type ActivityCounts } from '@zhuiyuan/contract/campaign/activity/activity';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { useMay } from '../../../../lib/session.ts';
import { StatCard, StatStrip } from '../../../../parts/charts/stat-card.tsx';
import { changeOf } from '../../../../parts/format/change.ts';
import { cardText, countText, moneyText } from '../../../../parts/format/numbers.ts';
import { Sheet } from '../../../../parts/frame/sheet.tsx';
import { useRead } from '../../../../lib/use-read.ts';
import { Curves, Regions } from './curves.tsx';
import { FairCard } from './fair-card.tsx';
import { RecentDraws } from './recent-draws.tsx';
import { VersionsCard } from './versions-card.tsx';
import { winningOf } from './weight-changes.ts';

const unknown = '—';
const rate = (part: number, whole: number): string => (whole > 0 ? ((part / whole) * 100).toFixed(1) : unknown);

const Figures = ({
  counts,
  expected,
  show,
}: {
  counts: ActivityCounts | undefined;
  /** Parts of a million that win by the odds in force. */
  expected: number | undefined;
  show: boolean;
}) => {
  const of = <T,>(take: (counts: ActivityCounts) => T, none: T): T => (counts ? take(counts) : none);
  return (
    <StatStrip label="活动数据">
      <StatCard label="参与人数" value={of((all) => cardText(all.drawUv), unknown)} unit="人" />
      <StatCard
        label="抽奖次数"
        value={of((all) => cardText(all.drawCnt), unknown)}
        unit="次"
        beforeLabel="今日"
        before={of((all) => countText(all.todayDraws), undefined as string | undefined)}
        change={of((all) => changeOf(all.todayDraws, all.yesterdayDraws), undefined)}
      />
      <StatCard
        label="中奖率"
        value={of((all) => rate(all.winCnt, all.drawCnt), unknown)}
        unit={of((all) => all.drawCnt > 0, false) ? '%' : undefined}
        beforeLabel="按公示概率应为"
        before={expected === undefined ? undefined : `${(expected / 10_000).toFixed(1)}%`}
      />
      <StatCard
        label="已发金额"
        hint="已经到消费者零钱的现金"
        value={of((all) => moneyText(all.paidAmount), unknown)}
        unit="元"
        beforeLabel="发放途中"
        before={of((all) => `${moneyText(all.reservedAmount)} 元`, undefined as string | undefined)}
      />
      {show && (
        <StatCard
          label="剩余预算"
          value={of((all) => moneyText(all.remainAmount), unknown)}
          unit="元"
          beforeLabel="预算"
          before={of(
            (all) => `${moneyText(all.budgetAmount)}，已用 ${rate(all.usedAmount, all.budgetAmount)}%`,
            undefined as string | undefined,
          )}
          isAlarm={of((all) => all.budgetAmount > 0 && all.remainAmount < all.budgetAmount * 0.1, false)}
        />
      )}
      <StatCard
        label="领取率"
        value={of((all) => rate(all.claimedCnt, all.winCnt), unknown)}
        unit={of((all) => all.winCnt > 0, false) ? '%' : undefined}
        beforeLabel="已关闭"
        before={of((all) => `${countText(all.closedCnt)} 笔`, undefined as string | undefined)}
      />
    </StatStrip>
  );
};

/** What is left of each tier, as part of what there was. */
const Left = ({ activity }: { activity: Activity }) => (
  <Sheet title="奖品剩余" finding={`${countText(activity.stockLeft)} / ${countText(activity.stockTotal)}`} isFlush>
    <ul className="zy-tier-left">
      {activity.tiers.map((tier) => {
        const ratio = tier.stockTotal > 0 ? tier.left / tier.stockTotal : 0;
        return (
          <li key={tier.id}>
            <span title={`${tier.tierName} ${tier.prizeName}`}>
              {tier.tierName} <small>{tier.prizeName}</small>
            </span>
            <i aria-hidden="true">
              <b style={{ width: `${ratio * 100}%` }} className={ratio < 0.1 ? 'zy-tier-scarce' : undefined} />
            </i>
            <span>
              {countText(tier.left)} / {countText(tier.stockTotal)}
            </span>
          </li>
        );
      })}
    </ul>
  </Sheet>
);

/** 概览: the figures of the activity as they are now, its last draws, its commitment and its odds. */
export const Overview = ({
  activity,
  counts,
  show,
}: {
  activity: Activity;
  counts: ActivityCounts | undefined;
  show: (tab: string) => void;
}) => {
  const may = useMay();
  const weights = useRead(activityApi.weights, { id: activity.id });
  const prizes = new Set(activity.tiers.filter(({ prizeType }) => prizeType !== PrizeType.none).map(({ id }) => id));
  const newest = weights.data?.toSorted((a, b) => b.version - a.version)[0];
  return (
    <>
      <Figures
        counts={counts}
        expected={newest && winningOf(newest.entries, prizes)}
        show={activity.budgetAmount > 0}
      />
      <div className="zy-activity-grid">
        <div>
          <Curves activity={activity} />
          <Left activity={activity} />
          <RecentDraws id={activity.id} showAll={() => show('draws')} total={counts?.drawCnt} />
        </div>
        <div>
          {may(activityApi.epochs.may) && activity.weightVersion !== null && <FairCard activity={activity} />}
          <VersionsCard activity={activity} versions={weights.data} error={weights.error} retry={weights.refetch} />
          {activity.publishedAt !== null && <Regions id={activity.id} />}
        </div>
      </div>
    </>
  );
};
