import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';
import type { DedRow } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import type { Column } from '../../kit/sheets/xlsx.ts';

/** Columns of the exported deductible of shops. */
export const dedColumns: Column<DedRow>[] = [
  { title: '门店', width: 36, cell: (row) => row.shopName },
  { title: '经销商', width: 30, cell: (row) => row.agentName },
  { title: '当前余额（元）', cell: (row) => fenToYuan(row.balance) },
  { title: '累计产生（元）', cell: (row) => fenToYuan(row.totalIn) },
  { title: '累计清零（元）', cell: (row) => fenToYuan(row.totalOut) },
  { title: '核销件数', cell: (row) => row.qty },
  { title: '最近变动', width: 20, cell: (row) => row.lastAt },
  { title: '所属企业', width: 36, cell: (row) => row.firmName },
];
