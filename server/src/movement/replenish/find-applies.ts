import type { needApplyApi } from '@zhuiyuan/contract/movement/replenish/need-apply';
import { ApplyStatus } from '@zhuiyuan/contract/movement/replenish/need-enums';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import type { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { among, at, by, contains, eq, matchingBy, when, within, type Matching } from '../../kit/db/filtered.ts';
import { live } from '../../kit/db/live.ts';
import { findPage } from '../../kit/db/paging.ts';
import { firmName, times, staffName } from '../../kit/db/selectors.ts';
import type { Owned } from '../../kit/owned-by.ts';
import { productText } from './need-names.ts';

export type ApplyFilters = Owned<Omit<InputOf<typeof needApplyApi.list>, 'page' | 'limit'>> & { ids?: number[] };
type Applies = SelectQueryBuilder<DB, 'needApply', object>;

/** The requests a list, an export or a page is about, without columns and order. */
export const matchingApplies: Matching<'needApply', ApplyFilters> = matchingBy(
  'needApply',
  (db) => live(db, 'needApply'),
  {
    ids: at(among, 'id'),
    firmId: eq,
    applyNo: contains,
    agentId: eq,
    toAgentId: by(
      (id: number) => [id],
      (_row, id) => sql<boolean>`need_apply.to_agent_id is not distinct from nullif(${id}::bigint, 0)`,
    ),
    productId: by(
      (id: number) => [id],
      (row, id) =>
        row.exists(
          row
            .selectFrom('needApplyItem')
            .select('needApplyItem.id')
            .whereRef('needApplyItem.applyId', '=', 'needApply.id')
            .where('needApplyItem.productId', '=', id),
        ),
    ),
    status: eq,
    dateLimit: at(within, 'createdAt'),
    mine: at(eq, 'createdBy'),
    // The values stand in the statement, as they do in the index of these requests.
    waiting: when(
      () => sql<boolean>`need_apply.status in (${sql.lit(ApplyStatus.waiting)}, ${sql.lit(ApplyStatus.reviewing)})`,
    ),
  },
);

/** Adds what a row of the list shows, newest first. */
export const asApplyRows = (query: Applies) =>
  query
    .innerJoin('agent', (join) => join.onRef('agent.id', '=', 'needApply.agentId'))
    .leftJoin('agent as above', (join) => join.onRef('above.id', '=', 'needApply.toAgentId'))
    .leftJoin('needOrder', (join) => join.onRef('needOrder.applyId', '=', 'needApply.id'))
    .select((row) => [
      'needApply.id',
      'needApply.firmId',
      firmName('needApply'),
      'needApply.applyNo',
      'needApply.agentId',
      'agent.name as agentName',
      'needApply.toAgentId',
      sql<string>`coalesce(above.name, (select firm.name from firm where firm.id = need_apply.firm_id))`.as('toName'),
      productText({ table: 'need_apply', items: 'need_apply_item', key: 'apply_id' }).as('productText'),
      'needApply.totalQty',
      'needApply.totalAmount',
      'needApply.expectDate',
      sql<(typeof ApplyStatus.options)[number]['value']>`need_apply.status`.as('status'),
      staffName('need_apply.audit_by').as('auditName'),
      'needApply.auditAt',
      'needApply.auditRemark',
      'needOrder.id as orderId',
      row.fn.coalesce('needOrder.orderNo', sql<string>`''`).as('orderNo'),
      sql<(typeof OpSource.options)[number]['value']>`need_apply.op_src`.as('opSrc'),
      'needApply.version',
      ...times('needApply'),
    ])
    .orderBy('needApply.id', 'desc');

/** A page of requests, newest first. */
export const listApplies = (db: Db, input: ApplyFilters & { page: number; limit: number }) =>
  findPage(db, input, matchingApplies(db, input), asApplyRows);
