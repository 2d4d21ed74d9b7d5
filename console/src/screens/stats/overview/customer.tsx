import { ConsumerSource } from '@zhuiyuan/contract/consumer/consumer';
import { customerOverviewApi, type TopConsumer } from '@zhuiyuan/contract/stats/overview/customer';
import type { OverviewCode } from '@zhuiyuan/contract/stats/overview/overview-metrics';
import { useState } from 'react';
import { Link } from 'react-router';
import { consumerList, consumerPage } from '../../../lib/object-addresses.ts';
import { useMay } from '../../../lib/session.ts';
import { HeatLegend, HeatMap, hottestOf } from '../../../parts/charts/heat-map.tsx';
import { Ring } from '../../../parts/charts/ring.tsx';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { useBlock } from '../../../parts/feedback/use-block.ts';
import { countText } from '../../../parts/format/numbers.ts';
import { timeText } from '../../../parts/format/times.ts';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { cell, count, money, type Column } from '../../../parts/list/columns.tsx';
import { PlainTable } from '../../../parts/list/plain-table.tsx';
import { Funnel } from './funnel.tsx';
import { Habits } from './habits.tsx';
import { OverviewBar } from './overview-bar.tsx';
import { OverviewCards } from './overview-cards.tsx';
import { Places } from './places.tsx';
import { useRowsBehind } from './rows-behind.ts';
import { TrendCard } from './trend-card.tsx';
import { useOverviewOf, type Of } from './use-overview.ts';
import './overview.css';

const cards: OverviewCode[] = ['allUv', 'freshUv', 'scanUv', 'partUv', 'winUv', 'perUser', 'scanAnon', 'blackCnt'];
const mayList = 'admin:lottery:customer:list';
const retryOf = (refetch: () => unknown) => () => void refetch();

const Trend = ({ of }: { of: Of }) => {
  const { data, error, refetch } = useBlock(customerOverviewApi.trend, of);
  return (
    <TrendCard title="新增与活跃" data={data} error={error} retry={retryOf(refetch)} first={['scanUv', 'freshUv']} />
  );
};

const Steps = ({ of }: { of: Of }) => {
  const { data, error, refetch } = useBlock(customerOverviewApi.funnel, of);
  return (
    <Sheet title="参与漏斗" finding="人，每人只算一次；参与含互动活动" isFlush>
      {error && !data && <BlockFailed error={error} retry={refetch} />}
      {data && (
        <Funnel
          steps={[
            { name: '扫码', value: data.scan },
            { name: '参与', value: data.part },
            { name: '抽奖', value: data.draw },
            { name: '中奖', value: data.win },
            { name: '领取', value: data.claim },
          ]}
        />
      )}
    </Sheet>
  );
};

const Regions = ({ of }: { of: Of }) => {
  const [province, setProvince] = useState<{ id: number; name: string }>();
  const { data, error, refetch } = useBlock(customerOverviewApi.region, {
    ...of,
    ...(province && { province: province.id }),
  });
  return (
    <Places
      title="活跃消费者"
      unit="人"
      data={data}
      error={error}
      retry={retryOf(refetch)}
      province={province}
      pick={setProvince}
    />
  );
};

const Sources = ({ of }: { of: Of }) => {
  const may = useMay();
  const firm = of.firmId ? { firmId: of.firmId } : {};
  const { data, error, refetch } = useBlock(customerOverviewApi.source, firm);
  return (
    <Sheet title="消费者来源" finding="全部消费者，含没有扫过码的，按登录方式">
      {error && !data && <BlockFailed error={error} retry={refetch} />}
      {data?.length === 0 && <p className="zy-block-note">还没有消费者</p>}
      {data && data.length > 0 && (
        <Ring
          unit="人"
          parts={data.map(({ source, count: value }) => ({
            name: ConsumerSource.label(source),
            value,
            to: may(mayList) ? `${consumerList}?source=${source}${of.firmId ? `&firmId=${of.firmId}` : ''}` : undefined,
          }))}
        />
      )}
    </Sheet>
  );
};

const Hours = ({ of }: { of: Of }) => {
  const { data, error, refetch } = useBlock(customerOverviewApi.trend, { ...of, groupBy: 'weekHour' });
  const values = data?.series[0]?.data ?? [];
  const hottest = hottestOf(values);
  return (
    <Sheet
      title="扫码时段"
      finding={hottest && `最热：${hottest.name}，${countText(hottest.value)} 次`}
      extra={<HeatLegend />}
    >
      {error && !data && <BlockFailed error={error} retry={refetch} />}
      {data && !hottest && <p className="zy-block-note">这段时间没有扫码</p>}
      {hottest && <HeatMap values={values} write={(value) => `${countText(value)} 次`} label="一周各时段的扫码次数" />}
    </Sheet>
  );
};

const Top = ({ of }: { of: Of }) => {
  const may = useMay();
  const { data, error, refetch } = useBlock(customerOverviewApi.top, of);
  const columns: Column<TopConsumer>[] = [
    cell(
      'consumer',
      '消费者',
      ({ id, consumer }) =>
        may(mayList) ? (
          <Link className="zy-link" to={consumerPage(id)}>
            {consumer}
          </Link>
        ) : (
          consumer
        ),
      { width: 160 },
    ),
    count('scans', '扫码次数', { width: 104 }),
    count('wins', '中奖次数', { width: 104 }),
    money('winAmount', '中奖金额', { width: 128 }),
  ];
  return (
    <Sheet title="消费者 TOP20" finding="按扫码次数" isFlush>
      {error && !data ? (
        <BlockFailed error={error} retry={refetch} />
      ) : (
        <PlainTable
          columns={columns}
          rows={data ?? []}
          keyOf={({ id }) => id}
          empty={data ? '这段时间没有登录的消费者扫码' : '加载中'}
        />
      )}
    </Sheet>
  );
};

/** 客户概览: who the shoppers are, how far they go, and where and when they scan. */
export const CustomerOverview = () => {
  const [of, put] = useOverviewOf();
  const { data, error, refetch } = useBlock(customerOverviewApi.overview, of);
  const behind = useRowsBehind(of);
  return (
    <div className="zy-over">
      <OverviewBar of={of} put={put} summary={data} />
      {error && !data ? (
        <section className="sheet">
          <BlockFailed error={error} retry={refetch} />
        </section>
      ) : (
        <OverviewCards label="客户概况" codes={cards} summary={data} linkOf={behind} />
      )}
      <div className="zy-over-pair">
        <Trend of={of} />
        <Steps of={of} />
      </div>
      <Regions of={of} />
      <div className="zy-over-pair">
        <Hours of={of} />
        <Sources of={of} />
      </div>
      <Habits of={of} />
      <Top of={of} />
      {data && <p className="zy-over-as-of">数据更新至 {timeText(data.asOf, true)}</p>}
    </div>
  );
};
