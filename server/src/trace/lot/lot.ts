import { ObjectKind } from '@zhuiyuan/contract/trace/object-kind';
import { readDateLimit } from '@zhuiyuan/contract/kit/date-limit';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { QcState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { sql, type SelectQueryBuilder } from 'kysely';
import { mountImporter } from '../../jobs/importer.ts';
import { startImport } from '../../jobs/start-import.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { at, contains, eq, matchingBy, when, type Matching, type Rules, type Test } from '../../kit/db/filtered.ts';
import { live } from '../../kit/db/live.ts';
import { inOrder } from '../../kit/db/in-order.ts';
import { ownedBy, type Owned } from '../../kit/owned-by.ts';
import { findPage } from '../../kit/db/paging.ts';
import { pickRows } from '../../kit/db/pick-rows.ts';
import { notFound, refuseOn } from '../../kit/refusal.ts';
import { changeRow, lockRow } from '../../kit/db/rows.ts';
import { firmName, times } from '../../kit/db/selectors.ts';
import { serve } from '../../kit/http/serve.ts';
import { emit } from '../../kit/db/events.ts';
import { listRecalls } from './list-recalls.ts';
import { lotImporter } from './lot-import.ts';
import { lotsOfLiveProducts } from './lots-of-live-products.ts';
import { endRecall, insertLot, recallLot, removeLot, updateLot, lotConstraints } from './lot-writes.ts';

/** Production lots of products. */
export const mountLot = (app: App): void => {
  refuseOn(app, lotConstraints);
  mountImporter(app, lotImporter);
  serve(app, lotApi, {
    list: ({ input, db, operator }) =>
      findPage(db, input, matchingLots(db, ownedBy(input, operator)), lotsBy(input.sort)),

    sums: async ({ input, db }) => {
      const product = await live(db, 'product').select('id').where('id', '=', input.productId).executeTakeFirst();
      if (!product) throw notFound();
      return matchingLots(db, input)
        .select([
          sql<number>`coalesce(sum(plan_qty), 0)::bigint`.as('planQty'),
          sql<number>`coalesce(sum(active_cnt), 0)::bigint`.as('activeCnt'),
          sql<number>`coalesce(sum(ship_cnt), 0)::bigint`.as('shipCnt'),
          sql<number>`coalesce(sum(void_cnt), 0)::bigint`.as('voidCnt'),
        ])
        .executeTakeFirstOrThrow();
    },

    listAll: ({ input, db }) =>
      pickRows(
        live(db, 'lot')
          .select(['id', 'lotNo', 'produceDate', 'expireDate', 'recallState'])
          .where('productId', '=', input.productId),
        { id: 'lot.id', words: ['lot.lotNo'], order: [{ column: 'lot.id', direction: 'desc' }] },
        input,
      ),

    info: async ({ input, db }) => {
      const lot = await asLotRows(live(db, 'lot').where('lot.id', '=', input.id)).executeTakeFirst();
      if (!lot) throw notFound();
      return lot;
    },

    save: async ({ input, db, operator }) => {
      const made = await insertLot(db, input, operator.id);
      await emit(db, 'trace.changed', { objKind: ObjectKind.lot, objId: made.id });
      return made;
    },

    update: {
      stored: ({ row, db }) => lockRow(db, 'lot', row, draftColumns),
      change: async ({ input, db }) => {
        const saved = await updateLot(db, input);
        await emit(db, 'trace.changed', { objKind: ObjectKind.lot, objId: input.id });
        return saved;
      },
    },

    import: { before: ({ input, db, operator }) => startImport(app, { db, operator }, 'lot', input) },

    qc: {
      stored: ({ row, db }) => lockRow(db, 'lot', row, ['qcState', 'qcFile']),
      change: async ({ input: { id, version, ...result }, db }) => {
        await lockRow(db, 'lot', id, [], version);
        await changeRow(db, 'lot', id, result);
        await emit(db, 'trace.changed', { objKind: ObjectKind.lot, objId: id });
        return null;
      },
    },

    recall: async ({ input, db, operator }) => {
      await recallLot(db, input, operator.id);
      await emit(db, 'trace.changed', { objKind: ObjectKind.lot, objId: input.id });
      return null;
    },

    cancelRecall: async ({ input, db, operator }) => {
      await endRecall(db, input.id, operator.id);
      await emit(db, 'trace.changed', { objKind: ObjectKind.lot, objId: input.id });
      return null;
    },

    recalls: ({ input, db }) => listRecalls(db, input),

    remove: async ({ input, db }) => {
      await removeLot(db, input.id);
      return null;
    },
  });
};

const draftColumns = ['lotNo', 'produceDate', 'expireDate', 'lineNo', 'workshop', 'team', 'planQty', 'remark'] as const;

type Lots = SelectQueryBuilder<DB, 'lot', object>;
type LotFilters = Owned<Omit<InputOf<typeof lotApi.list>, 'page' | 'limit' | 'sort'>>;

/** The day lies within a `dateLimit`, both ends included. */
const withinDays: Test<string> = {
  given: (limit) => {
    const range = readDateLimit(limit);
    return range ? [range.start.slice(0, 10), range.end.slice(0, 10)] : undefined;
  },
  holds: (column, start, end) => sql`${sql.ref(column)} between ${start} and ${end}`,
};

const rules: Rules<DB, 'lot', LotFilters> = {
  firmId: eq,
  productId: eq,
  lotNo: contains,
  qcState: eq,
  recallState: eq,
  produceDate: withinDays,
  expireDate: withinDays,
  mine: at(eq, 'createdBy'),
  waiting: when((row) => row('lot.qcState', '=', sql.lit(QcState.waiting))),
};
const ofProduct: Matching<'lot', LotFilters> = matchingBy('lot', (db) => live(db, 'lot'), rules);
const ofLiveProducts: Matching<'lot', LotFilters> = matchingBy('lot', lotsOfLiveProducts, rules);

/** Lots of deleted products are seen only where their product is asked for. */
const matchingLots = (db: Db, filters: LotFilters): Lots =>
  (filters.productId ? ofProduct : ofLiveProducts)(db, filters);

const asLotRows = (query: Lots) =>
  query
    .select((row) => [
      'lot.id',
      'lot.firmId',
      firmName('lot'),
      'lot.productId',
      row
        .selectFrom('product')
        .select('product.storeName')
        .whereRef('product.id', '=', 'lot.productId')
        .$asScalar()
        .$notNull()
        .as('storeName'),
      'lot.lotNo',
      'lot.produceDate',
      'lot.expireDate',
      'lot.lineNo',
      'lot.workshop',
      'lot.team',
      'lot.planQty',
      'lot.activeCnt',
      'lot.shipCnt',
      'lot.voidCnt',
      live(row, 'flow')
        .select(({ fn }) => fn.countAll<number>().as('flows'))
        .whereRef('flow.firmId', '=', 'lot.firmId')
        .whereRef('flow.lotId', '=', 'lot.id')
        .where('flow.voidAt', 'is', null)
        .$asScalar()
        .$notNull()
        .as('flowCount'),
      'lot.qcState',
      'lot.qcFile',
      'lot.recallState',
      'lot.recallText',
      'lot.recallAt',
      'lot.remark',
      'lot.version',
      ...times('lot'),
    ])
    .orderBy('lot.id', 'desc');

const lotsBy = inOrder(asLotRows, {
  produceDate: ['lot.produceDate', 'lot.id'],
  expireDate: ['lot.expireDate', 'lot.id'],
});
