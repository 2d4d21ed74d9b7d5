import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { poolApi, type LedgerRow } from '@zhuiyuan/contract/fund/pool/pool';
import { sql } from 'kysely';
import { below, mountExporter, offerExport, type Exporter } from '../../jobs/exporter.ts';
import type { App } from '../../kit/http/app-context.ts';
import { live } from '../../kit/db/live.ts';
import { findPage } from '../../kit/db/paging.ts';
import { pickRows } from '../../kit/db/pick-rows.ts';
import { lockRow, switchRow } from '../../kit/db/rows.ts';
import { eachRow } from '../../kit/each-row.ts';
import { serve } from '../../kit/http/serve.ts';
import { requireFirmId } from '../../kit/operator.ts';
import { notFound, refuseOn } from '../../kit/refusal.ts';
import { fundChecks } from '../check-fund.ts';
import { allocateByHand, findFunded } from './allocate-fund.ts';
import { sumFunds } from './balance-sheet.ts';
import { asLedgerRows, findLedgerDays, matchingLedger, type LedgerFilters } from './find-ledger.ts';
import { asPoolRows, matchingPools } from './find-pools.ts';
import { asRequestRows, matchingRequests } from './find-requests.ts';
import { requestFund, reviewRequest } from './fund-request.ts';
import { insertPool, poolConstraints, removePool, staffOfFirms, updatePool } from './pool-writes.ts';
import { staffName } from '../../kit/db/selectors.ts';

/** 红包资金池: the pools cash prizes are paid from, what is booked of them by hand, and their ledger. */
export const mountPool = (app: App): void => {
  refuseOn(app, poolConstraints);
  mountExporter(app, exporter);
  serve(app, poolApi, {
    list: ({ input, db }) => findPage(db, input, matchingPools(db, input), asPoolRows),

    listAll: ({ input, db }) =>
      pickRows(
        live(db, 'pool').select(['pool.id', 'pool.name', 'pool.firmId', 'pool.status', 'pool.balance']),
        { id: 'pool.id', words: ['pool.name'], order: [{ column: 'pool.id' }] },
        input,
      ),

    staff: async ({ input, db }) => {
      const staff = await pickRows(
        staffOfFirms(db),
        { id: 'admin.id', words: ['admin.realName', 'admin.account'] },
        input,
      );
      return staff.map(({ id, realName, account, firmId }) => ({ id, name: realName || account, firmId }));
    },

    info: async ({ input, db }) => {
      const row = await asPoolRows(matchingPools(db, {}).where('pool.id', '=', input.id))
        .select((one) => [
          'pool.notifyIds',
          one
            .selectFrom('admin')
            .select(sql<string[]>`coalesce(array_agg(${staffName('admin.id')} order by admin.id), '{}')`.as('names'))
            .where(sql<boolean>`admin.id = any(pool.notify_ids)`)
            .$asScalar()
            .$notNull()
            .as('notifyNames'),
          'pool.dayLimitAmount',
          'pool.userDayMax',
          'pool.remark',
        ])
        .executeTakeFirst();
      if (!row) throw notFound();
      return row;
    },

    save: ({ input, db, operator }) =>
      insertPool(db, input, { firmId: requireFirmId(operator, input.firmId), operatorId: operator.id }),

    update: {
      stored: ({ row, db }) => lockRow(db, 'pool', row, draftColumns),
      change: ({ input: { id, version, ...draft }, db }) => updatePool(db, id, draft, version),
    },

    updateStatus: ({ input, db }) => switchRow(db, 'pool', input),

    remove: async ({ input, db }) => {
      await removePool(db, input.id);
      return null;
    },

    removeMany: ({ input, db }) => eachRow(input.ids, (id) => removePool(db, id)),

    recharge: ({ input: { id, ...asked }, db, operator }) =>
      requestFund(db, { ...asked, poolId: id, kind: LedgerType.recharge }, operator.id),

    adjust: ({ input: { id, balance, ...asked }, db, operator }) =>
      requestFund(db, { ...asked, poolId: id, kind: LedgerType.adjust, seen: balance }, operator.id),

    allocate: ({ input, db, operator }) => allocateByHand(db, input, operator.id),
    funded: ({ input, db }) => findFunded(db, input),

    audit: async ({ input, db, operator }) => {
      await reviewRequest(db, input, operator.id);
      return null;
    },

    requests: ({ input, db }) => findPage(db, input, matchingRequests(db, input), asRequestRows),

    ledger: async ({ input, db }) => {
      if (input.groupBy) return findLedgerDays(db, input);
      const { groupBy: _none, ...filters } = input;
      return { ...(await findPage(db, input, matchingLedger(db, filters), asLedgerRows)), sum: null };
    },

    ledgerExport: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),

    check: ({ input, db, operator }) => sumFunds(db, operator.firmId ?? input.firmId),

    faults: async ({ input, db, operator }) => {
      const firmId = operator.firmId ?? input.firmId;
      const names = new Map(
        (await db.selectFrom('pool').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]),
      );
      const found = [];
      for (const { name, find } of fundChecks)
        for (const { poolId, ...fault } of await find(db, firmId))
          found.push({ ...fault, rule: name, poolName: names.get(poolId ?? 0) ?? '' });
      return found;
    },
  });
};

const draftColumns = [
  'name',
  'mchConfId',
  'warnAmount',
  'notifyIds',
  'dayLimitAmount',
  'userDayMax',
  'status',
  'remark',
] as const;

const exporter: Exporter<LedgerRow, LedgerFilters> = {
  biz: 'fundLedger',
  title: '资金流水',
  may: poolApi.ledgerExport.may,
  columns: [
    { title: '流水号', cell: (row) => row.id },
    { title: '时间', width: 20, cell: (row) => row.at },
    { title: '类型', cell: (row) => LedgerType.label(row.type) },
    { title: '资金池', width: 24, cell: (row) => row.poolName },
    { title: '活动', width: 24, cell: (row) => row.actName },
    { title: '资金池可用（元）', width: 18, fen: true, cell: (row) => row.pool },
    { title: '活动可用（元）', width: 16, fen: true, cell: (row) => row.avail },
    { title: '活动预占（元）', width: 16, fen: true, cell: (row) => row.reserved },
    { title: '企业外（元）', width: 16, fen: true, cell: (row) => row.outside },
    {
      title: '资金池余额（元）',
      width: 18,
      fen: true,
      cell: (row) => (row.balanceAfter === null ? null : row.balanceAfter),
    },
    { title: '操作人', cell: (row) => row.operatorName },
    { title: '复核人', cell: (row) => row.reviewerName },
    { title: '备注', width: 30, cell: (row) => row.remark },
  ],
  filters: poolApi.ledgerExport.input,
  page: (db, filters, after, limit) =>
    asLedgerRows(matchingLedger(db, filters)).where('fundLedger.id', '<', below(after)).limit(limit).execute() as never,
};
