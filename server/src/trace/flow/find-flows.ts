import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import type { flowApi } from '@zhuiyuan/contract/trace/flow/flow';
import { Review } from '@zhuiyuan/contract/kit/review';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import { among, at, contains, eq, within, when, matchingBy, type Matching } from '../../kit/db/filtered.ts';
import type { Owned } from '../../kit/owned-by.ts';
import { live } from '../../kit/db/live.ts';
import { times } from '../../kit/db/selectors.ts';

export type FlowFilters = Owned<Omit<InputOf<typeof flowApi.list>, 'page' | 'limit'>> & { ids?: number[] };
export type Flows = SelectQueryBuilder<DB, 'flow', object>;

/** The records a list or an export is about, without columns and order. */
export const matchingFlows: Matching<'flow', FlowFilters> = matchingBy('flow', (db) => live(db, 'flow'), {
  ids: at(among, 'id'),
  firmId: eq,
  productId: eq,
  lotId: eq,
  flowTypeId: eq,
  stage: (stage, row) =>
    row('flow.flowTypeId', 'in', row.selectFrom('flowType').select('flowType.id').where('flowType.stage', '=', stage)),
  keywords: at(contains, 'title', 'place', 'operatorName'),
  audit: eq,
  public: at(eq, 'isPublic'),
  opSrc: eq,
  isVoid: (isVoid, row) => row('flow.voidAt', isVoid ? 'is not' : 'is', null),
  dateLimit: at(within, 'occurAt'),
  mine: at(eq, 'createdBy'),
  waiting: when((row) => row('flow.audit', '=', sql.lit(Review.waiting))),
});

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
      ...times('flow'),
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
