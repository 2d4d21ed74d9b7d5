import { blackApi } from '@zhuiyuan/contract/consumer/black';
import { consumerApi, ConsumerSource, ConsumerStatus, type ConsumerInfo } from '@zhuiyuan/contract/consumer/consumer';
import { Code as Codes } from '@zhuiyuan/contract/kit/codes';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { scanDetailApi } from '@zhuiyuan/contract/stats/scans/scan-detail';
import { Button, Dropdown, Skeleton } from 'antd';
import Ban from 'icon:ban';
import Ellipsis from 'icon:ellipsis';
import SearchX from 'icon:search-x';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../lib/api-error.ts';
import { consumerList, scansOf } from '../../lib/object-addresses.ts';
import { usePageName } from '../../lib/page-name.ts';
import { useMay } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';
import { useRead } from '../../lib/use-read.ts';
import { StatCard, StatStrip } from '../../parts/charts/stat-card.tsx';
import { tellMany } from '../../parts/claims/use-many.ts';
import { May } from '../../parts/feedback/may.tsx';
import { Empty, Failed } from '../../parts/feedback/states.tsx';
import { useAct } from '../../parts/feedback/use-act.ts';
import { RadioField } from '../../parts/form/fields.tsx';
import { FormModal } from '../../parts/form/form-modal.tsx';
import { useDraft } from '../../parts/form/use-draft.ts';
import { cardText, countText, moneyText, percentText } from '../../parts/format/numbers.ts';
import { EnumTag, Tag } from '../../parts/format/tag.tsx';
import { dayText, shortTimeText, timeText } from '../../parts/format/times.ts';
import { NoticeModal, useNotice } from '../../parts/messages/notice-modal.tsx';
import { runAct, type Act } from '../../parts/list/acts.tsx';
import { ListTabs } from '../../parts/list/list-tabs.tsx';
import { BlackModal, useBlack } from './black-modal.tsx';
import { consumerChanges, terms } from './changes.ts';
import { PrizesCard, RiskCard } from './consumer-side.tsx';
import { Claims, Draws, Messages, Points, Redeems, Reds, Risks, Scans, Vers } from './lists.tsx';
import { PlainValue } from './plain-value.tsx';
import { PointsModal, usePoints } from './points-modal.tsx';
import { Trail } from './trail.tsx';
import './consumer.css';

const lists = {
  scan: Scans,
  draw: Draws,
  claim: Claims,
  red: Reds,
  point: Points,
  redeem: Redeems,
  ver: Vers,
  risk: Risks,
  message: Messages,
};

const blackText = ({ black }: ConsumerInfo): string =>
  black ? `已拉黑${black.expireAt ? ` 至 ${dayText(black.expireAt)}` : '，永久'}` : '';

const Status = ({ consumer }: { consumer: ConsumerInfo }) => (
  <>
    {consumer.black ? (
      <Tag tone="bad">{blackText(consumer)}</Tag>
    ) : (
      <EnumTag of={ConsumerStatus} value={consumer.state} />
    )}
    {consumer.black && consumer.status !== Enabled.on && <Tag tone="gone">已禁用</Tag>}
  </>
);

/** What staff do with a consumer, and its forms. */
const Acts = ({ consumer }: { consumer: ConsumerInfo }) => {
  const may = useMay();
  const navigate = useNavigate();
  const black = useBlack(() => consumer.consumer);
  const points = usePoints();
  const notice = useNotice();
  const change = useAct(consumerApi.status, { done: '', refresh: consumerChanges });
  const unblack = useAct(consumerApi.unblack, { refresh: [...consumerChanges, consumerApi.claims] });
  const term = useDraft({ create: blackApi.term, refresh: consumerChanges, blank: {}, done: { create: '操作成功' } });
  const isOn = consumer.status === Enabled.on;
  const setStatus = async (status: (typeof Enabled.options)[number]['value']) =>
    tellMany(await change({ ids: [consumer.id], status }), () => consumer.consumer);
  const remove: Act = {
    label: '移出黑名单',
    confirm: '移除后该对象可正常参与活动，确定移除？',
    run: () => unblack({ id: consumer.id }),
  };
  const more: Act[] = [
    ...(consumer.black && may(blackApi.term.may)
      ? [{ label: '改期限', run: () => term.open(undefined, { id: consumer.black!.id, days: 30 }) }]
      : []),
    ...(may(consumerApi.status.may)
      ? [
          isOn
            ? {
                label: '禁用',
                destructive: true,
                confirm: '禁用后该消费者无法参与活动，确定禁用？',
                run: () => setStatus(Enabled.off),
              }
            : { label: '启用', run: () => setStatus(Enabled.on) },
        ]
      : []),
    ...(may(scanDetailApi.list.may)
      ? [{ label: '扫码明细', run: () => void navigate(scansOf({ consumerId: consumer.id })) }]
      : []),
  ];
  const run = (act: Act) => void runAct(act).catch((error: unknown) => toast.failure(error));
  return (
    <div className="zy-consumer-acts">
      <May of={consumerApi.message.may}>
        <Button onClick={() => notice.begin([consumer.id])}>发消息</Button>
      </May>
      <May of={consumerApi.points.may}>
        <Button onClick={() => points.begin(consumer)}>发积分</Button>
      </May>
      <May of={consumerApi.black.may}>
        {consumer.black ? (
          <Button onClick={() => run(remove)}>移出黑名单</Button>
        ) : (
          <Button danger icon={<Ban size={14} strokeWidth={1.6} />} onClick={() => black.begin([consumer.id])}>
            拉黑
          </Button>
        )}
      </May>
      {more.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: more.map((act) => ({ key: act.label, label: act.label, danger: act.destructive ?? false })),
            onClick: ({ key }) => run(more.find(({ label }) => label === key)!),
          }}
        >
          <Button aria-label="更多" icon={<Ellipsis size={16} strokeWidth={1.6} />} />
        </Dropdown>
      )}
      <BlackModal draft={black} />
      <PointsModal draft={points} />
      <NoticeModal draft={notice} />
      <FormModal draft={term} title="修改黑名单期限" save="确定">
        <p className="zy-consumer-after">
          {consumer.black?.reason}，
          {consumer.black?.expireAt ? `现到 ${timeText(consumer.black.expireAt)}` : '现为永久'}
        </p>
        <RadioField name="days" label="新期限，从现在起" from={terms} />
      </FormModal>
    </div>
  );
};

const Head = ({ consumer }: { consumer: ConsumerInfo }) => {
  const facts = [
    {
      label: '手机',
      value: consumer.phone ? <PlainValue id={consumer.id} field="phone" masked={consumer.phone} /> : '未留手机号',
    },
    { label: '编号', value: consumer.id },
    { label: '来源', value: ConsumerSource.label(consumer.source) },
    { label: '最近地区', value: consumer.region || '-' },
    { label: '首次扫码', value: dayText(consumer.firstScanAt) },
    { label: '最近扫码', value: consumer.lastScanAt ? shortTimeText(consumer.lastScanAt) : '-' },
  ];
  const hasName = !consumer.consumer.startsWith('用户***');
  return (
    <section className="sheet zy-consumer-head" aria-label="消费者">
      <span className="zy-consumer-disc" aria-hidden="true">
        {[...consumer.consumer][0]}
      </span>
      <div className="zy-consumer-who">
        <h1>
          {consumer.consumer}
          <Status consumer={consumer} />
        </h1>
        <dl className="zy-consumer-facts">
          {hasName && (
            <div>
              <dt>昵称</dt>
              <dd>
                <PlainValue id={consumer.id} field="nickName" masked={consumer.consumer} />
              </dd>
            </div>
          )}
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Acts consumer={consumer} />
    </section>
  );
};

const Figures = ({ consumer }: { consumer: ConsumerInfo }) => (
  <StatStrip label="消费者概况">
    <StatCard label="扫码" value={cardText(consumer.scanCnt)} unit="次" note={`${countText(consumer.codeCnt)} 个码`} />
    <StatCard
      label="抽奖"
      value={cardText(consumer.drawCnt)}
      unit="次"
      note={`未中 ${countText(consumer.drawCnt - consumer.winCnt)} 次`}
    />
    <StatCard
      label="中奖"
      value={cardText(consumer.winCnt)}
      unit="次"
      note={`中奖率 ${consumer.drawCnt > 0 ? percentText(consumer.winCnt / consumer.drawCnt) : '—'}`}
    />
    <StatCard
      label="到账"
      value={moneyText(consumer.paidAmount)}
      unit="元"
      note={`中奖 ${moneyText(consumer.winAmount)} 元`}
    />
    <StatCard
      label="积分"
      value={cardText(consumer.points)}
      unit="分"
      note={[
        `获得 ${countText(consumer.pointsIn)}`,
        `使用 ${countText(consumer.pointsOut - consumer.pointsExpired)}`,
        ...(consumer.pointsExpired > 0 ? [`过期 ${countText(consumer.pointsExpired)}`] : []),
      ].join('，')}
    />
    <StatCard
      label="核销"
      value={cardText(consumer.verCnt)}
      unit="次"
      note={
        consumer.lastVer
          ? `${shortTimeText(consumer.lastVer.at).slice(0, -6)} ${consumer.lastVer.shopName}`
          : '没有到店核销'
      }
    />
  </StatStrip>
);

const Page = ({ consumer }: { consumer: ConsumerInfo }) => {
  usePageName(consumer.consumer);
  const [tab, setTab] = useState('trail');
  const { counts } = consumer;
  const Shown = tab === 'trail' ? Trail : lists[tab as keyof typeof lists];
  return (
    <div className="zy-consumer">
      <Head consumer={consumer} />
      <Figures consumer={consumer} />
      <div className="zy-consumer-columns">
        <section className="sheet" aria-label="记录">
          <div className="zy-consumer-tabs">
            <ListTabs
              value={tab}
              change={setTab}
              items={[
                { value: 'trail', label: '参与轨迹' },
                { value: 'scan', label: '扫码', count: consumer.scanCnt },
                { value: 'draw', label: '抽奖', count: consumer.drawCnt },
                { value: 'claim', label: '中奖领取', count: counts.claim },
                { value: 'red', label: '红包', count: counts.red },
                { value: 'point', label: '积分流水' },
                { value: 'redeem', label: '兑换单', count: counts.redeem },
                { value: 'ver', label: '核销', count: counts.ver },
                { value: 'risk', label: '风险', count: counts.risk },
                { value: 'message', label: '消息', count: counts.message },
              ]}
            />
          </div>
          {tab === 'point' && consumer.pointsDue && (
            <p className="zy-consumer-due">
              {countText(consumer.pointsDue.points)} 分有效至 {consumer.pointsDue.day}，此前未使用则在次日过期
            </p>
          )}
          <Shown key={tab} id={consumer.id} />
        </section>
        <div className="zy-consumer-side">
          <RiskCard consumer={consumer} showHeld={() => setTab('claim')} />
          <PrizesCard consumer={consumer} showAll={() => setTab('claim')} />
        </div>
      </div>
    </div>
  );
};

/** 消费者详情: who he is, what he did, what he won, and what speaks against him. */
export const ConsumerPage = () => {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const id = Number(address.get('id') ?? address.get('uid'));
  const isId = Number.isSafeInteger(id) && id > 0;
  const { data, error, refetch } = useRead(consumerApi.info, isId ? { id } : undefined);
  if (!isId || (error instanceof ApiError && error.code === Codes.notFound))
    return (
      <div className="sheet page-fill">
        <Empty
          icon={SearchX}
          title="数据不存在或无权限访问"
          action={<Button onClick={() => void navigate(consumerList)}>返回消费者列表</Button>}
        />
      </div>
    );
  if (error && !data) return <Failed title="内容没有加载出来" error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active={false} title={false} paragraph={{ rows: 12 }} />;
  return <Page key={data.id} consumer={data} />;
};
