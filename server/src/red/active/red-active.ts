import { RedPayKind } from '@zhuiyuan/contract/campaign/prize-terms';
import { RedScene } from '@zhuiyuan/contract/campaign/red-type/red-type';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Delivery, PayChannel } from '@zhuiyuan/contract/payout/payout-enums';
import { redActiveApi, type RedActiveRow } from '@zhuiyuan/contract/red/active/red-active';
import { RedKind } from '@zhuiyuan/contract/red/red-enums';
import { sql } from 'kysely';
import { below, mountExporter, offerExport, type Exporter } from '../../jobs/exporter.ts';
import { live } from '../../kit/db/live.ts';
import { findPage } from '../../kit/db/paging.ts';
import { pickRows } from '../../kit/db/pick-rows.ts';
import { switchRow } from '../../kit/db/rows.ts';
import { eachRow } from '../../kit/each-row.ts';
import type { App } from '../../kit/http/app-context.ts';
import { serve } from '../../kit/http/serve.ts';
import { requireFirmId } from '../../kit/operator.ts';
import { notFound, refuseOn } from '../../kit/refusal.ts';
import { asRedActiveRows, matchingRedActives, withText, type RedActiveFilters } from './find-red-actives.ts';
import {
  addRedBudget,
  insertRedActive,
  isBegun,
  redActiveConstraints,
  removeRedActive,
  storedRedActive,
  updateRedActive,
} from './red-active-writes.ts';

/** 红包活动: what red codes and packets sent by hand are paid of. */
export const mountRedActive = (app: App): void => {
  refuseOn(app, redActiveConstraints);
  mountExporter(app, exporter);
  serve(app, redActiveApi, {
    list: async ({ input, db }) => {
      const page = await findPage(db, input, matchingRedActives(db, input), asRedActiveRows);
      return { ...page, list: page.list.map(withText) };
    },

    listAll: ({ input, db }) =>
      pickRows(
        live(db, 'redActive').select(['id', 'name', 'firmId', 'status', 'channel', 'endedAt']),
        { id: 'redActive.id', words: ['redActive.name'], order: [{ column: 'redActive.id', direction: 'desc' }] },
        input,
      ),

    info: async ({ input, db }) => {
      const row = await asRedActiveRows(matchingRedActives(db, { ids: [input.id] })).executeTakeFirst();
      if (!row) throw notFound();
      return { ...withText(row), isBegun: await isBegun(db, row.firmId, row.id) };
    },

    board: async ({ input: { firmId }, db }) => {
      const budgets = await live(db, 'redActive')
        .innerJoin('activityBudget', 'activityBudget.activityId', 'redActive.id')
        .$if(firmId !== undefined, (all) => all.where('redActive.firmId', '=', firmId!))
        .select([
          ({ fn }) => fn.countAll<number>().as('count'),
          sql<number>`coalesce(sum(red_active.budget_amount), 0)::bigint`.as('budgetAmount'),
          sql<number>`coalesce(sum(activity_budget.paid), 0)::bigint`.as('paidAmount'),
        ])
        .executeTakeFirstOrThrow();
      const packets = await db
        .selectFrom('redInfo')
        .$if(firmId !== undefined, (all) => all.where('firmId', '=', firmId!))
        .where('redActiveId', 'is not', null)
        .where('status', 'in', [sql.lit(Delivery.SENT), sql.lit(Delivery.FAILED)])
        .where('closedAt', 'is', null)
        .select([
          sql<number>`coalesce(sum(amount) filter (where status = ${sql.lit(Delivery.SENT)}), 0)::bigint`.as(
            'sentAmount',
          ),
          sql<number>`count(*) filter (where status = ${sql.lit(Delivery.FAILED)})`.as('failedCnt'),
        ])
        .executeTakeFirstOrThrow();
      return { ...budgets, ...packets };
    },

    save: ({ input, db, operator }) =>
      insertRedActive(db, input, { firmId: requireFirmId(operator, input.firmId), operatorId: operator.id }),

    update: {
      stored: ({ row, db }) => storedRedActive(db, row),
      change: ({ input: { id, version, ...draft }, db, operator }) =>
        updateRedActive(db, id, draft, version, operator.id),
    },

    addBudget: ({ input, db, operator }) => addRedBudget(db, input, operator.id),

    updateStatus: ({ input, db }) => switchRow(db, 'redActive', input),

    remove: async ({ input, db, operator }) => {
      await removeRedActive(db, input.id, operator.id);
      return null;
    },

    removeMany: ({ input, db, operator }) => eachRow(input.ids, (id) => removeRedActive(db, id, operator.id)),

    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),
  });
};

const exporter: Exporter<RedActiveRow, RedActiveFilters> = {
  biz: 'redActive',
  title: '红包活动',
  may: redActiveApi.export.may,
  columns: [
    { title: '活动名称', width: 30, cell: (row) => row.name },
    { title: '红包类型', width: 20, cell: (row) => row.redTypeDes },
    { title: '红包形式', cell: (row) => RedKind.label(row.kind) },
    { title: '发放渠道', cell: (row) => PayChannel.label(row.channel) },
    { title: '场景', width: 16, cell: (row) => RedScene.label(row.scene) },
    { title: '支付方式', cell: (row) => RedPayKind.label(row.payKind) },
    { title: '面额', width: 18, cell: (row) => row.amountText },
    { title: '预算（元）', fen: true, cell: (row) => row.budgetAmount },
    { title: '已占用（元）', fen: true, cell: (row) => row.usedAmount },
    { title: '已领取（元）', fen: true, cell: (row) => row.paidAmount },
    { title: '剩余（元）', fen: true, cell: (row) => row.remain },
    { title: '个数', cell: (row) => row.packetCnt },
    { title: '个数上限', cell: (row) => row.packetLimit ?? '' },
    { title: '开始时间', width: 20, cell: (row) => row.startAt },
    { title: '结束时间', width: 20, cell: (row) => row.endAt },
    { title: '商户', width: 24, cell: (row) => row.mchName },
    { title: '所属企业', width: 24, cell: (row) => row.firmName },
    { title: '状态', cell: (row) => Enabled.label(row.status) },
    { title: '创建时间', width: 20, cell: (row) => row.createTime },
  ],
  filters: redActiveApi.export.input,
  page: async (db, filters, after, limit) => {
    const rows = await asRedActiveRows(matchingRedActives(db, filters))
      .where('redActive.id', '<', below(after))
      .limit(limit)
      .execute();
    return rows.map(withText);
  },
};
