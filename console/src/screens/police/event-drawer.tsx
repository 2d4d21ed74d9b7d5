import { RiskLevel, RiskStatus, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { policeEventApi, PoliceOutcome, type PoliceEvent } from '@zhuiyuan/contract/police/police-event';
import { policeRefusals } from '@zhuiyuan/contract/police/police-refusals';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton, Tooltip } from 'antd';
import ChevronDown from 'icon:chevron-down';
import ChevronUp from 'icon:chevron-up';
import Download from 'icon:download';
import UserRound from 'icon:user-round';
import { useEffect, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { session, useMay } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';
import { useRead } from '../../lib/use-read.ts';
import { BlockFailed } from '../../parts/feedback/block-failed.tsx';
import { May } from '../../parts/feedback/may.tsx';
import { NoticeBar } from '../../parts/feedback/notice-bar.tsx';
import { Failed } from '../../parts/feedback/states.tsx';
import { useAct } from '../../parts/feedback/use-act.ts';
import { useSubmitLock } from '../../parts/feedback/use-submit-lock.ts';
import { Facts } from '../../parts/format/facts.tsx';
import { countText } from '../../parts/format/numbers.ts';
import { ActivityLink } from '../../parts/format/object-links.tsx';
import { EnumTag } from '../../parts/format/tag.tsx';
import { shortTimeText } from '../../parts/format/times.ts';
import { SideDrawer } from '../../parts/frame/side-drawer.tsx';
import { startDownload } from '../../parts/list/export-button.tsx';
import { useLocalSearch } from '../../parts/list/use-local-search.ts';
import { eventReads } from './changes.ts';
import { EventCompare } from './event-compare.tsx';
import { EventForms, useEventForms } from './event-forms.tsx';
import { EventHits } from './event-hits.tsx';
import { EventMap, waysOf } from './event-map.tsx';
import { EventPath } from './event-path.tsx';
import './police.css';

const watchMs = 30_000;

/** What stands between the head and the hits: of a diversion both places and what is comparable, of others what was found. */
const Middle = ({ event, hitId }: { event: PoliceEvent; hitId: number | undefined }) => {
  const isDiversion = event.policeType === RiskType.diversion;
  const map = useRead(policeEventApi.map, isDiversion ? { id: event.id } : undefined);
  const compare = useRead(policeEventApi.compare, isDiversion ? { id: event.id } : undefined);
  const facts = (
    <Facts
      isPaired
      items={[
        ...event.facts.map(({ label, value }) => ({ label, value })),
        ...(event.activityName ? [{ label: '活动', value: event.activityName }] : []),
        ...(event.productName ? [{ label: '产品', value: event.productName }] : []),
        ...(event.agentName ? [{ label: '经销商', value: event.agentName }] : []),
        ...(event.shopName ? [{ label: '门店', value: event.shopName }] : []),
      ]}
    />
  );
  if (!isDiversion)
    return (
      <div className={hitId === undefined ? undefined : 'zy-police-two'}>
        <section aria-label="依据">
          <header className="zy-police-head">
            <h3>依据</h3>
          </header>
          {facts}
        </section>
        {hitId !== undefined && <EventPath id={event.id} hitId={hitId} />}
      </div>
    );
  return (
    <>
      <div className="zy-police-two">
        <section aria-label="两地">
          <header className="zy-police-head">
            <h3>两地</h3>
            <small>{map.data && waysOf(map.data, event.region)}</small>
          </header>
          {map.error && !map.data && <BlockFailed error={map.error} retry={() => void map.refetch()} />}
          {map.data && <EventMap map={map.data} place={event.region} />}
        </section>
        <EventPath id={event.id} hitId={hitId} />
      </div>
      <section aria-label="可比扫码">
        <header className="zy-police-head">
          <h3>可比扫码</h3>
          <small>{compare.data?.finding}</small>
        </header>
        {compare.error && !compare.data && <BlockFailed error={compare.error} retry={() => void compare.refetch()} />}
        {compare.data && <EventCompare compare={compare.data} />}
      </section>
    </>
  );
};

const endText = (event: PoliceEvent): string =>
  event.status === RiskStatus.ignored
    ? `${event.handledName} ${shortTimeText(event.handledAt!)} 已忽略：${event.result}`
    : `${event.handledName} ${shortTimeText(event.handledAt!)} 处理为${PoliceOutcome.label(event.outcome!)}：${event.result}`;

const Foot = ({ event, taken, setTaken }: { event: PoliceEvent; taken: string; setTaken: (text: string) => void }) => {
  const may = useMay();
  const me = session.use((current) => current?.admin.id);
  const forms = useEventForms();
  const [isTaking, lockTake] = useSubmitLock();
  const [isLoading, lockLoad] = useSubmitLock();
  const accept = useAct(policeEventApi.accept, { refresh: eventReads, done: '已受理', quiet: true });
  const reread = useAct(policeEventApi.info, { refresh: eventReads, done: '', quiet: true });
  const isOpen = event.status <= RiskStatus.doing;
  const isMine = event.assigneeId === me;
  const mayEnd = isOpen && (event.status === RiskStatus.waiting || isMine);
  const take = () =>
    lockTake(async () => {
      try {
        await accept({ id: event.id });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== policeRefusals.taken[0]) return toast.failure(error);
        const { assigneeName, at } = error.data as { assigneeName: string; at: string | null };
        setTaken(`${assigneeName} ${at ? at.slice(11, 16) : ''} 已受理`);
        await reread({ id: event.id });
      }
    });
  const download = () =>
    lockLoad(async () => {
      try {
        startDownload((await call(policeEventApi.evidence, { id: event.id })).fileName);
      } catch (error) {
        toast.failure(error);
      }
    });
  return (
    <>
      {taken && <NoticeBar tone="wait">{taken}</NoticeBar>}
      <div className="zy-police-foot">
        <span className="zy-police-who">
          <UserRound size={14} strokeWidth={1.6} aria-hidden="true" />
          处理人 {event.assigneeName || '未指派'}
          {isOpen && `，静默 ${countText(event.silenceMin)} 分钟内的重复提醒`}
        </span>
        <May of={policeEventApi.evidence.may}>
          <Button icon={<Download size={14} strokeWidth={1.6} />} loading={isLoading} onClick={() => void download()}>
            导出证据
          </Button>
        </May>
        {may(policeEventApi.handle.may) && isOpen && (
          <>
            {mayEnd && <Button onClick={() => forms.ignore.open(event as never)}>忽略</Button>}
            <Button onClick={() => forms.assign.open(event as never)}>转派</Button>
            {mayEnd && (
              <Button type={isMine ? 'primary' : 'default'} onClick={() => forms.handle.open(event as never)}>
                处理
              </Button>
            )}
            {event.status === RiskStatus.waiting && (
              <Button type="primary" loading={isTaking} onClick={() => void take()}>
                受理
              </Button>
            )}
          </>
        )}
      </div>
      <EventForms forms={forms} event={event} />
    </>
  );
};

const Content = ({ event, more, refresh }: { event: PoliceEvent; more: number; refresh: () => void }) => {
  const search = useLocalSearch(policeEventApi.hits, { fixed: { id: event.id } as never, sizes: [20] });
  const [picked, pick] = useState<number>();
  const hits = search.rows;
  const chosen = picked ?? hits.find(({ code }) => code !== '')?.id;
  const isListed = search.total > 0;
  return (
    <>
      <div className="zy-police-title">
        <h3>{event.title}</h3>
        <EnumTag of={RiskStatus} value={event.status} />
        <EnumTag of={RiskLevel} value={event.level} />
      </div>
      <p className="zy-facts zy-police-line">
        <span>首次 {shortTimeText(event.firstAt)}</span>
        <span>最近 {shortTimeText(event.lastAt)}</span>
        <span>规则：{event.ruleText}</span>
        {event.ipOnly > 0 && <span>另有 {countText(event.ipOnly)} 件仅 IP 定位，未计入</span>}
        {event.activityName && (
          <span>
            活动 <ActivityLink id={event.activityId}>{event.activityName}</ActivityLink>
          </span>
        )}
      </p>
      {event.handledAt && <NoticeBar tone="idle">{endText(event)}</NoticeBar>}
      {more > 0 && (
        <NoticeBar tone="doing">
          又有 {countText(more)} 件，
          <button type="button" className="zy-link" onClick={refresh}>
            刷新
          </button>
        </NoticeBar>
      )}
      <Middle event={event} hitId={chosen} />
      {isListed && (
        <section aria-label="命中明细" className="zy-police-hits">
          <EventHits event={event} search={search as never} chosen={chosen} choose={pick} />
        </section>
      )}
    </>
  );
};

/** One warning beside the list: what it rests on, what was decided of each hit, and what becomes of it. */
export const EventDrawer = ({
  id,
  ids,
  total,
  close,
  go,
}: {
  id: number | undefined;
  /** Those of the list, in its order. */
  ids: readonly number[];
  total: string;
  close: () => void;
  go: (id: number) => void;
}) => {
  const { data, error, refetch } = useRead(policeEventApi.info, id === undefined ? undefined : { id });
  // Looked at beside what is shown, so that nothing moves by itself.
  const { data: now } = useQuery({
    queryKey: ['police watch', id],
    queryFn: () => call(policeEventApi.info, { id: id! }, { quiet: true }),
    enabled: id !== undefined,
    refetchInterval: watchMs,
  });
  const [taken, setTaken] = useState<{ id: number; text: string }>();
  const at = id === undefined ? -1 : ids.indexOf(id);
  const before = ids[at - 1];
  const after = at < 0 ? undefined : ids[at + 1];
  useEffect(() => {
    if (id === undefined) return undefined;
    const hear = (event: KeyboardEvent) => {
      const next = event.key === 'ArrowUp' ? before : event.key === 'ArrowDown' ? after : undefined;
      if (!event.altKey || next === undefined) return;
      event.preventDefault();
      go(next);
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, [id, before, after, go]);
  const step = (label: string, to: number | undefined, Icon: typeof ChevronUp) => (
    <Tooltip title={label}>
      <Button
        type="text"
        className="zy-tool"
        aria-label={label}
        disabled={to === undefined}
        icon={<Icon size={16} strokeWidth={1.6} />}
        onClick={() => to !== undefined && go(to)}
      />
    </Tooltip>
  );
  return (
    <SideDrawer
      isOpen={id !== undefined}
      close={close}
      title="预警详情"
      name={data?.eventNo}
      width={960}
      mark={
        at >= 0 && (
          <span className="zy-police-steps">
            <small>
              {at + 1} / {total}
            </small>
            {step('上一条（Alt ↑）', before, ChevronUp)}
            {step('下一条（Alt ↓）', after, ChevronDown)}
          </span>
        )
      }
      foot={
        data && (
          <Foot
            key={data.id}
            event={data}
            taken={taken?.id === data.id ? taken.text : ''}
            setTaken={(text) => setTaken({ id: data.id, text })}
          />
        )
      }
    >
      {error && !data && <Failed title="内容没有加载出来" error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active={false} title={false} paragraph={{ rows: 10 }} />}
      {data && (
        <Content
          key={data.id}
          event={data}
          more={now && now.id === data.id ? Math.max(0, now.hitCount - data.hitCount) : 0}
          refresh={() => void refetch()}
        />
      )}
    </SideDrawer>
  );
};
