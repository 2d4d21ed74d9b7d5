import { maskPhone } from '@zhuiyuan/contract/kit/phone';
import { partyRefusals } from '@zhuiyuan/contract/parties/party-refusals';
import { promoterApi, type PromoterRow } from '@zhuiyuan/contract/parties/promoter/promoter';
import { firmHost } from '../../kit/firm-host.ts';
import { below, mountExporter, offerExport, type Exporter, type FoundBy } from '../../jobs/exporter.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { requireFirmId } from '../../kit/operator.ts';
import { findPage } from '../../kit/db/paging.ts';
import { notFound, refuse, refuseOn } from '../../kit/refusal.ts';
import { eachRow } from '../../kit/each-row.ts';
import { changeRow, lockRow, switchRow } from '../../kit/db/rows.ts';
import { serve } from '../../kit/http/serve.ts';
import { asPromoterRows, matchingPromoters, type PromoterFilters } from './find-promoters.ts';
import { insertPromoter, updatePromoter, promoterConstraints } from './promoter-writes.ts';
import { promoterColumns } from './promoter-columns.ts';

const draftColumns = ['avatar', 'name', 'phone', 'pid', 'agentId', 'shopId', 'rateBp', 'remark', 'status'] as const;

const inPercent = <Row extends { rateBp: number }>({ rateBp, ...row }: Row) => ({ ...row, rate: rateBp / 100 });

const listed = <Row extends { rateBp: number; phone: string }>(row: Row) => ({
  ...inPercent(row),
  phone: maskPhone(row.phone),
});

const exporter: Exporter<PromoterRow, PromoterFilters, FoundBy<typeof asPromoterRows>> = {
  biz: 'spread',
  title: '推广员列表',
  may: promoterApi.export.may,
  columns: promoterColumns,
  filters: promoterApi.export.input,
  page: (db, filters, after, limit) =>
    asPromoterRows(matchingPromoters(db, filters)).where('spread.id', '<', below(after)).limit(limit).execute(),
  complete: (_db, rows) => rows.map(listed),
};

/** Promoters: people whose own code wins members. */
export const mountPromoter = (app: App): void => {
  refuseOn(app, promoterConstraints);
  mountExporter(app, exporter);
  serve(app, promoterApi, {
    list: async ({ input, db }) => {
      const page = await findPage(db, input, matchingPromoters(db, input), asPromoterRows);
      return { ...page, list: page.list.map(listed) };
    },

    listAll: ({ db }) =>
      db.selectFrom('spread').select(['id', 'name', 'firmId']).where('isDel', '=', 0).orderBy('id', 'desc').execute(),

    info: async ({ input, db }) => {
      const promoter = await asPromoterRows(matchingPromoters(db, { ids: [input.id] })).executeTakeFirst();
      if (!promoter) throw notFound();
      return inPercent(promoter);
    },

    save: ({ input, db, operator }) =>
      insertPromoter(db, input, { firmId: requireFirmId(operator, input.firmId), operatorId: operator.id }),

    update: {
      stored: async ({ row, db }) => inPercent(await lockRow(db, 'spread', row, draftColumns)),
      change: ({ input: { id, version, ...draft }, db }) => updatePromoter(db, id, draft, version),
    },

    remove: async ({ input, db }) => {
      await removePromoter(db, input.id);
      return null;
    },

    removeMany: ({ input, db }) => eachRow(input.ids, (id) => removePromoter(db, id)),

    updateStatus: ({ input, db }) => switchRow(db, 'spread', input),

    qrcode: async ({ input, db }) => {
      const promoter = await db
        .selectFrom('spread')
        .innerJoin('firm', 'firm.id', 'spread.firmId')
        .select(['spread.name', 'spread.spreadNo', 'firm.name as firmName', 'firm.domain'])
        .where('spread.id', '=', input.id)
        .where('spread.isDel', '=', 0)
        .executeTakeFirst();
      if (!promoter) throw notFound();
      const host = firmHost(promoter.domain) || app.config.publicUrl;
      return { ...promoter, url: `${host}/trace?spread=${promoter.spreadNo}` };
    },

    /** Members belong to the shopper's side: without members nobody was won. */
    userList: async ({ input: { id, page, limit }, db }) => {
      const promoter = await matchingPromoters(db, { ids: [id] })
        .select('spread.id')
        .executeTakeFirst();
      if (!promoter) throw notFound();
      return { list: [], total: 0, page, limit, totalPage: 0 };
    },

    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),
  });
};

/** Deletes a promoter softly; refused while others stand below him. */
const removePromoter = async (db: Db, id: number): Promise<void> => {
  await lockRow(db, 'spread', id);
  const follower = await db
    .selectFrom('spread')
    .select('id')
    .where('pid', '=', id)
    .where('isDel', '=', 0)
    .limit(1)
    .executeTakeFirst();
  if (follower) throw refuse(partyRefusals.inUse);
  await changeRow(db, 'spread', id, { isDel: 1 });
};
