import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { offerBindCode, unbindRole } from '../../account/binding.ts';
import { isBound } from '../../account/is-bound.ts';
import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { maskPhone } from '@zhuiyuan/contract/kit/phone';
import { salesmanApi, type SalesmanRow } from '@zhuiyuan/contract/parties/salesman/salesman';
import { sql, type SelectQueryBuilder } from 'kysely';
import { ask } from '../../kit/db/events.ts';
import './goods-sent.ts';
import { below, mountExporter, offerExport, type Exporter, type FoundBy } from '../../jobs/exporter.ts';
import { mountImporter } from '../../jobs/importer.ts';
import { startImport } from '../../jobs/start-import.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import { compileOnce } from '../../kit/db/compile-once.ts';
import type { Db } from '../../kit/db/database.ts';
import { by, among, at, contains, eq, matchingBy, type Matching } from '../../kit/db/filtered.ts';
import { live } from '../../kit/db/live.ts';
import { findPage } from '../../kit/db/paging.ts';
import { pickRows } from '../../kit/db/pick-rows.ts';
import { lockRow, switchRow } from '../../kit/db/rows.ts';
import { times } from '../../kit/db/selectors.ts';
import { presentLinks, shopCount } from '../present-links.ts';
import { eachRow } from '../../kit/each-row.ts';
import type { App } from '../../kit/http/app-context.ts';
import { serve } from '../../kit/http/serve.ts';
import { requireFirmId } from '../../kit/operator.ts';
import { notFound, refuseOn } from '../../kit/refusal.ts';
import { regionNames } from '../../settings/region-names.ts';
import { agentSubtree, subtreeGiven } from '../agent-subtree.ts';
import { salesmanColumns, salesmanImporter } from './salesman-import.ts';
import {
  insertSalesman,
  removeSalesman,
  storedSalesman,
  transferSalesman,
  updateSalesman,
  salesmanConstraints,
} from './salesman-writes.ts';

export type SalesmanFilters = Omit<InputOf<typeof salesmanApi.list>, 'page' | 'limit'> & { ids?: number[] };

/** Salesmen: people of a firm who look after agents and shops. */
export const mountSalesman = (app: App): void => {
  refuseOn(app, salesmanConstraints);
  mountImporter(app, salesmanImporter);
  mountExporter(app, exporter);
  serve(app, salesmanApi, {
    list: async ({ input, db }) => {
      const page = await findPage(db, input, matchingSalesmen(db, input), asSalesmanRows);
      return { ...page, list: await listedSalesmen(db, page.list) };
    },

    listAll: async ({ input, db }) => {
      const rows = await pickRows(
        matchingSalesmen(db, {}).select(['id', 'picName', 'phone', 'agentId', 'firmId', 'status']),
        { id: 'salesman.id', words: ['salesman.picName', 'salesman.jobNo'] },
        input,
      );
      return rows.map((row) => ({ ...row, phone: maskPhone(row.phone) }));
    },

    info: async ({ input, db }) => {
      const found = await asSalesmanRows(matchingSalesmen(db, { ids: [input.id] }))
        .select(['salesman.entryDate', 'salesman.remark'])
        .execute();
      const [salesman] = await withRegionAndShipped(db, found);
      if (!salesman) throw notFound();
      return salesman;
    },

    save: ({ input, db, operator }) =>
      insertSalesman(db, input, { firmId: requireFirmId(operator, input.firmId), operatorId: operator.id }),

    update: {
      stored: ({ row, db }) => storedSalesman(db, row),
      change: ({ input: { id, version, ...draft }, db }) => updateSalesman(db, id, draft, version),
    },

    updateStatus: ({ input, db }) => switchRow(db, 'salesman', input),

    transfer: ({ input, db, operator }) => transferSalesman(db, input, operator.id),

    bindQrcode: async ({ input, db, operator }) => {
      const { firmId } = await lockRow(db, 'salesman', input.id, ['firmId']);
      return offerBindCode(db, app.config, { kind: RoleKind.salesman, id: input.id, firmId, operatorId: operator.id });
    },

    unbind: async ({ input, db, operator }) => {
      await lockRow(db, 'salesman', input.id);
      return unbindRole(db, { kind: RoleKind.salesman, id: input.id, operatorId: operator.id });
    },

    remove: async ({ input, db }) => {
      await removeSalesman(db, input.id);
      return null;
    },

    removeMany: ({ input, db }) => eachRow(input.ids, (id) => removeSalesman(db, id)),

    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),

    import: { before: ({ input, db, operator }) => startImport(app, { db, operator }, 'sales', input) },
  });
};

type Salesmen = SelectQueryBuilder<DB, 'salesman', object>;

/** The salesmen a list or an export is about, without columns and order. */
export const matchingSalesmen: Matching<'salesman', SalesmanFilters> = matchingBy(
  'salesman',
  (db) => live(db, 'salesman'),
  {
    ids: at(among, 'id'),
    firmId: eq,
    status: eq,
    agentId: by(subtreeGiven, (row, ...given) => row('salesman.agentId', 'in', agentSubtree(...given))),
    keywords: at(contains, 'picName', 'phone', 'jobNo'),
  },
);

/** Adds what a row of the list shows, newest first; the phone is whole here. */
export const asSalesmanRows = (query: Salesmen) =>
  query
    .leftJoin('agent', (join) => join.onRef('agent.id', '=', 'salesman.agentId'))
    .innerJoin('firm', (join) => join.onRef('firm.id', '=', 'salesman.firmId'))
    .select((row) => [
      'salesman.id',
      'salesman.firmId',
      'firm.name as firmName',
      'salesman.avatar',
      'salesman.picName',
      row.fn.coalesce('salesman.jobNo', sql<string>`''`).as('jobNo'),
      'salesman.phone',
      'salesman.dept',
      'salesman.agentId',
      row.fn.coalesce('agent.name', sql<string>`''`).as('agentName'),
      'salesman.regionCode',
      shopCount(ShopLinkKind.salesman, 'salesman.id'),
      live(row, 'agent', 'own')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('own.salesmanId', '=', 'salesman.id')
        .$asScalar()
        .$notNull()
        .as('agentCount'),
      isBound(RoleKind.salesman, 'salesman').as('uidBound'),
      'salesman.status',
      'salesman.version',
      ...times('salesman'),
    ])
    .orderBy('salesman.id', 'desc');

const lookedAfter = compileOnce<
  { salesmanIds: readonly number[] },
  { kind: Holder; id: number; salesmanId: number | null }
>((db, { salesmanIds }) =>
  live(db, 'agent')
    .select([sql<Holder>`${sql.lit(Holder.agent)}`.as('kind'), 'agent.id', 'agent.salesmanId'])
    .where(sql<boolean>`agent.salesman_id = any(${salesmanIds}::bigint[])`)
    .unionAll(
      presentLinks(ShopLinkKind.salesman, db)
        .select([
          sql<Holder>`${sql.lit(Holder.shop)}`.as('kind'),
          'shopAss.shopId as id',
          'shopAss.targetId as salesmanId',
        ])
        .where(sql<boolean>`shop_ass.target_id = any(${salesmanIds}::bigint[])`),
    )
    .compile(),
);

/** Items sent this month to the agents and shops each salesman looks after. */
const shippedThisMonth = async (db: Db, salesmanIds: readonly number[]): Promise<Map<number, number>> => {
  const found = new Map<number, number>();
  if (salesmanIds.length === 0) return found;
  const since = `${shanghaiToday().slice(0, 7)}-01`;
  const customers = await lookedAfter.run(db, { salesmanIds });
  for (const kind of [Holder.agent, Holder.shop]) {
    const holders = customers.filter((one) => one.kind === kind);
    const items = await ask(db, 'goods.sent', { kind, holderIds: holders.map(({ id }) => id), since });
    for (const { id, salesmanId } of holders)
      if (salesmanId) found.set(salesmanId, (found.get(salesmanId) ?? 0) + (items.get(id) ?? 0));
  }
  return found;
};

/** Rows with their region named and what was sent this month; the phone stays whole. */
export const withRegionAndShipped = async <Row extends { id: number; regionCode: string }>(db: Db, rows: Row[]) => {
  const regions = await regionNames(
    db,
    rows.map(({ regionCode }) => regionCode),
  );
  const shipped = await shippedThisMonth(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...row,
    regionName: regions.get(row.regionCode) ?? '',
    monthShip: shipped.get(row.id) ?? 0,
  }));
};

/** Rows as lists and exports show them, the phone masked. */
export const listedSalesmen = async <Row extends { id: number; phone: string; regionCode: string }>(
  db: Db,
  rows: Row[],
) => (await withRegionAndShipped(db, rows)).map((row) => ({ ...row, phone: maskPhone(row.phone) }));

const exporter: Exporter<SalesmanRow, SalesmanFilters, FoundBy<typeof asSalesmanRows>> = {
  biz: 'sales',
  title: '业务员列表',
  may: salesmanApi.export.may,
  columns: salesmanColumns,
  filters: salesmanApi.export.input,
  page: (db, filters, after, limit) =>
    asSalesmanRows(matchingSalesmen(db, filters)).where('salesman.id', '<', below(after)).limit(limit).execute(),
  complete: listedSalesmen,
};
