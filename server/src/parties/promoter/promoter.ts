import { maskPhone } from '@zhuiyuan/contract/kit/phone';
import { promoterApi, type PromoterRow } from '@zhuiyuan/contract/parties/promoter/promoter';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import { by, among, at, contains, eq, within, matchingBy, type Matching } from '../../kit/db/filtered.ts';
import { live } from '../../kit/db/live.ts';
import { firmName, times } from '../../kit/db/selectors.ts';
import { agentSubtree, subtreeGiven } from '../agent-subtree.ts';
import { below, mountExporter, offerExport, type Exporter, type FoundBy } from '../../jobs/exporter.ts';
import type { App } from '../../kit/http/app-context.ts';
import { requireFirmId } from '../../kit/operator.ts';
import { findPage } from '../../kit/db/paging.ts';
import { pickRows } from '../../kit/db/pick-rows.ts';
import { notFound, refuseOn } from '../../kit/refusal.ts';
import { eachRow } from '../../kit/each-row.ts';
import { switchRow } from '../../kit/db/rows.ts';
import { serve } from '../../kit/http/serve.ts';
import {
  insertPromoter,
  promoterConstraints,
  removePromoter,
  storedPromoter,
  updatePromoter,
} from './promoter-writes.ts';

type PromoterFilters = Omit<InputOf<typeof promoterApi.list>, 'page' | 'limit'> & { ids?: number[] };

/** Promoters: people whose own code wins members. */
export const mountPromoter = (app: App): void => {
  refuseOn(app, promoterConstraints);
  mountExporter(app, exporter);
  serve(app, promoterApi, {
    list: async ({ input, db }) => {
      const page = await findPage(db, input, matching(db, input), asRows);
      return { ...page, list: page.list.map(toListed) };
    },

    listAll: ({ input, db }) =>
      pickRows(
        live(db, 'spread').select(['id', 'name', 'firmId']),
        { id: 'spread.id', words: ['spread.name', 'spread.spreadNo'] },
        input,
      ),

    info: async ({ input, db }) => {
      const promoter = await asRows(matching(db, { ids: [input.id] })).executeTakeFirst();
      if (!promoter) throw notFound();
      return inPercent(promoter);
    },

    save: ({ input, db, operator }) =>
      insertPromoter(db, input, { firmId: requireFirmId(operator, input.firmId), operatorId: operator.id }),

    update: {
      stored: async ({ row, db }) => inPercent(await storedPromoter(db, row)),
      change: ({ input: { id, version, ...draft }, db }) => updatePromoter(db, id, draft, version),
    },

    remove: async ({ input, db }) => {
      await removePromoter(db, input.id);
      return null;
    },

    removeMany: ({ input, db }) => eachRow(input.ids, (id) => removePromoter(db, id)),

    updateStatus: ({ input, db }) => switchRow(db, 'spread', input),

    /** Members belong to the shopper's side: without members nobody was won. */
    userList: async ({ input: { id, page, limit }, db }) => {
      const promoter = await matching(db, { ids: [id] })
        .select('spread.id')
        .executeTakeFirst();
      if (!promoter) throw notFound();
      return { list: [], total: 0, page, limit, totalPage: 0 };
    },

    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),
  });
};

type Promoters = SelectQueryBuilder<DB, 'spread', object>;

/** The promoters a list or an export is about, without columns and order. */
const matching: Matching<'spread', PromoterFilters> = matchingBy('spread', (db) => live(db, 'spread'), {
  ids: at(among, 'id'),
  firmId: eq,
  keywords: at(contains, 'name', 'phone', 'spreadNo'),
  agentId: by(subtreeGiven, (row, ...given) => row('spread.agentId', 'in', agentSubtree(...given))),
  shopId: eq,
  status: eq,
  dateLimit: at(within, 'createdAt'),
});

/** Adds what a row of the list shows, newest first; the phone is whole here. */
const asRows = (query: Promoters) =>
  query
    .leftJoin('spread as above', 'above.id', 'spread.pid')
    .leftJoin('agent', 'agent.id', 'spread.agentId')
    .leftJoin('shop', 'shop.id', 'spread.shopId')
    .select((row) => [
      'spread.id',
      'spread.firmId',
      firmName('spread'),
      'spread.avatar',
      'spread.name',
      'spread.spreadNo',
      'spread.phone',
      'spread.pid',
      row.fn.coalesce('above.name', sql<string>`''`).as('parentName'),
      'spread.agentId',
      row.fn.coalesce('agent.name', sql<string>`''`).as('agentName'),
      'spread.shopId',
      row.fn.coalesce('shop.name', sql<string>`''`).as('shopName'),
      'spread.rateBp',
      'spread.scanCnt',
      'spread.userCnt',
      'spread.orderCnt',
      'spread.rewardAmount',
      'spread.remark',
      'spread.status',
      'spread.version',
      ...times('spread'),
    ])
    .orderBy('spread.id', 'desc');

const inPercent = <Row extends { rateBp: number }>({ rateBp, ...row }: Row) => ({ ...row, rate: rateBp / 100 });

const toListed = <Row extends { rateBp: number; phone: string }>(row: Row) => ({
  ...inPercent(row),
  phone: maskPhone(row.phone),
});

const exporter: Exporter<PromoterRow, PromoterFilters, FoundBy<typeof asRows>> = {
  biz: 'spread',
  title: '推广员列表',
  may: promoterApi.export.may,
  columns: [
    { title: '姓名', cell: (row) => row.name },
    { title: '推广编号', cell: (row) => row.spreadNo },
    { title: '手机号', cell: (row) => row.phone },
    { title: '上级', cell: (row) => row.parentName },
    { title: '经销商', width: 30, cell: (row) => row.agentName },
    { title: '门店', width: 30, cell: (row) => row.shopName },
    { title: '佣金比例（%）', cell: (row) => row.rate },
    { title: '状态', cell: (row) => Enabled.label(row.status) },
    { title: '所属企业', width: 36, cell: (row) => row.firmName },
    { title: '创建时间', width: 20, cell: (row) => row.createTime },
  ],
  filters: promoterApi.export.input,
  page: (db, filters, after, limit) =>
    asRows(matching(db, filters)).where('spread.id', '<', below(after)).limit(limit).execute(),
  complete: (_db, rows) => rows.map(toListed),
};
