import { Entry, GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { Cross, scanLogApi, type ScanLogRow } from '@zhuiyuan/contract/scan/log/scan-log';
import { YesNo } from '@zhuiyuan/contract/kit/enumeration';
import { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import ScanSearch from 'icon:scan-search';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useMay } from '../../../lib/session.ts';
import { cell, code, enumDot, enumTag, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { Cut } from '../../../parts/format/cut.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { useFirmColumn, useFirmFilter, useOptions } from '../../../parts/pickers/firm-field.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { regionFilter } from '../../../parts/pickers/region-input.tsx';
import { useSearch } from '../../../parts/list/use-search.ts';
import { codePage } from '../../../lib/code-addresses.ts';

/** 查询记录: every query of shoppers, newest first. */
export const Records = ({ tabs }: { tabs: ReactNode }) => {
  const navigate = useNavigate();
  const may = useMay();
  const search = useSearch(scanLogApi.list);
  const products = useOptions('product');
  const agents = useOptions('agent');
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<ScanLogRow>();
  const open = may('admin:identity:identity:list')
    ? (row: ScanLogRow) => row.verdict !== 'INVALID' && void navigate(codePage(row.code))
    : undefined;
  const columns: Column<ScanLogRow>[] = [
    time('at', '查询时间', { seconds: true }),
    code('code', '编码', { width: 204, open }),
    name('storeName', '产品', { least: 180 }),
    text('lotNo', '批号', { width: 116 }),
    enumTag('verdict', '验证结果', Verdict, { width: 116 }),
    cell('times', '第几次', (row) => (row.times ? `第 ${row.times} 次` : '-'), { width: 80 }),
    text('userName', '用户', { width: 84 }),
    enumDot('entry', '进入方式', Entry, { width: 84 }),
    cell(
      'regionName',
      '查询地区',
      (row) => <Cut>{`${row.regionName || '-'}${row.ipRegionName && `（IP归属地 ${row.ipRegionName}）`}`}</Cut>,
      { width: 160 },
    ),
    enumDot('geoSource', '定位方式', GeoSource, { width: 92 }),
    text('ip', 'IP', { width: 104 }),
    text('agentName', '归属经销商', { width: 132 }),
    enumDot('cross', '疑似窜货', Cross, { width: 92 }),
    text('device', '设备', { width: 120 }),
    ...firmColumn,
  ];
  return (
    <ListScreen
      search={search}
      thing="查询记录"
      tabs={tabs}
      columns={columns}
      filters={[
        ...firmFilter,
        textFilter('code', '编码', '完整编码'),
        selectFilter('verdict', '验证结果', Verdict),
        selectFilter('productId', '产品', products),
        selectFilter('agentId', '归属经销商', agents),
        regionFilter('regionCode', '查询地区'),
        textFilter('uid', '用户编号'),
        selectFilter('entry', '进入方式', Entry),
        selectFilter('cross', '疑似窜货', Cross),
        selectFilter('isCounted', '有效扫码', YesNo),
        dateFilter('dateLimit', '查询时间'),
      ]}
      buttons={<ExportButton biz="scan" endpoint={scanLogApi.export} input={search.values} />}
      card={{ head: 'at', status: 'verdict', name: 'storeName', facts: ['code', 'regionName', 'lotNo'] }}
      empty={{ icon: ScanSearch, text: '消费者扫码或输入编码查询后，记录会列在这里。' }}
    />
  );
};
