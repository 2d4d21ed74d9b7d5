import { maskPhone } from '@zhuiyuan/contract/kit/phone';
import { partyRefusals } from '@zhuiyuan/contract/parties/party-refusals';
import { spreadApi, type SpreadRow } from '@zhuiyuan/contract/parties/promoter/spread';
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
import { asSpreadRows, matchingSpreads, type SpreadFilters } from './find-spreads.ts';
import { insertSpread, updateSpread, spreadConstraints } from './save-spread.ts';
import { spreadColumns } from './spread-columns.ts';

const draftColumns = ['avatar', 'name', 'phone', 'pid', 'agentId', 'shopId', 'rateBp', 'remark', 'status'] as const;

const inPercent = <Row extends { rateBp: number }>({ rateBp, ...row }: Row) => ({ ...row, rate: rateBp / 100 });

const listed = <Row extends { rateBp: number; phone: string }>(row: Row) => ({
  ...inPercent(row),
  phone: maskPhone(row.phone),
});

const exporter: Exporter<SpreadRow, SpreadFilters, FoundBy<typeof asSpreadRows>> = {
  biz: 'spread',
  title: '推广员列表',
  may: spreadApi.export.may,
  columns: spreadColumns,
  filters: spreadApi.export.input,
  page: (db, filters, after, limit) =>
    asSpreadRows(matchingSpreads(db, filters)).where('spread.id', '<', below(after)).limit(limit).execute(),
  complete: (_db, rows) => rows.map(listed),
};

/** Promoters: people whose own code wins members. */
export const mountSpread = (app: App): void => {
  refuseOn(app, spreadConstraints);
  mountExporter(app, exporter);
  serve(app, spreadApi, {
    list: async ({ input, db }) => {
      const page = await findPage(db, input, matchingSpreads(db, input), asSpreadRows);
      return { ...page, list: page.list.map(listed) };
    },

    listAll: ({ db }) =>
      db.selectFrom('spread').select(['id', 'name', 'firmId']).where('isDel', '=', 0).orderBy('id', 'desc').execute(),

    info: async ({ input, db }) => {
      const spread = await asSpreadRows(matchingSpreads(db, { ids: [input.id] })).executeTakeFirst();
      if (!spread) throw notFound();
      return inPercent(spread);
    },

    save: ({ input, db, operator }) =>
      insertSpread(db, input, { firmId: requireFirmId(operator, input.firmId), operatorId: operator.id }),

    update: {
      stored: async ({ row, db }) => inPercent(await lockRow(db, 'spread', row, draftColumns)),
      change: ({ input: { id, version, ...draft }, db }) => updateSpread(db, id, draft, version),
    },

    remove: async ({ input, db }) => {
      await removeSpread(db, input.id);
      return null;
    },

    removeMany: ({ input, db }) => eachRow(input.ids, (id) => removeSpread(db, id)),

    updateStatus: ({ input, db }) => switchRow(db, 'spread', input),

    qrcode: async ({ input, db }) => {
      const spread = await db
        .selectFrom('spread')
        .innerJoin('firm', 'firm.id', 'spread.firmId')
        .select(['spread.name', 'spread.spreadNo', 'firm.name as firmName', 'firm.domain'])
        .where('spread.id', '=', input.id)
        .where('spread.isDel', '=', 0)
        .executeTakeFirst();
      if (!spread) throw notFound();
      const host = firmHost(spread.domain) || app.config.publicUrl;
      return { ...spread, url: `${host}/trace?spread=${spread.spreadNo}` };
    },

    /** Members belong to the shopper's side: without members nobody was won. */
    userList: async ({ input: { id, page, limit }, db }) => {
      const spread = await matchingSpreads(db, { ids: [id] })
        .select('spread.id')
        .executeTakeFirst();
      if (!spread) throw notFound();
      return { list: [], total: 0, page, limit, totalPage: 0 };
    },

    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),
  });
};

/** Deletes a promoter softly; refused while others stand below him. */
const removeSpread = async (db: Db, id: number): Promise<void> => {
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
