import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import type { flowApi } from '@zhuiyuan/contract/trace/flow/flow';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { containing, within } from '../../kit/db/filters.ts';

export type FlowFilters = Omit<InputOf<typeof flowApi.list>, 'page' | 'limit'> & { ids?: number[] };
export type Flows = SelectQueryBuilder<DB, 'flow', object>;

/** The records a list or an export is about, without columns and order. */
export const matchingFlows = (db: Db, filters: FlowFilters): Flows => {
  let query = db.selectFrom('flow').where('flow.isDel', '=', 0);
  if (filters.ids) query = query.where('flow.id', 'in', filters.ids);
  for (const name of ['firmId', 'productId', 'lotId', 'flowTypeId', 'audit', 'opSrc'] as const) {
    const value = filters[name];
    if (value !== undefined) query = query.where(`flow.${name}`, '=', value);
  }
  if (filters.public !== undefined) query = query.where('flow.isPublic', '=', filters.public);
  if (filters.isVoid !== undefined) query = query.where('flow.voidAt', filters.isVoid ? 'is not' : 'is', null);
  if (filters.stage !== undefined)
    query = query.where('flow.flowTypeId', 'in', (row) =>
      row.selectFrom('flowType').select('flowType.id').where('flowType.stage', '=', filters.stage!),
    );
  if (filters.keywords) {
    const pattern = containing(filters.keywords);
    query = query.where((row) =>
      row.or([
        row('flow.title', 'ilike', pattern),
        row('flow.place', 'ilike', pattern),
        row('flow.operatorName', 'ilike', pattern),
      ]),
    );
  }
  return query.where(within('flow.occurAt', filters.dateLimit));
};

/** Adds what a row of the list shows, without an order. */
export const flowColumns = (query: Flows) =>
  query
    .innerJoin('flowType', 'flowType.id', 'flow.flowTypeId')
    .innerJoin('product', 'product.id', 'flow.productId')
    .innerJoin('lot', 'lot.id', 'flow.lotId')
    .innerJoin('firm', 'firm.id', 'flow.firmId')
    .select([
      'flow.id',
      'flow.firmId',
      'firm.name as firmName',
      'flow.title',
      'flow.flowTypeId',
      'flowType.name as flowTypeName',
      'flowType.icon as flowTypeIcon',
      'flowType.stage',
      'flow.productId',
      'product.storeName',
      'flow.lotId',
      'lot.lotNo',
      'flow.seg',
      sql<number | null>`lower(flow.span)`.as('serialFrom'),
      sql<number | null>`upper(flow.span) - 1`.as('serialTo'),
      sql<string>`case when flow.seg is null then '整批'
        else '码段 ' || flow.seg || '：' || lower(flow.span) || '–' || upper(flow.span) - 1 end`.as('rangeText'),
      'flow.occurAt',
      'flow.place',
      'flow.operatorName',
      sql<string[]>`flow.images`.as('images'),
      'flow.isPublic as public',
      'flow.audit',
      'flow.opSrc',
      'flow.chainNo',
      'flow.voidAt',
      'flow.voidReason',
      'flow.version',
      'flow.createdAt as createTime',
      'flow.updatedAt as updateTime',
    ]);

/** Records of a lot that apply to one of its codes: those of the whole lot, and of a run it is in. */
export const ofCode = (query: Flows, { seg, serial }: { seg?: number; serial?: number }): Flows =>
  seg === undefined || serial === undefined
    ? query
    : query.where((row) =>
        row.or([
          row('flow.seg', 'is', null),
          row.and([row('flow.seg', '=', seg), sql<boolean>`flow.span @> ${serial}::int8`]),
        ]),
      );
