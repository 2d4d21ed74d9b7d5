import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { useState } from 'react';
import { May } from '../../../parts/feedback/may.tsx';
import { PeriodBar } from '../../../parts/charts/period-bar.tsx';
import { LifeFunnel } from './life-funnel.tsx';
import { LifeStrips } from './life-strips.tsx';
import { LifeTrendCard } from './life-trend-card.tsx';
import { QuickQuery } from './quick-query.tsx';
import { RunningTasks } from './running-tasks.tsx';
import { ScanPlaces } from './scan-places.tsx';
import { TopDealers, TopProducts, VerdictShare } from './tops.tsx';
import { OpenRisks, SoonLots } from './waiting-cards.tsx';
import './home.css';

/** 标识首页: what became of the codes in a range of days, and what is going on with them now. */
export const IdentityHome = () => {
  const [dateLimit, setDateLimit] = useState('lately30');
  return (
    <>
      <PeriodBar value={dateLimit} change={setDateLimit} isCompared={false}>
        <May of={identityApi.query.may}>
          <QuickQuery />
        </May>
      </PeriodBar>
      <LifeStrips dateLimit={dateLimit} />
      <div className="zy-idhome-pair">
        <LifeTrendCard dateLimit={dateLimit} />
        <LifeFunnel />
      </div>
      <div className="zy-idhome-pair">
        <ScanPlaces dateLimit={dateLimit} />
        <TopProducts dateLimit={dateLimit} />
      </div>
      <div className="zy-idhome-halves">
        <TopDealers dateLimit={dateLimit} />
        <VerdictShare dateLimit={dateLimit} />
        <RunningTasks />
        <OpenRisks />
        <SoonLots />
      </div>
    </>
  );
};
