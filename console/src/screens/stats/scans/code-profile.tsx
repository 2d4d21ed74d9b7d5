import { Level, Life } from '@zhuiyuan/contract/codes/state/code-enums';
import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { Audience } from '@zhuiyuan/contract/campaign/campaign-states';
import { scanDetailApi, type CodeProfile } from '@zhuiyuan/contract/stats/scans/scan-detail';
import { Button, Skeleton } from 'antd';
import Gift from 'icon:gift';
import { useNavigate } from 'react-router';
import { codePage } from '../../../lib/code-addresses.ts';
import { useMay } from '../../../lib/session.ts';
import { useRead } from '../../../lib/use-read.ts';
import { CodeEvents } from '../../../parts/codes/code-events.tsx';
import { stagesOf } from '../../../parts/codes/stages-of.ts';
import { Failed } from '../../../parts/feedback/states.tsx';
import { CodeText } from '../../../parts/format/code.tsx';
import { Facts } from '../../../parts/format/facts.tsx';
import { LifeRail } from '../../../parts/format/life-rail.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { ActivityLink, LotLink, ProductLink, TaskLink } from '../../../parts/format/object-links.tsx';
import { EnumTag } from '../../../parts/format/tag.tsx';
import type { Happening } from '../../../parts/format/timeline.tsx';
import { SideDrawer } from '../../../parts/frame/side-drawer.tsx';
import './scans.css';

const drawn = (draw: CodeProfile['draws'][number]): Happening => ({
  key: draw.drawNo,
  time: draw.drawnAt,
  icon: Gift,
  title: draw.audience === Audience.shop ? '开箱抽奖' : '抽奖',
  facts: [
    draw.consumer,
    <ActivityLink key="act" id={draw.activityId}>
      {draw.actName}
    </ActivityLink>,
    draw.drawNo,
  ],
  end: draw.result,
});

const Profile = ({ profile: { facts, timeline, draws } }: { profile: CodeProfile }) => (
  <div className="zy-scan-profile">
    <LifeRail stages={stagesOf(facts)} />
    <Facts
      isPaired
      items={[
        { label: '产品', value: <ProductLink id={facts.productId}>{facts.storeName}</ProductLink> },
        { label: '批号', value: <LotLink id={facts.lotId}>{facts.lotNo}</LotLink> },
        { label: '码级', value: Level.label(facts.level) },
        { label: '所在', value: facts.holderName },
        { label: '生码任务', value: <TaskLink taskNo={facts.taskNo} /> },
        { label: '计次查询', value: `${countText(facts.scanCnt)} 次` },
        { label: '小箱', value: facts.boxCode && <CodeText code={facts.boxCode} /> },
        { label: '大箱', value: facts.caseCode && <CodeText code={facts.caseCode} /> },
      ]}
    />
    <h3>动态</h3>
    <CodeEvents events={timeline} others={draws.map(drawn)} />
  </div>
);

/** 码档案: from its making to the last draw, beside the list of scans. */
export const CodeProfileDrawer = ({ code, close }: { code: string | undefined; close: () => void }) => {
  const may = useMay();
  const navigate = useNavigate();
  const { data, error, refetch } = useRead(scanDetailApi.profile, code === undefined ? undefined : { code });
  return (
    <SideDrawer
      isOpen={code !== undefined}
      close={close}
      title="码档案"
      name={code !== undefined && <CodeText code={code} />}
      mark={data && <EnumTag of={Life} value={data.facts.life} />}
      foot={
        code !== undefined &&
        may(identityApi.info.may) && <Button onClick={() => void navigate(codePage(code))}>编码详情</Button>
      }
    >
      {error && !data && <Failed title="档案没有加载出来" error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active={false} title={false} paragraph={{ rows: 10 }} />}
      {data && <Profile profile={data} />}
    </SideDrawer>
  );
};
