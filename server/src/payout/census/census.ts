import { censusApi, type CensusDay } from '@zhuiyuan/contract/payout/census';
import { exportRefusals } from '@zhuiyuan/contract/kit/export';
import { percentText } from '@zhuiyuan/contract/kit/decimal';
import type { App } from '../../kit/http/app-context.ts';
import { serve } from '../../kit/http/serve.ts';
import { invalid, refuse } from '../../kit/refusal.ts';
import { offerXlsx } from '../../kit/sheets/offer-xlsx.ts';
import type { Column } from '../../kit/sheets/xlsx.ts';
import { spread, sumAll, sumDays, sumReasons, trendOf } from './sum-census.ts';

/** 红包统计: what was paid out in a time, counted over the payouts themselves. */
export const mountCensus = (app: App): void => {
  serve(app, censusApi, {
    summary: ({ input, db }) => sumAll(db, input),
    trend: ({ input, db }) => trendOf(db, input),
    hist: ({ input, db }) => spread(db, input),
    reason: ({ input, db }) => sumReasons(db, input),
    list: async ({ input: { page, limit, ...filters }, db }) => {
      const days = await sumDays(db, filters);
      const list = days.slice((page - 1) * limit, page * limit);
      return { list, total: days.length, page, limit, totalPage: Math.ceil(days.length / limit) };
    },
    export: async ({ input: { columns: titles, ...filters }, db, operator }) => {
      const rows = await sumDays(db, filters);
      if (rows.length === 0) throw refuse(exportRefusals.nothing);
      const chosen = titles ? columns.filter(({ title }) => titles.includes(title)) : columns;
      if (titles && chosen.length < new Set(titles).size) throw invalid('columns', '请选择导出列');
      return offerXlsx(app, { db, operator }, { name: '红包统计', columns: chosen, rows });
    },
  });
};

const percent = (rate: number | null) => (rate === null ? '' : percentText(rate));

const columns: readonly Column<CensusDay>[] = [
  { title: '日期', width: 14, cell: (row) => row.day },
  { title: '发放笔数', cell: (row) => row.count },
  { title: '发放金额（元）', width: 16, fen: true, cell: (row) => row.amount },
  { title: '领取笔数', cell: (row) => row.receivedCount },
  { title: '领取金额（元）', width: 16, fen: true, cell: (row) => row.receivedAmount },
  { title: '待领取（元）', width: 14, fen: true, cell: (row) => row.waitAmount },
  { title: '退款（元）', width: 14, fen: true, cell: (row) => row.refundAmount },
  { title: '失败笔数', cell: (row) => row.failedCount },
  { title: '失败金额（元）', width: 16, fen: true, cell: (row) => row.failedAmount },
  { title: '已驳回笔数', cell: (row) => row.rejectedCount },
  { title: '已驳回金额（元）', width: 16, fen: true, cell: (row) => row.rejectedAmount },
  { title: '领取率', cell: (row) => percent(row.receivedRate) },
  { title: '失败率', cell: (row) => percent(row.failedRate) },
];
