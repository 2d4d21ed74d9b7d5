import { Judgement, type DiversionRow } from '@zhuiyuan/contract/diversion/diversion';
import { Level, Life } from '@zhuiyuan/contract/codes/state/code-enums';
import type { Column } from '../kit/sheets/xlsx.ts';

/** Columns of the exported look-up. */
export const diversionColumns: Column<DiversionRow>[] = [
  { title: '编码', width: 24, cell: (row) => row.code },
  { title: '产品', width: 28, cell: (row) => row.storeName },
  { title: '批号', width: 16, cell: (row) => row.lotNo },
  { title: '层级', cell: (row) => (row.message ? '' : Level.label(row.level)) },
  { title: '码状态', cell: (row) => (row.message ? '' : Life.label(row.life)) },
  { title: '所在箱', width: 40, cell: (row) => row.boxChain.map(({ code }) => code).join(' > ') },
  {
    title: '流向',
    width: 50,
    cell: (row) => row.flow.map(({ at, from, to }) => `${at} ${from} → ${to}`).join('\n'),
  },
  { title: '归属经销商', width: 24, cell: (row) => row.agentName },
  { title: '授权区域', width: 40, cell: (row) => row.regions.join('、') },
  { title: '最近扫码地', width: 24, cell: (row) => row.lastScan?.regionName ?? '' },
  { title: '最近扫码时间', width: 20, cell: (row) => row.lastScan?.at ?? '' },
  { title: '距离(公里)', cell: (row) => row.distanceKm },
  { title: '判定', cell: (row) => (row.judge === null ? row.message : Judgement.label(row.judge)) },
];
