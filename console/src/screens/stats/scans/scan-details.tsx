import { Entry, GeoSource, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import { consumerApi } from '@zhuiyuan/contract/consumer/consumer';
import { Cross } from '@zhuiyuan/contract/scan/log/scan-log';
import { mostScanDays, scanDetailApi, ScanType, type ScanDetailRow } from '@zhuiyuan/contract/stats/scans/scan-detail';
import ScanLine from 'icon:scan-line';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { consumerPage } from '../../../lib/object-addresses.ts';
import { useMay } from '../../../lib/session.ts';
import { useRead } from '../../../lib/use-read.ts';
import { StatCard, StatStrip } from '../../../parts/charts/stat-card.tsx';
import { Cut } from '../../../parts/format/cut.tsx';
import { cardText, countText } from '../../../parts/format/numbers.ts';
import { ActivityLink, ProductLink } from '../../../parts/format/object-links.tsx';
import { EnumDot } from '../../../parts/format/tag.tsx';
import { shortTimeText } from '../../../parts/format/times.ts';
import {
  acts,
  cell,
  code,
  enumDot,
  enumTag,
  extra,
  linked,
  text,
  time,
  type Column,
} from '../../../parts/list/columns.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { useSearch } from '../../../parts/list/use-search.ts';
import { useFirmColumn, useFirmFilter, useOptions } from '../../../parts/pickers/firm-field.tsx';
import { lotFilter } from '../../../parts/pickers/lot-select.tsx';
import { regionFilter } from '../../../parts/pickers/region-input.tsx';
import { shopFilter } from '../../../parts/pickers/shop-input.tsx';
import { CodeProfileDrawer } from './code-profile.tsx';
import { ScanPlaces } from './scan-places.tsx';

const initial = { dateLimit: 'lately30' };
const unknown = '按时间和一个条件汇总，条件更细时请看列表条数';

const Sums = ({ input }: { input: object }) => {
  const { data } = useRead(scanDetailApi.stat, input, { keeps: true });
  const write = (value: number | null | undefined) => (value === null || value === undefined ? '—' : cardText(value));
  const hint = data === null ? unknown : undefined;
  return (
    <StatStrip label="扫码概况">
      <StatCard
        label="扫码次数"
        value={write(data?.scanCnt)}
        unit="次"
        hint={hint ?? '计次的查询；未启用、作废、验证码错误等不计次'}
        note={data?.upto ? `数据更新至 ${shortTimeText(data.upto)}` : undefined}
      />
      <StatCard
        label="扫码人数"
        value={write(data?.people)}
        unit="人"
        hint={hint ?? '登录过的消费者，同一人只计一次；按批次、经销商或门店看时没有人数'}
        note={data ? `另有 ${countText(data.anonCnt)} 次未登录扫码` : undefined}
      />
      <StatCard label="首扫码数" value={write(data?.firstCnt)} unit="个" hint={hint} />
      <StatCard
        label="无效扫码"
        value={write(data?.invalidCnt)}
        unit="次"
        hint={hint ?? '未启用、已作废、已冻结和验证码错误'}
      />
    </StatStrip>
  );
};

/** 扫码明细: each query of a code with who had the goods, who asked, the campaign that answered and what was drawn. */
export const ScanDetails = () => {
  const navigate = useNavigate();
  const may = useMay();
  const search = useSearch(scanDetailApi.list, { initial });
  const [shown, setShown] = useState<string>();
  const products = useOptions('product');
  const agents = useOptions('agent');
  const activities = useOptions('activity');
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<ScanDetailRow>();
  const { page: _page, limit: _limit, ...filters } = search.input;
  const open = (row: ScanDetailRow) => (row.level === null ? undefined : setShown(row.code));
  const maySeeConsumer = may(consumerApi.info.may);
  const columns: Column<ScanDetailRow>[] = [
    time('at', '扫码时间', { seconds: true }),
    code('code', '码', { width: 204, open }),
    linked('storeName', '产品', (row, label) => <ProductLink id={row.productId}>{label}</ProductLink>, { width: 164 }),
    enumTag('scanType', '扫码类型', ScanType, { width: 92 }),
    cell(
      'consumer',
      '消费者',
      (row) =>
        row.consumerId === null ? (
          '-'
        ) : maySeeConsumer ? (
          <button type="button" className="zy-link" onClick={() => void navigate(consumerPage(row.consumerId!))}>
            {row.consumer}
          </button>
        ) : (
          row.consumer
        ),
      { width: 104 },
    ),
    cell(
      'regionName',
      '地区',
      (row) => <Cut>{`${row.regionName || '-'}${row.ipRegionName && `（IP归属地 ${row.ipRegionName}）`}`}</Cut>,
      { width: 148 },
    ),
    text('agentName', '发货经销商', { width: 132 }),
    cell('cross', '窜货', (row) => (row.cross === Cross.no ? '-' : <EnumDot of={Cross} value={row.cross} />), {
      width: 116,
    }),
    linked('actName', '活动', (row, label) => <ActivityLink id={row.activityId}>{label}</ActivityLink>, { width: 132 }),
    text('drawResult', '抽奖结果', { width: 132 }),
    extra(cell('level', '码级', (row) => (row.level === null ? '-' : Level.label(row.level)), { width: 72 })),
    extra(text('lotNo', '批号', { width: 116 })),
    extra(enumDot('verdict', '验证结果', Verdict, { width: 108 })),
    extra(cell('times', '第几次', (row) => (row.times ? `第 ${row.times} 次` : '-'), { width: 80 })),
    extra(text('shopName', '门店', { width: 132 })),
    extra(
      cell('shipDays', '发货后', (row) => (row.shipDays === null ? '-' : `${countText(row.shipDays)} 天`), {
        width: 84,
      }),
    ),
    extra(enumDot('entry', '入口', Entry, { width: 84 })),
    extra(enumDot('geoSource', '定位方式', GeoSource, { width: 92 })),
    extra(text('ip', 'IP', { width: 112 })),
    extra(text('device', '设备', { width: 132 })),
    ...firmColumn,
    acts((row) => [
      { label: '码档案', blocked: row.level === null ? '不是本平台的码，没有档案' : undefined, run: () => open(row) },
    ]),
  ];
  return (
    <>
      <Sums input={filters} />
      <ListScreen
        search={search}
        thing="扫码明细"
        columns={columns}
        filters={[
          ...firmFilter,
          textFilter('code', '码', '完整编码'),
          dateFilter('dateLimit', '扫码时间'),
          selectFilter('scanType', '扫码类型', ScanType),
          selectFilter('productId', '产品', products),
          lotFilter('lotId', '批次'),
          selectFilter('cross', '窜货', Cross),
          regionFilter('regionCode', '地区'),
          selectFilter('agentId', '发货经销商', agents),
          shopFilter('shopId'),
          selectFilter('activityId', '活动', activities),
          textFilter('consumerId', '消费者编号'),
        ]}
        buttons={
          <>
            <ScanPlaces input={filters} />
            <ExportButton biz="scanDetail" endpoint={scanDetailApi.export} input={search.values} />
          </>
        }
        card={{ head: 'at', status: 'scanType', name: 'storeName', facts: ['code', 'regionName', 'drawResult'] }}
        empty={{ icon: ScanLine, text: `消费者扫码后，每一次都列在这里；一次最多查询 ${mostScanDays} 天。` }}
      />
      <CodeProfileDrawer code={shown} close={() => setShown(undefined)} />
    </>
  );
};
