import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { inspectionApi, Opinion, type InspectionRow } from '@zhuiyuan/contract/parties/inspector/inspector';
import { sql, type SelectQueryBuilder } from 'kysely';
import { below, mountExporter, offerExport, type Exporter, type FoundBy } from '../../jobs/exporter.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { within } from '../../kit/db/filters.ts';
import { findPage } from '../../kit/db/paging.ts';
import { notFound } from '../../kit/refusal.ts';
import { serve } from '../../kit/http/serve.ts';
import { regionNames } from '../../settings/region-names.ts';
import { agentSubtree } from '../agent-subtree.ts';

type Filters = Omit<InputOf<typeof inspectionApi.export>, 'page' | 'limit'>;
type Inspects = SelectQueryBuilder<DB, 'inspect', object>;

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

    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),
  });
};

const matching = (db: Db, filters: Filters): Inspects => {
  let query = db.selectFrom('inspect');
  if (filters.ids) query = query.where('inspect.id', 'in', filters.ids);
  if (filters.firmId) query = query.where('inspect.firmId', '=', filters.firmId);
  if (filters.auditorId) query = query.where('inspect.inspectorId', '=', filters.auditorId);
  if (filters.opinion) query = query.where('inspect.opinion', '=', filters.opinion);
  if (filters.agentId) query = query.where('inspect.agentId', 'in', agentSubtree(filters.agentId));
  return query.where(within('inspect.at', filters.dateLimit));
};

const asRows = (query: Inspects) =>
  query
    .innerJoin('inspector', (join) => join.onRef('inspector.id', '=', 'inspect.inspectorId'))
    .innerJoin('firm', (join) => join.onRef('firm.id', '=', 'inspect.firmId'))
    .leftJoin('agent', (join) => join.onRef('agent.id', '=', 'inspect.agentId'))
    .leftJoin('product', (join) => join.onRef('product.id', '=', 'inspect.productId'))
    .select((row) => [
      'inspect.id',
      'inspect.firmId',
      'firm.name as firmName',
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

const withRegions = async <Row extends Found>(db: Db, rows: Row[]) => {
  const codes = rows.flatMap((row) => [row.regionCode, ...(row.authRegions as string[])]);
  const names = await regionNames(db, [...new Set(codes)]);
  return rows.map((row) => ({
    ...row,
    images: row.images as string[],
    foundRegion: names.get(row.regionCode) ?? '',
    authRegion: (row.authRegions as string[]).map((code) => names.get(code) ?? code).join('、'),
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
