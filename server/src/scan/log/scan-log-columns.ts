import { Entry, GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { Cross, type ScanLogRow } from '@zhuiyuan/contract/scan/log/scan-log';
import { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import type { Column } from '../../kit/sheets/xlsx.ts';

/** Columns of the export of queries. */
export const scanLogColumns: Column<ScanLogRow>[] = [
  { title: '查询时间', width: 20, cell: (row) => row.at },
  { title: '编码', width: 24, cell: (row) => row.code },
  { title: '产品', width: 28, cell: (row) => row.storeName },
  { title: '批号', width: 16, cell: (row) => row.lotNo },
  { title: '验证结果', width: 12, cell: (row) => Verdict.label(row.verdict) },
  { title: '第几次', width: 8, cell: (row) => row.times || '' },
  { title: '用户', width: 12, cell: (row) => row.userName },
  { title: '进入方式', width: 10, cell: (row) => Entry.label(row.entry) },
  { title: '查询地区', width: 24, cell: (row) => row.regionName },
  { title: 'IP归属地（与查询地区不同时）', width: 24, cell: (row) => row.ipRegionName },
  { title: '定位方式', width: 10, cell: (row) => GeoSource.label(row.geoSource) },
  { title: 'IP', width: 16, cell: (row) => row.ip },
  { title: '归属经销商', width: 20, cell: (row) => row.agentName },
  { title: '疑似窜货', width: 10, cell: (row) => Cross.label(row.cross) },
  { title: '设备', width: 16, cell: (row) => row.device },
  { title: '所属企业', width: 24, cell: (row) => row.firmName },
];
