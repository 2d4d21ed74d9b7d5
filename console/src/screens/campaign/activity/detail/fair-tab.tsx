import { activityApi, type Activity } from '@zhuiyuan/contract/campaign/activity/activity';
import { EpochState } from '@zhuiyuan/contract/campaign/campaign-states';
import { publicDrawApi } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { Button } from 'antd';
import ShieldCheck from 'icon:shield-check';
import { useState } from 'react';
import { call } from '../../../../lib/call.ts';
import { acts, cell, count, enumTag, time, type Column } from '../../../../parts/list/columns.tsx';
import { ListScreen } from '../../../../parts/list/list-screen.tsx';
import { useSearch } from '../../../../parts/list/use-search.ts';
import { BiasBar } from './bias-bar.tsx';
import { Digits } from './digits.tsx';
import { ProofDrawer } from './proof-drawer.tsx';
import type { EpochRow } from '../rows.ts';

/** Offers what was answered as a file. */
const offerJson = (name: string, data: unknown): void => {
  const address = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
};

/** 公平审计: the periods of draws with their commitments and seeds. */
export const FairTab = ({ activity }: { activity: Activity }) => {
  const [isProving, setIsProving] = useState(false);
  const search = { ...useSearch(activityApi.epochs, { fixed: { id: activity.id } }), openView: undefined };
  const columns: Column<EpochRow>[] = [
    cell('epochNo', '期次', ({ epochNo }) => `第 ${epochNo} 期`, { width: 84 }),
    enumTag('state', '状态', EpochState, { width: 124 }),
    cell('weightVersion', '概率版本', ({ weightVersion }) => `第 ${weightVersion} 版`, { width: 84 }),
    count('drawCnt', '抽奖次数', { width: 88 }),
    time('openedAt', '开始时间'),
    time('closedAt', '结束时间'),
    time('revealAt', '种子公开'),
    cell('seedHash', '承诺值', ({ seedHash }) => <Digits value={seedHash} label="承诺值" />, { width: 340 }),
    cell('seed', '种子', ({ seed }) => <Digits value={seed} label="种子" />, { width: 340 }),
    cell('chainHash', '记录链', ({ chainHash }) => <Digits value={chainHash} label="记录链" />, { width: 340 }),
    cell('headsOk', '链头', ({ headsOk }) => (headsOk === null ? '-' : headsOk ? '一致' : '不一致'), {
      width: 84,
    }),
    acts(({ epochNo, state }) => [
      {
        label: '导出审计包',
        blocked: state === EpochState.revealed ? undefined : '种子公开后才能导出',
        run: async () =>
          offerJson(
            `${activity.actNo}-${epochNo}.json`,
            await call(publicDrawApi.pack, { activityId: activity.id, epochNo }),
          ),
      },
    ]),
  ];
  return (
    <>
      <BiasBar id={activity.id} />
      <ListScreen
        search={search}
        thing="种子期"
        columns={columns}
        keyOf={({ id }) => id}
        buttons={<Button onClick={() => setIsProving(true)}>重算一次抽奖</Button>}
        card={{ head: 'epochNo', status: 'state', facts: ['weightVersion', 'drawCnt', 'openedAt'] }}
        empty={{ icon: ShieldCheck, text: '活动发布后，每一期的承诺值和种子都在这里' }}
      />
      <ProofDrawer isOpen={isProving} close={() => setIsProving(false)} />
    </>
  );
};
