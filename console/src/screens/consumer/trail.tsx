import { consumerApi } from '@zhuiyuan/contract/consumer/consumer';
import { HappenedGroup, type Happened } from '@zhuiyuan/contract/consumer/happened';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { RedemptionStatus } from '@zhuiyuan/contract/claim/redemption-states';
import { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import { PointSource } from '@zhuiyuan/contract/member/point-source';
import { Delivery } from '@zhuiyuan/contract/payout/payout-enums';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import { RiskAction } from '@zhuiyuan/contract/risk/risk-enums';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Segmented, Skeleton } from 'antd';
import CircleCheckBig from 'icon:circle-check-big';
import Coins from 'icon:coins';
import Gift from 'icon:gift';
import Package from 'icon:package';
import ScanLine from 'icon:scan-line';
import ShieldAlert from 'icon:shield-alert';
import Wallet from 'icon:wallet';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../lib/call.ts';
import { drawOf, holdsOf, payoutOf } from '../../lib/object-addresses.ts';
import { redemptionOf } from '../../parts/claims/won-text.ts';
import { Failed } from '../../parts/feedback/states.tsx';
import { DateLimitControl } from '../../parts/form/date-limit-control.tsx';
import { countText, moneyText } from '../../parts/format/numbers.ts';
import { CodeLink } from '../../parts/format/object-links.tsx';
import { EnumDot, Tag } from '../../parts/format/tag.tsx';
import { Timeline, type Happening } from '../../parts/format/timeline.tsx';
import { prefix } from '../../parts/list/filters.tsx';

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${countText(Math.abs(value))}`;
const ending = (text: string, isHeld: boolean) => (isHeld ? <span className="zy-consumer-held">{text}</span> : text);

/** How each kind of what happened is told. */
const tellers: Record<Happened['kind'], (one: Happened) => Omit<Happening, 'key' | 'time'>> = {
  scan: (one) => ({
    icon: ScanLine,
    title: Verdict.label(one.state),
    mark: one.isCross && <Tag tone="wait">疑似窜货</Tag>,
    facts: [
      one.what && <CodeLink key="code" code={one.what} />,
      one.more,
      one.place,
      one.times > 1 ? `第 ${countText(one.times)} 次` : '',
    ],
  }),
  draw: (one) => ({
    icon: Gift,
    title: '抽奖',
    mark: one.hold ? (
      <Tag tone="wait">待复核</Tag>
    ) : (
      <span>{one.state === String(PrizeType.none) ? '未中奖' : one.what}</span>
    ),
    facts: [
      one.more,
      one.activityId !== null && (
        <Link key="no" to={drawOf(one.activityId, one.no)}>
          {one.no}
        </Link>
      ),
      one.hold && one.activityId !== null && (
        <Link key="hold" to={holdsOf(one.activityId)}>
          去复核
        </Link>
      ),
      one.place,
    ],
    end:
      one.amount > 0 ? ending(`${moneyText(one.amount)} 元`, one.hold) : one.points < 0 && `${signed(one.points)} 积分`,
  }),
  red: (one) => ({
    icon: Wallet,
    title: '红包',
    mark: <EnumDot of={Delivery} value={one.state} />,
    facts: [
      one.what,
      one.more,
      <Link key="no" to={payoutOf(one.no)}>
        {one.no}
      </Link>,
    ],
    end: ending(
      `${one.state === Delivery.RECEIVED ? '+' : ''}${moneyText(one.amount)} 元`,
      one.hold || one.state !== Delivery.RECEIVED,
    ),
  }),
  redeem: (one) => ({
    icon: Package,
    title: '邮寄兑换',
    mark: <EnumDot of={RedemptionStatus} value={one.state} />,
    facts: [
      one.what,
      one.more,
      <Link key="no" to={redemptionOf(one.no)}>
        {one.no}
      </Link>,
    ],
  }),
  ver: (one) => ({
    icon: CircleCheckBig,
    title: '门店核销',
    mark: one.state === String(VerStatus.done) ? undefined : <EnumDot of={VerStatus} value={one.state} />,
    facts: [one.what, one.more, one.no],
  }),
  point: (one) => ({
    icon: Coins,
    title: `积分${PointSource.label(one.state)}`,
    facts: [one.what, `余额 ${countText(Number(one.more))}`],
    end: `${signed(one.points)} 积分`,
  }),
  risk: (one) => ({
    icon: ShieldAlert,
    title: `命中风控 ${one.what}`,
    facts: [
      `${one.more.split('/')[0]}，阈值 ${one.more.split('/')[1]}`,
      RiskAction.label(one.state),
      one.times > 1 ? `${countText(one.times)} 次` : '',
    ],
  }),
};

/** 参与轨迹: all that happened to one consumer, this month by default. */
export const Trail = ({ id }: { id: number }) => {
  const [group, setGroup] = useState('');
  const [dateLimit, setDateLimit] = useState<string | undefined>('month');
  const input = {
    id,
    ...(group ? { group: group as (typeof HappenedGroup.options)[number]['value'] } : {}),
    ...(dateLimit ? { dateLimit } : {}),
  };
  const query = useInfiniteQuery({
    queryKey: [consumerApi.timeline.path, input],
    queryFn: ({ pageParam, signal }) =>
      call(consumerApi.timeline, { ...input, ...(pageParam ? { before: pageParam } : {}) }, { quiet: true, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  });
  const items = (query.data?.pages ?? []).flatMap(({ list }) =>
    list.map((one) => ({ key: `${one.kind} ${one.id}`, time: one.at, ...tellers[one.kind](one) })),
  );
  return (
    <>
      <div className="zy-consumer-bar">
        <Segmented
          value={group}
          onChange={(value) => setGroup(String(value))}
          options={[
            { value: '', label: '全部' },
            ...HappenedGroup.options.map(({ value, label }) => ({ value, label })),
          ]}
        />
        <DateLimitControl label="时间" value={dateLimit} set={setDateLimit} prefix={prefix('时间')} />
      </div>
      <div className="zy-consumer-trail">
        {query.isPending && <Skeleton active={false} title={false} paragraph={{ rows: 8 }} />}
        {query.isError && !query.data && <Failed error={query.error} retry={() => void query.refetch()} />}
        {query.data && items.length === 0 && <p className="zy-consumer-none">这段时间没有记录</p>}
        <Timeline items={items} isBroken={group !== ''} />
        {query.hasNextPage && (
          <Button block loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            更早的记录
          </Button>
        )}
      </div>
    </>
  );
};
