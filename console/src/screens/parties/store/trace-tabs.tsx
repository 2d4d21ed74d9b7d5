import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { Cross, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import {
  storeTraceApi,
  TraceEvent,
  traceReach,
  TraceTab,
  type TraceAbnormal,
  type TraceDeliver,
  type TraceHappening,
  type TraceSale,
  type TraceUnpack,
  type TraceVer,
} from '@zhuiyuan/contract/settlement/store/store-trace';
import ClipboardCheck from 'icon:clipboard-check';
import Clock from 'icon:clock';
import PackageOpen from 'icon:package-open';
import ScanLine from 'icon:scan-line';
import TriangleAlert from 'icon:triangle-alert';
import Truck from 'icon:truck';
import type { ReactNode } from 'react';
import { codePage } from '../../../lib/code-addresses.ts';
import { useNavigate } from 'react-router';
import { countText, moneyText } from '../../../parts/format/numbers.ts';
import { DeliverLink } from '../../../parts/format/object-links.tsx';
import { EnumDot, Tag } from '../../../parts/format/tag.tsx';
import { shortTimeText } from '../../../parts/format/times.ts';
import {
  cell,
  code,
  count,
  enumDot,
  enumTag,
  extra,
  money,
  name,
  text,
  time,
  type Column,
} from '../../../parts/list/columns.tsx';
import { useSearch, type Search } from '../../../parts/list/use-search.ts';
import { TraceList, type TabProps } from './trace-list.tsx';

const useTraced = <Row extends object>(
  endpoint: (typeof storeTraceApi)['deliver' | 'sale' | 'unpack' | 'ver' | 'abnormal' | 'timeline'],
) => useSearch(endpoint as never) as unknown as Search<never, Row>;

const goodsColumns = <Row extends { productName: string; lotNo: string }>(): Column<Row>[] => [
  name<Row>('productName' as never, '产品', { least: 140 }),
  text<Row>('lotNo' as never, '批号', { width: 112 }),
];

const useCodeColumn = <Row extends { code: string }>(title: string): Column<Row> => {
  const navigate = useNavigate();
  return code<Row>('code' as never, title, { open: (row) => void navigate(codePage(row.code)) });
};

const kmText = (km: number): string => `${countText(km)} 公里`;

const Distance = ({ km }: { km: number | null }) => {
  if (km === null) return '-';
  if (km <= traceReach.near) return <Tag tone="good">{`${traceReach.near} 公里内`}</Tag>;
  return km > traceReach.far ? <Tag tone="wait">{kmText(km)}</Tag> : kmText(km);
};

const deliverColumns: Column<TraceDeliver>[] = [
  cell('deliverNo', '发货单', (row) => <DeliverLink id={row.deliverId}>{row.deliverNo}</DeliverLink>, { width: 156 }),
  ...goodsColumns<TraceDeliver>(),
  count('boxQty', '箱数', { width: 68 }),
  count('itemQty', '件数', { width: 76 }),
  text('fromName', '发货方', { width: 140 }),
  time('signAt', '签收时间'),
];

const Delivers = (props: TabProps) => (
  <TraceList<TraceDeliver>
    {...props}
    search={useTraced<TraceDeliver>(storeTraceApi.deliver)}
    tab={TraceTab.deliver}
    thing="到货记录"
    icon={Truck}
    empty="门店签收的货物，按发货单、产品和批次列在这里。"
    columns={deliverColumns}
    keyOf={(row) => `${row.deliverId} ${row.productName} ${row.lotNo}`}
    card={{
      head: 'deliverNo',
      name: 'productName',
      facts: [
        'lotNo',
        (row) => `${countText(row.boxQty)} 箱 ${countText(row.itemQty)} 件`,
        (row) => shortTimeText(row.signAt),
      ],
    }}
  />
);

const saleColumns: Column<TraceSale>[] = [
  name('productName', '产品', { least: 140 }),
  time('firstScanAt', '首扫时间'),
  text('region', '地区', { width: 120 }),
  cell('distanceKm', '距门店', (row) => <Distance km={row.distanceKm} />, { width: 92 }),
  cell('days', '动销天数', (row) => row.days, { width: 76, align: 'right' }),
  text('consumer', '消费者', { width: 92 }),
  text('lotNo', '批号', { width: 112 }),
  extra(time('signAt', '签收时间')),
];

const Sales = (props: TabProps) => {
  const codeColumn = useCodeColumn<TraceSale>('编码');
  return (
    <TraceList<TraceSale>
      {...props}
      search={useTraced<TraceSale>(storeTraceApi.sale)}
      tab={TraceTab.sale}
      thing="动销记录"
      icon={ScanLine}
      empty="门店签收的商品被消费者首次扫码后，列在这里。"
      columns={[codeColumn, ...saleColumns]}
      keyOf={(row) => row.code}
      card={{
        head: 'code',
        name: 'productName',
        facts: [(row) => shortTimeText(row.firstScanAt), 'region', ({ distanceKm: km }) => km !== null && kmText(km)],
      }}
    />
  );
};

const prizeText = ({ prizeType, prizeName }: TraceUnpack): string =>
  prizeType === PrizeType.none ? '谢谢参与' : prizeName;

const Unpacks = (props: TabProps) => {
  const codeColumn = useCodeColumn<TraceUnpack>('箱码');
  return (
    <TraceList<TraceUnpack>
      {...props}
      search={useTraced<TraceUnpack>(storeTraceApi.unpack)}
      tab={TraceTab.unpack}
      thing="开箱记录"
      icon={PackageOpen}
      empty="门店在手机上开箱抽奖后，列在这里。"
      columns={[
        codeColumn,
        enumDot('level', '层级', Level, { width: 72 }),
        ...goodsColumns<TraceUnpack>(),
        cell('prize', '奖品', prizeText, { width: 132 }),
        money('amount', '奖励', { width: 100 }),
        count('points', '积分', { width: 72 }),
        text('actName', '活动', { width: 132 }),
        time('unpackAt', '开箱时间'),
      ]}
      keyOf={(row) => row.id}
      card={{ head: 'code', name: 'productName', facts: [prizeText, (row) => shortTimeText(row.unpackAt)] }}
    />
  );
};

const verColumns: Column<TraceVer>[] = [
  name('prizeName', '奖品', { least: 132 }),
  enumTag('status', '状态', VerStatus, { width: 88 }),
  money('deductAmount', '抵扣金额', { width: 116 }),
  text('consumer', '消费者', { width: 88 }),
  text('actName', '活动', { width: 140 }),
  text('verNo', '核销单号', { width: 168 }),
  time('verAt', '核销时间'),
];

const Verifications = (props: TabProps) => (
  <TraceList<TraceVer>
    {...props}
    search={useTraced<TraceVer>(storeTraceApi.ver)}
    tab={TraceTab.ver}
    thing="核销记录"
    icon={ClipboardCheck}
    empty="门店核销的到店奖品，列在这里。"
    columns={verColumns}
    keyOf={(row) => row.id}
    card={{
      head: 'verNo',
      name: 'prizeName',
      status: 'status',
      facts: [(row) => `¥${moneyText(row.deductAmount)}`, 'consumer', (row) => shortTimeText(row.verAt)],
    }}
  />
);

const abnormalColumns: Column<TraceAbnormal>[] = [
  ...goodsColumns<TraceAbnormal>(),
  time('scanAt', '扫码时间'),
  text('region', '地区', { width: 152 }),
  cell('distanceKm', '距门店', ({ distanceKm }) => (distanceKm === null ? '-' : kmText(distanceKm)), { width: 100 }),
  cell('cross', '窜货', ({ cross }) => (cross ? <EnumDot of={Cross} value={cross} /> : '-'), { width: 116 }),
  extra(time('signAt', '签收时间')),
];

const Abnormal = (props: TabProps) => (
  <TraceList<TraceAbnormal>
    {...props}
    search={useTraced<TraceAbnormal>(storeTraceApi.abnormal)}
    tab={TraceTab.abnormal}
    thing="异常扫码"
    icon={TriangleAlert}
    empty={`门店的商品在 ${traceReach.far} 公里以外，或在经销商授权区域以外被扫码时，列在这里。`}
    columns={[useCodeColumn<TraceAbnormal>('编码'), ...abnormalColumns]}
    keyOf={(row) => row.scanId}
    card={{
      head: 'code',
      name: 'productName',
      facts: [
        (row) => shortTimeText(row.scanAt),
        'region',
        ({ cross, distanceKm: km }) => (cross ? Cross.label(cross) : km !== null && kmText(km)),
      ],
    }}
  />
);

const happeningColumns: Column<TraceHappening>[] = [
  time('at', '时间'),
  enumTag('kind', '事件', TraceEvent, { width: 84 }),
  name('name', '内容', { least: 160 }),
  text('no', '单号或箱码', { width: 188 }),
  cell('itemQty', '件数', (row) => (row.itemQty ? countText(row.itemQty) : '-'), { width: 76, align: 'right' }),
  cell('amount', '金额（元）', (row) => (row.amount ? moneyText(row.amount) : '-'), { width: 100, align: 'right' }),
];

const Happenings = (props: TabProps) => (
  <TraceList<TraceHappening>
    {...props}
    search={useTraced<TraceHappening>(storeTraceApi.timeline)}
    tab={TraceTab.timeline}
    thing="记录"
    icon={Clock}
    empty="到货、开箱、核销和打款，按时间列在这里。"
    columns={happeningColumns}
    keyOf={(row) => `${row.kind} ${row.id} ${row.name}`}
    card={{
      head: 'no',
      name: 'name',
      status: 'kind',
      facts: [
        (row) => row.itemQty > 0 && `${countText(row.itemQty)} 件`,
        (row) => row.amount !== 0 && `¥${moneyText(row.amount)}`,
        (row) => shortTimeText(row.at),
      ],
    }}
  />
);

/** The list of each tab. */
export const traceLists: Record<TraceTab, (props: TabProps) => ReactNode> = {
  deliver: Delivers,
  sale: Sales,
  unpack: Unpacks,
  ver: Verifications,
  abnormal: Abnormal,
  timeline: Happenings,
};
