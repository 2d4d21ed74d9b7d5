import { type DeductibleOwner, type DedRow } from '@zhuiyuan/contract/parties/deductible/deductible';
import { DedKind } from '@zhuiyuan/contract/parties/deductible/deductible';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { within } from '../../kit/db/filters.ts';
import type { Column } from '../../kit/sheets/xlsx.ts';

export interface DedFilters {
  shopId?: number;
  kind?: number;
  dateLimit?: string;
}

type Logs = SelectQueryBuilder<DB, 'dedLog', object>;

/** The changes of what one shop (1) or dealer (2) is owed, without columns and order. */
export const matchingDedLogs = (db: Db, ownerKind: DeductibleOwner, ownerId: number, filters: DedFilters): Logs => {
  let query = db.selectFrom('dedLog').where('dedLog.ownerKind', '=', ownerKind).where('dedLog.ownerId', '=', ownerId);
  if (filters.shopId) query = query.where('dedLog.shopId', '=', filters.shopId);
  if (filters.kind) query = query.where('dedLog.kind', '=', filters.kind);
  return query.where(within('dedLog.at', filters.dateLimit));
};

/** Adds what a row of the list shows, newest first. */
export const asDedRows = (query: Logs) =>
  query
    .leftJoin('shop', (join) => join.onRef('shop.id', '=', 'dedLog.shopId'))
    .select((row) => [
      'dedLog.id',
      'dedLog.shopId',
      row.fn.coalesce('shop.name', sql<string>`''`).as('shopName'),
      sql<string>`''`.as('activityName'),
      sql<string>`''`.as('prizeName'),
      'dedLog.qty',
      'dedLog.amount as dedAmount',
      'dedLog.kind',
      'dedLog.balanceAfter',
      sql<number | null>`null::int`.as('settleState'),
      'dedLog.remark',
      'dedLog.at as verAt',
    ])
    .orderBy('dedLog.id', 'desc');

/** What came in and went out in the rows that match, and what is left of all. */
export const sumOfDedLogs = async (matching: Logs, balance: number) => {
  const sums = await matching
    .select([
      sql<number>`coalesce(sum(amount) filter (where amount > 0), 0)::bigint`.as('totalIn'),
      sql<number>`coalesce(-sum(amount) filter (where amount < 0), 0)::bigint`.as('totalOut'),
    ])
    .executeTakeFirstOrThrow();
  return { ...sums, balance };
};

const yuan = (fen: number): number => fen / 100;

/** Columns of the exported changes. */
export const dedColumns: Column<DedRow>[] = [
  { title: '门店', width: 28, cell: (row) => row.shopName },
  { title: '活动', width: 24, cell: (row) => row.activityName },
  { title: '奖品', width: 24, cell: (row) => row.prizeName },
  { title: '数量', cell: (row) => row.qty },
  { title: '抵扣金额（元）', cell: (row) => yuan(row.dedAmount) },
  { title: '类型', cell: (row) => DedKind.label(row.kind) },
  { title: '余额（元）', cell: (row) => yuan(row.balanceAfter) },
  { title: '备注', width: 30, cell: (row) => row.remark },
  { title: '时间', width: 20, cell: (row) => row.verAt },
];
