import { aiApi, todayScreen } from '@zhuiyuan/contract/stats/overview/ai';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { useBlock } from '../../../parts/feedback/use-block.ts';
import { OverviewCards } from './overview-cards.tsx';
import { useRowsBehind } from './rows-behind.ts';

/** 今日营销: what campaigns brought today, beside yesterday up to this moment. */
export const LotteryStrip = () => {
  const { data, error, refetch } = useBlock(aiApi.today, {});
  const behind = useRowsBehind({ dateLimit: 'today' });
  if (error && !data)
    return (
      <section className="sheet">
        <BlockFailed error={error} retry={refetch} />
      </section>
    );
  return (
    <OverviewCards label="今日营销" codes={todayScreen.cards} summary={data} beforeLabel="昨日此时" linkOf={behind} />
  );
};
