import { addDays } from '@zhuiyuan/contract/kit/date-limit';
import { DedKind, DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { ductApi, type DuctRow } from '@zhuiyuan/contract/settlement/duct';
import { settlementRefusals } from '@zhuiyuan/contract/settlement/settlement-refusals';
import { below, mountExporter, offerExport, type Exporter, type FoundBy } from '../jobs/exporter.ts';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { live } from '../kit/db/live.ts';
import { findPage } from '../kit/db/paging.ts';
import { serve } from '../kit/http/serve.ts';
import { invalid, notFound, refuse } from '../kit/refusal.ts';
import { offerFile } from '../kit/files/offer-file.ts';
import { bookCell, safeCell, xlsxBook, xlsxType, type Column } from '../kit/sheets/xlsx.ts';
import { once } from '../movement/once.ts';
import { deductOrder } from '../movement/replenish/pay-order.ts';
import { findBalance } from '../parties/deductible/deductible-account.ts';
import { asDuctRows, matchingDuct, offerDuctAgents, type DuctFilters } from './find-duct.ts';

/** 抵扣记录, what dealers do with their credit, and their months as a workbook. */
export const mountDuct = (app: App): void => {
  mountExporter(app, exporter);
  serve(app, ductApi, {
    list: ({ input, db }) => findPage(db, input, matchingDuct(db, input), asDuctRows),

    agents: ({ input, db }) => offerDuctAgents(db, input),

    exportAgent: async ({ input, db, operator }) => {
      await requireAgent(db, input.agentId);
      return offerExport(app, { db, operator }, exporter, input);
    },

    offset: async ({ input: { idemKey, ...input }, db, operator }) => {
      const { firmId } = await requireAgent(db, input.agentId);
      return once(db, { firmId, idemKey, request: { call: 'duct/offset', ...input } }, async () => {
        const order = await db
          .selectFrom('needOrder')
          .select('id')
          .where('firmId', '=', firmId)
          .where('agentId', '=', input.agentId)
          .where('orderNo', '=', input.orderNo)
          .executeTakeFirst();
        if (!order) throw invalid('orderNo', '该经销商没有此要货订单');
        if (input.amount > (await findBalance(db, DeductibleOwner.agent, input.agentId)))
          throw refuse(settlementRefusals.offsetAbove);
        const { balance } = await deductOrder(db, order.id, { amount: input.amount, remark: '' }, operator.id);
        return { balance };
      });
    },

    statement: async ({ input: { agentId, month }, db, operator }) => {
      const agent = await requireAgent(db, agentId);
      if (!(await hasAccount(db, agentId))) throw refuse(settlementRefusals.noDuctAccount);
      const from = `${month}-01`;
      const to = addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1);
      const rows = await statementRows(db, agentId, { from, to });
      const name = `${agent.name} ${month} 对账单`.replaceAll(/[\\/:*?"<>|]/g, '_');
      const content = await xlsxBook([statementSheet({ ...agent, month }, rows)]);
      return offerFile(app, { db, operator }, { name: `${name}.xlsx`, content, type: xlsxType });
    },
  });
};

const requireAgent = async (db: Db, id: number) => {
  const agent = await live(db, 'agent')
    .innerJoin('firm', 'firm.id', 'agent.firmId')
    .select(['agent.firmId', 'agent.name', 'firm.name as firmName'])
    .where('agent.id', '=', id)
    .executeTakeFirst();
  if (!agent) throw notFound();
  return agent;
};

/** Whether anything was ever booked for a dealer. */
const hasAccount = async (db: Db, agentId: number): Promise<boolean> =>
  (await db
    .selectFrom('dedAccount')
    .select('ownerId')
    .where('ownerKind', '=', DeductibleOwner.agent)
    .where('ownerId', '=', agentId)
    .executeTakeFirst()) !== undefined;

interface StatementRow {
  at: string;
  kind: string;
  ref: string;
  shop: string;
  amount: number | null;
  balance: number;
  remark: string;
}

/** A month of a dealer's account: what he was owed before it, every change, what it came to. */
const statementRows = async (
  db: Db,
  agentId: number,
  { from, to }: { from: string; to: string },
): Promise<StatementRow[]> => {
  const entries = await asDuctRows(matchingDuct(db, { agentId, dateLimit: `${from},${to}` }))
    .clearOrderBy()
    .orderBy('dedLog.id')
    .execute();
  const before = await db
    .selectFrom('dedLog')
    .select('balanceAfter')
    .where('ownerKind', '=', DeductibleOwner.agent)
    .where('ownerId', '=', agentId)
    .where('at', '<', `${from} 00:00:00`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const opening = before?.balanceAfter ?? 0;
  const only = { ref: '', shop: '', amount: null, remark: '' };
  return [
    { ...only, at: from, kind: '期初余额', balance: opening },
    ...entries.map((entry) => ({
      at: entry.at,
      kind: DedKind.label(entry.kind),
      ref: entry.ref,
      shop: entry.shopName,
      amount: entry.amount,
      balance: entry.balanceAfter,
      remark: entry.remark,
    })),
    { ...only, at: to, kind: '期末余额', balance: entries.at(-1)?.balanceAfter ?? opening },
  ];
};

const [plus, minus] = ['增加（元）', '减少（元）'] as const;

const statementColumns: Column<StatementRow>[] = [
  { title: '时间', width: 20, cell: (row) => row.at },
  { title: '类型', cell: (row) => row.kind },
  { title: '单据', width: 22, cell: (row) => row.ref },
  { title: '门店', width: 30, cell: (row) => row.shop },
  { title: plus, fen: true, cell: (row) => (row.amount !== null && row.amount > 0 ? row.amount : null) },
  { title: minus, fen: true, cell: (row) => (row.amount !== null && row.amount < 0 ? -row.amount : null) },
  { title: '余额（元）', fen: true, cell: (row) => row.balance },
  { title: '备注', width: 30, cell: (row) => row.remark },
];

/** Whose month it is, then the month with the sums of what came and went. */
const statementSheet = (
  { name, firmName, month }: { name: string; firmName: string; month: string },
  rows: readonly StatementRow[],
) => {
  const sumOf = (sign: 1 | -1) =>
    rows.reduce((sum, { amount }) => sum + (amount !== null && amount * sign > 0 ? amount * sign : 0), 0);
  const sums = statementColumns.map(({ title }) =>
    title === '时间' ? '合计' : title === plus ? sumOf(1) / 100 : title === minus ? sumOf(-1) / 100 : null,
  );
  const lines = [
    [`${name} ${month} 对账单`],
    ['经销商', name],
    ['所属企业', firmName],
    ['月份', month],
    statementColumns.map(({ title }) => title),
    ...rows.map((row) => statementColumns.map((column) => bookCell(column, row))),
    sums,
  ];
  return {
    name: month,
    widths: statementColumns.map(({ width = 16 }) => width),
    isMoney: statementColumns.map(({ fen = false }) => fen),
    rows: lines.map((line) => line.map(safeCell)),
  };
};

const exporter: Exporter<DuctRow, DuctFilters, FoundBy<typeof asDuctRows>> = {
  biz: 'ductAgent',
  title: '经销商抵扣记录',
  may: ductApi.exportAgent.may,
  columns: [
    { title: '经销商', width: 30, cell: (row) => row.ownerName },
    { title: '时间', width: 20, cell: (row) => row.at },
    { title: '类型', cell: (row) => DedKind.label(row.kind) },
    { title: '金额（元）', fen: true, cell: (row) => row.amount },
    { title: '余额（元）', fen: true, cell: (row) => row.balanceAfter },
    { title: '门店', width: 30, cell: (row) => row.shopName },
    { title: '活动', width: 24, cell: (row) => row.actName },
    { title: '单据', width: 22, cell: (row) => row.ref },
    { title: '备注', width: 30, cell: (row) => row.remark },
    { title: '操作人', cell: (row) => row.operatorName },
  ],
  filters: ductApi.exportAgent.input,
  page: (db, filters, after, limit) =>
    asDuctRows(matchingDuct(db, filters)).where('dedLog.id', '<', below(after)).limit(limit).execute(),
};
