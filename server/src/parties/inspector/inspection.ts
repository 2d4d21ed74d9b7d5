import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { inspectionApi, InspectionRow, Opinion } from '@zhuiyuan/contract/parties/inspector/inspector';
import { sql, type SelectQueryBuilder } from 'kysely';
import { z } from 'zod';
import { below, mountExporter, offerExport, type Exporter, type FoundBy } from '../../jobs/exporter.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { by, among, at, eq, within, matchingBy, type Matching } from '../../kit/db/filtered.ts';
import { firmName } from '../../kit/db/selectors.ts';
import { findPage } from '../../kit/db/paging.ts';
import { notFound } from '../../kit/refusal.ts';
import { serve } from '../../kit/http/serve.ts';
import { regionNames } from '../../settings/region-names.ts';
import { warnOfInspection } from './warn-of-inspection.ts';
import { agentSubtree, subtreeGiven } from '../agent-subtree.ts';

type Filters = Omit<InputOf<typeof inspectionApi.export>, 'page' | 'limit'>;
type Inspections = SelectQueryBuilder<DB, 'inspect', object>;

/** What inspectors found: list, detail and file. */
export const mountInspection = (app: App): void => {
  mountExporter(app, exporter);
  serve(app, inspectionApi, {
    list: async ({ input, db }) => {
      const page = await findPage(db, input, matching(db, input), asRows);
      return { ...page, list: await withRegions(db, page.list) };
    },

    info: async ({ input, db }) => {
      const found = await asRows(matching(db, { ids: [input.id] }))
        .select(['inspect.remark', 'inspect.lng', 'inspect.lat'])
        .execute();
      const [row] = await withRegions(db, found);
      if (!row) throw notFound();
      return row;
    },

    police: async ({ input, db, operator }) => ({
      policeNo: String(await warnOfInspection(db, input.id, operator.realName || operator.account)),
    }),

    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),
  });
};

const matching: Matching<'inspect', Filters> = matchingBy('inspect', (db) => db.selectFrom('inspect'), {
  ids: at(among, 'id'),
  firmId: eq,
  auditorId: at(eq, 'inspectorId'),
  opinion: eq,
  agentId: by(subtreeGiven, (row, ...given) => row('inspect.agentId', 'in', agentSubtree(...given))),
  dateLimit: at(within, 'at'),
});

const asRows = (query: Inspections) =>
  query
    .innerJoin('inspector', (join) => join.onRef('inspector.id', '=', 'inspect.inspectorId'))
    .leftJoin('agent', (join) => join.onRef('agent.id', '=', 'inspect.agentId'))
    .leftJoin('product', (join) => join.onRef('product.id', '=', 'inspect.productId'))
    .select((row) => [
      'inspect.id',
      'inspect.firmId',
      firmName('inspect'),
      'inspect.at',
      'inspect.inspectorId as auditorId',
      'inspector.auditor',
      'inspect.code',
      row.fn.coalesce('product.storeName', sql<string>`''`).as('storeName'),
      row.fn.coalesce('agent.name', sql<string>`''`).as('agentName'),
      'inspect.authRegions',
      'inspect.regionCode',
      'inspect.shopName',
      'inspect.opinion',
      'inspect.images',
      sql<string>`coalesce(inspect.police_event_id::text, '')`.as('policeNo'),
    ])
    .orderBy('inspect.id', 'desc');

type Found = { authRegions: unknown; regionCode: string; images: unknown };

const regionCodes = z.array(z.string());

const withRegions = async <Row extends Found>(db: Db, rows: Row[]) => {
  const found = rows.map((row) => ({ ...row, authRegions: regionCodes.parse(row.authRegions) }));
  const codes = found.flatMap(({ regionCode, authRegions }) => [regionCode, ...authRegions]);
  const names = await regionNames(db, [...new Set(codes)]);
  return found.map((row) => ({
    ...row,
    images: InspectionRow.shape.images.parse(row.images),
    foundRegion: names.get(row.regionCode) ?? '',
    authRegion: row.authRegions.map((code) => names.get(code) ?? code).join('、'),
  }));
};

const exporter: Exporter<InspectionRow, Filters, FoundBy<typeof asRows>> = {
  biz: 'inspect',
  title: '稽查记录',
  may: 'admin:identity:inspector:export',
  columns: [
    { title: '稽查时间', width: 20, cell: (row) => row.at },
    { title: '稽查员', cell: (row) => row.auditor },
    { title: '编码', width: 24, cell: (row) => row.code },
    { title: '产品', width: 32, cell: (row) => row.storeName },
    { title: '归属经销商', width: 32, cell: (row) => row.agentName },
    { title: '授权区域', width: 32, cell: (row) => row.authRegion },
    { title: '发现地', width: 28, cell: (row) => row.foundRegion },
    { title: '门店', width: 28, cell: (row) => row.shopName },
    { title: '稽查结论', cell: (row) => Opinion.label(row.opinion) },
    { title: '预警单', cell: (row) => row.policeNo },
  ],
  filters: inspectionApi.export.input,
  page: (db, filters, after, limit) =>
    asRows(matching(db, filters)).where('inspect.id', '<', below(after)).limit(limit).execute(),
  complete: withRegions,
};
