import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { amountText, claimText, PrizeType, RedPayKind } from '@zhuiyuan/contract/campaign/prize-terms';
import { prizeApi, type PrizeRow } from '@zhuiyuan/contract/campaign/prize/prize';
import type { SelectQueryBuilder } from 'kysely';
import { below, mountExporter, offerExport, type Exporter } from '../../jobs/exporter.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import { among, at, contains, eq, matchingBy, type Matching } from '../../kit/db/filtered.ts';
import { live } from '../../kit/db/live.ts';
import { findPage } from '../../kit/db/paging.ts';
import { pickRows } from '../../kit/db/pick-rows.ts';
import { switchRow } from '../../kit/db/rows.ts';
import { firmName, times } from '../../kit/db/selectors.ts';
import { eachRow } from '../../kit/each-row.ts';
import type { App } from '../../kit/http/app-context.ts';
import { serve } from '../../kit/http/serve.ts';
import { requireFirmId } from '../../kit/operator.ts';
import { notFound, refuseOn } from '../../kit/refusal.ts';
import type { Column } from '../../kit/sheets/xlsx.ts';
import { copyPrize, insertPrize, prizeConstraints, removePrize, storedPrize, updatePrize } from './prize-writes.ts';

/** Prizes of firms: what campaigns promise. */
export const mountPrize = (app: App): void => {
  refuseOn(app, prizeConstraints);
  mountExporter(app, exporter);
  serve(app, prizeApi, {
    list: async ({ input, db }) => {
      const page = await findPage(db, input, matching(db, input), asRows);
      return { ...page, list: page.list.map(withText) };
    },

    listAll: ({ input, db }) =>
      pickRows(
        live(db, 'prize').select(['id', 'name', 'prizeType', 'firmId', 'status']),
        { id: 'prize.id', words: ['prize.name'] },
        input,
      ),

    info: async ({ input, db }) => {
      const row = await asRows(matching(db, { ids: [input.id] })).executeTakeFirst();
      if (!row) throw notFound();
      return withText(row);
    },

    save: ({ input, db, operator }) =>
      insertPrize(db, input, { firmId: requireFirmId(operator, input.firmId), operatorId: operator.id }),

    update: {
      stored: ({ row, db }) => storedPrize(db, row),
      change: ({ input: { id, version, ...draft }, db }) => updatePrize(db, id, draft, version),
    },

    copy: ({ input, db, operator }) => copyPrize(db, input.id, operator.id),

    updateStatus: ({ input, db }) => switchRow(db, 'prize', input),

    remove: async ({ input, db }) => {
      await removePrize(db, input.id);
      return null;
    },

    removeMany: ({ input, db }) => eachRow(input.ids, (id) => removePrize(db, id)),

    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),
  });
};

type Filters = Omit<InputOf<typeof prizeApi.list>, 'page' | 'limit'> & { ids?: number[] };

const matching: Matching<'prize', Filters> = matchingBy('prize', (db) => live(db, 'prize'), {
  ids: at(among, 'id'),
  firmId: eq,
  name: contains,
  prizeType: eq,
  claimMode: eq,
  status: eq,
});

const asRows = (query: SelectQueryBuilder<DB, 'prize', object>) =>
  query
    .select([
      'prize.id',
      'prize.firmId',
      firmName('prize'),
      'prize.name',
      'prize.image',
      'prize.prizeType',
      'prize.payKind',
      'prize.amountMode',
      'prize.amountMin',
      'prize.amountMax',
      'prize.points',
      'prize.faceValue',
      'prize.costPrice',
      'prize.claimMode',
      'prize.alsoPost',
      'prize.validDays',
      'prize.deductAmount',
      'prize.des',
      'prize.status',
      'prize.version',
      ...times('prize'),
    ])
    .orderBy('prize.id', 'desc');

const withText = (row: Omit<PrizeRow, 'amountText'>): PrizeRow => ({ ...row, amountText: amountText(row) });

const columns: Column<PrizeRow>[] = [
  { title: '奖品名称', width: 32, cell: (row) => row.name },
  { title: '奖品类型', cell: (row) => PrizeType.label(row.prizeType) },
  { title: '发放方式', cell: (row) => (row.payKind === null ? '' : RedPayKind.label(row.payKind)) },
  { title: '面额', width: 18, cell: (row) => row.amountText },
  { title: '价值（元）', fen: true, cell: (row) => row.faceValue },
  { title: '成本（元）', fen: true, cell: (row) => row.costPrice },
  { title: '领取方式', width: 22, cell: claimText },
  { title: '有效期（天）', cell: (row) => row.validDays },
  { title: '门店抵扣（元）', fen: true, cell: (row) => row.deductAmount },
  { title: '说明', width: 40, cell: (row) => row.des },
  { title: '所属企业', width: 24, cell: (row) => row.firmName },
  { title: '状态', cell: (row) => Enabled.label(row.status) },
  { title: '创建时间', width: 20, cell: (row) => row.createTime },
];

const exporter: Exporter<PrizeRow, Filters> = {
  biz: 'prize',
  title: '奖品列表',
  may: prizeApi.export.may,
  columns,
  filters: prizeApi.export.input,
  page: async (db, filters, after, limit) => {
    const rows = await asRows(matching(db, filters)).where('prize.id', '<', below(after)).limit(limit).execute();
    return rows.map(withText);
  },
};
