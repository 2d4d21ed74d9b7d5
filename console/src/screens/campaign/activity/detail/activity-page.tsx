import { ActScene } from '@zhuiyuan/contract/campaign/campaign-states';
import { activityApi, type Activity, type ActivityCounts } from '@zhuiyuan/contract/campaign/activity/activity';
import { claimApi } from '@zhuiyuan/contract/claim/claim-list';
import { redInfoApi } from '@zhuiyuan/contract/payout/red-info';
import { bindingApi } from '@zhuiyuan/contract/redeem/binding';
import { holdApi } from '@zhuiyuan/contract/campaign/hold/hold';
import { useSearchParams } from 'react-router';
import { useLeaveTab } from '../../../../lib/use-leave-tab.ts';
import { usePageName } from '../../../../lib/page-name.ts';
import { useMay } from '../../../../lib/session.ts';
import { useRead } from '../../../../lib/use-read.ts';
import { ClaimList } from '../../../../parts/claims/claim-list.tsx';
import { benchList, gameList } from '../addresses.ts';
import { BoundShopList } from '../bound-shops.tsx';
import { HoldsTab } from '../holds/holds-tab.tsx';
import { useActivityActs } from '../use-activity-acts.tsx';
import { ActivityHead, type Tab } from './activity-head.tsx';
import { ActivityMissing } from './activity-missing.tsx';
import { DrawsTab } from './draws-tab.tsx';
import { FairTab } from './fair-tab.tsx';
import { OpsTab } from './ops-tab.tsx';
import { Overview } from './overview.tsx';
import { PartsTab } from './parts-tab.tsx';
import { PayoutsTab } from './payouts-tab.tsx';
import { TiersTab } from './tiers-tab.tsx';
import { VersionsTab } from './versions-tab.tsx';
import '../activities.css';
import './detail.css';

const everyMs = 10_000;

const Page = ({ activity, counts }: { activity: Activity; counts: ActivityCounts | undefined }) => {
  const may = useMay();
  const leaveTab = useLeaveTab();
  const [address, setAddress] = useSearchParams();
  const deeds = useActivityActs({
    from: '?from=bench',
    gone: () => leaveTab(activity.actScene === ActScene.interact ? gameList : benchList),
  });
  const tabs: Tab[] = [
    { value: 'overview', label: '概览' },
    { value: 'tiers', label: '奖品与库存' },
    { value: 'versions', label: '概率版本', count: activity.weightVersion ?? undefined },
    { value: 'draws', label: '抽奖记录', count: counts?.drawCnt },
    { value: 'parts', label: '参与记录' },
    ...(may(claimApi.list.may) ? [{ value: 'claims', label: '领取与核销' }] : []),
    ...(may(redInfoApi.list.may) ? [{ value: 'payouts', label: '红包' }] : []),
    ...(may(bindingApi.list.may) ? [{ value: 'shops', label: '绑定门店' }] : []),
    ...(may(holdApi.list.may) ? [{ value: 'holds', label: '冻结复核' }] : []),
    ...(may(activityApi.epochs.may) ? [{ value: 'fair', label: '公平审计' }] : []),
    { value: 'ops', label: '操作日志' },
  ];
  const tab = tabs.find(({ value }) => value === address.get('tab'))?.value ?? 'overview';
  const show = (value: string) =>
    setAddress({ id: String(activity.id), ...(value === 'overview' ? {} : { tab: value }) }, { replace: true });
  const now = { ...activity, ...(counts && { status: counts.status, drawCnt: counts.drawCnt }) };
  return (
    <div className="zy-activity">
      <ActivityHead activity={now} acts={deeds.of(now)} tabs={tabs} tab={tab} show={show} />
      {tab === 'overview' && <Overview activity={now} counts={counts} show={show} />}
      {tab === 'tiers' && <TiersTab activity={now} />}
      {tab === 'versions' && <VersionsTab activity={now} />}
      {tab === 'draws' && <DrawsTab activity={now} />}
      {tab === 'parts' && <PartsTab activity={now} />}
      {tab === 'claims' && <ClaimList activityId={now.id} />}
      {tab === 'payouts' && <PayoutsTab activity={now} />}
      {tab === 'shops' && <BoundShopList activity={now} />}
      {tab === 'holds' && <HoldsTab activity={now} />}
      {tab === 'fair' && <FairTab activity={now} />}
      {tab === 'ops' && <OpsTab activity={now} />}
      {deeds.layers}
    </div>
  );
};

const One = ({ id }: { id: number }) => {
  const { data, error, refetch } = useRead(activityApi.info, { id });
  const counts = useRead(activityApi.counts, { id }, { every: everyMs, keeps: true });
  usePageName(data?.actName);
  return data ? (
    <Page activity={data} counts={counts.data} />
  ) : (
    <ActivityMissing isAsked error={error} retry={() => void refetch()} />
  );
};

/** 活动详情: one activity, how it goes, and what its fairness rests on. */
export const ActivityPage = () => {
  const id = Number(useSearchParams()[0].get('id'));
  return id ? <One key={id} id={id} /> : <ActivityMissing isAsked={false} error={null} retry={() => undefined} />;
};
