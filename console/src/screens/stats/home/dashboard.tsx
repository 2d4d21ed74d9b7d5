import { homeApi } from '@zhuiyuan/contract/stats/home';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { lazy, Suspense } from 'react';
import { May } from '../../../parts/feedback/may.tsx';
import { useMay } from '../../../lib/session.ts';
import { MerchantBar } from './merchant-bar.tsx';
import { ProductRank } from './product-rank.tsx';
import { RecentTasks } from './recent-tasks.tsx';
import { OwnWork } from './shortcuts.tsx';
import { ScanTrend } from './scan-trend.tsx';
import { TodoList } from './todo-list.tsx';
import { TraceStrip } from './trace-strip.tsx';
import { FirstSteps } from './first-steps.tsx';
import { FirstStepsBar } from './first-steps-bar.tsx';
import { useFirstSteps } from './use-first-steps.ts';
import '../dashboard.css';
import './first-steps.css';

const mayLottery = 'admin:lottery:ai:index';
/** Fetched by those who see it: the figures of the lottery weigh more than the rest of the page. */
const LotteryStrip = lazy(async () => ({ default: (await import('../overview/lottery-strip.tsx')).LotteryStrip }));

/**
 * 主页: who is signed in, today's codes and scans, what waits for somebody. Blocks appear by permission. A firm that has not
 * come to its first scan yet sees the steps that lead there instead.
 */
export const Dashboard = () => {
  const first = useFirstSteps();
  const may = useMay();
  const seesFigures = [homeApi.trace, { may: mayLottery } as const, taskApi.list, homeApi.productRank].some((figures) =>
    may(figures.may),
  );
  return (
    <>
      <MerchantBar />
      {first.state === 'steps' && <FirstSteps facts={first.facts} fold={first.fold} />}
      {(first.state === 'folded' || first.state === 'waiting') && <FirstStepsBar first={first} />}
      {first.state !== 'steps' && first.state !== 'unknown' && (seesFigures ? <Figures /> : <OwnWork />)}
    </>
  );
};

const Figures = () => (
  <>
    <May of={homeApi.trace.may}>
      <TraceStrip />
    </May>
    <May of={mayLottery}>
      <Suspense fallback={<div className="sheet zy-home-strip" />}>
        <LotteryStrip />
      </Suspense>
    </May>
    <May of={homeApi.trace.may}>
      <div className="zy-home-pair">
        <ScanTrend />
        <TodoList />
      </div>
    </May>
    {!useMay()(homeApi.trace.may) && <OwnWork />}
    <div className="zy-home-pair">
      <May of={taskApi.list.may}>
        <RecentTasks />
      </May>
      <May of={homeApi.productRank.may}>
        <ProductRank />
      </May>
    </div>
  </>
);
