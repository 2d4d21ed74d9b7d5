import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { maskPhone } from '@zhuiyuan/contract/kit/phone';
import type { salesmanApi, SalesmanRow } from '@zhuiyuan/contract/parties/salesman/salesman';
import { sql, type SelectQueryBuilder } from 'kysely';
import { countHeldItems } from '../../codes/state/count-held-items.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { containing } from '../../kit/db/filters.ts';
import type { Column } from '../../kit/sheets/xlsx.ts';
import { regionNames } from '../../settings/region-names.ts';
import { dealerSubtree } from '../dealer-subtree.ts';

export type SalesmanFilters = Omit<InputOf<typeof salesmanApi.list>, 'page' | 'limit'> & { ids?: number[] };

type Salesmen = SelectQueryBuilder<DB, 'salesman', object>;

/** The salesmen a list or an export is about, without columns and order. */
export const matchingSalesmen = (db: Db, filters: SalesmanFilters): Salesmen => {
  let query = db.selectFrom('salesman').where('salesman.isDel', '=', 0);
  if (filters.ids) query = query.where('salesman.id', 'in', filters.ids);
  if (filters.firmId) query = query.where('salesman.firmId', '=', filters.firmId);
  if (filters.status !== undefined) query = query.where('salesman.status', '=', filters.status);
  if (filters.agentId) query = query.where('salesman.agentId', 'in', dealerSubtree(filters.agentId));
  if (filters.keywords) {
    const pattern = containing(filters.keywords);
    query = query.where((row) =>
      row.or([
        row('salesman.picName', 'ilike', pattern),
        row('salesman.phone', 'like', pattern),
        row('salesman.jobNo', 'ilike', pattern),
      ]),
    );
  }
  return query;
};

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
      row
        .selectFrom('shopAss')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('shopAss.kind', '=', 2)
        .whereRef('shopAss.targetId', '=', 'salesman.id')
        .where('shopAss.unbindAt', 'is', null)
        .$asScalar()
        .$notNull()
        .as('shopCount'),
      row
        .selectFrom('agent as own')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('own.salesmanId', '=', 'salesman.id')
        .where('own.isDel', '=', 0)
        .$asScalar()
        .$notNull()
        .as('agentCount'),
      sql<boolean>`salesman.uid is not null`.as('uidBound'),
      'salesman.status',
      'salesman.version',
      'salesman.createdAt as createTime',
      'salesman.updatedAt as updateTime',
    ])
    .orderBy('salesman.id', 'desc');

/** Items sent this month to the dealers and shops each salesman looks after. */
const shippedThisMonth = async (db: Db, salesmanIds: readonly number[]): Promise<Map<number, number>> => {
  const found = new Map<number, number>();
  if (salesmanIds.length === 0) return found;
  const since = `${shanghaiToday().slice(0, 7)}-01 00:00:00`;
  const agents = await db
    .selectFrom('agent')
    .select(['id', 'salesmanId'])
    .where('salesmanId', 'in', salesmanIds)
    .where('isDel', '=', 0)
    .execute();
  const shops = await db
    .selectFrom('shopAss')
    .select(['shopId as id', 'targetId as salesmanId'])
    .where('kind', '=', 2)
    .where('targetId', 'in', salesmanIds)
    .where('unbindAt', 'is', null)
    .execute();
  for (const [kind, holders] of [[1, agents] as const, [2, shops] as const]) {
    const items = await countHeldItems(
      db,
      kind,
      holders.map(({ id }) => id),
      since,
    );
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

/** Columns of the exported list of salesmen. */
export const salesmanColumns: Column<SalesmanRow>[] = [
  { title: '姓名', cell: (row) => row.picName },
  { title: '工号', cell: (row) => row.jobNo },
  { title: '手机号', cell: (row) => row.phone },
  { title: '部门', cell: (row) => row.dept },
  { title: '所属经销商', width: 32, cell: (row) => row.agentName },
  { title: '负责区域', width: 28, cell: (row) => row.regionName },
  { title: '门店数', cell: (row) => row.shopCount },
  { title: '经销商数', cell: (row) => row.agentCount },
  { title: '本月发货（件）', cell: (row) => row.monthShip },
  { title: '微信绑定', cell: (row) => (row.uidBound ? '是' : '否') },
  { title: '所属企业', width: 32, cell: (row) => row.firmName },
  { title: '状态', cell: (row) => Enabled.label(row.status) },
  { title: '创建时间', width: 20, cell: (row) => row.createTime },
];
