import { activityApi, type Activity } from '@zhuiyuan/contract/campaign/activity/activity';
import { EpochState } from '@zhuiyuan/contract/campaign/campaign-states';
import { Skeleton } from 'antd';
import { useState } from 'react';
import { useRead } from '../../../../lib/use-read.ts';
import { BlockFailed } from '../../../../parts/feedback/block-failed.tsx';
import { Facts } from '../../../../parts/format/facts.tsx';
import { NoticeBar } from '../../../../parts/feedback/notice-bar.tsx';
import { countText } from '../../../../parts/format/numbers.ts';
import { EnumTag } from '../../../../parts/format/tag.tsx';
import { timeText } from '../../../../parts/format/times.ts';
import { Sheet } from '../../../../parts/frame/sheet.tsx';
import { Digits } from './digits.tsx';
import { ProofDrawer } from './proof-drawer.tsx';

/** 公平公示: the commitment the draws of this period rest on. */
export const FairCard = ({ activity }: { activity: Activity }) => {
  const { data, error, refetch } = useRead(
    activityApi.epochs,
    { id: activity.id, page: 1, limit: 20 },
    { keeps: true },
  );
  const [isProving, setIsProving] = useState(false);
  const epoch = data?.list.toSorted((a, b) => b.epochNo - a.epochNo)[0];
  const isBroken = epoch?.state === EpochState.broken;
  return (
    <Sheet
      title="公平公示"
      finding={epoch && `第 ${epoch.epochNo} 期，本期 ${countText(epoch.drawCnt)} 次`}
      extra={epoch && <EnumTag of={EpochState} value={epoch.state} />}
    >
      {error && !data && <BlockFailed error={error} retry={refetch} />}
      {!data && !error && <Skeleton active={false} title={false} paragraph={{ rows: 4 }} />}
      {data && !epoch && <p className="zy-versions-none">活动开始后公布第 1 期的承诺值</p>}
      {epoch && (
        <div className="zy-fair">
          {isBroken ? (
            <NoticeBar tone="bad">第{epoch.epochNo}期种子无法公开，本期中奖结果照常兑付</NoticeBar>
          ) : (
            <p>随机种子在第一次抽奖前已经封存，并公布了它的承诺值。种子公开后，任何人都能用它重算每一次抽奖。</p>
          )}
          <div className="zy-fair-hash">
            <Digits value={epoch.seedHash} label="承诺值" />
          </div>
          <Facts
            items={[
              { label: '种子公开', value: epoch.revealAt ? timeText(epoch.revealAt) : '本期结束后公开' },
              { label: '概率版本', value: `第 ${epoch.weightVersion} 版` },
              { label: '开始时间', value: timeText(epoch.openedAt) },
            ]}
          />
          <button type="button" className="zy-link" onClick={() => setIsProving(true)}>
            重算一次抽奖
          </button>
        </div>
      )}
      <ProofDrawer isOpen={isProving} close={() => setIsProving(false)} />
    </Sheet>
  );
};
