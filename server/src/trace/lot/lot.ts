import { RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { ObjectKind } from '@zhuiyuan/contract/trace/object-kind';
import { readDateLimit } from '@zhuiyuan/contract/kit/date-limit';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { expireDate } from '@zhuiyuan/contract/trace/lot/expire-date';
import type { ShelfUnit } from '@zhuiyuan/contract/trace/lot/shelf-unit';
import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { traceRefusals } from '@zhuiyuan/contract/trace/trace-refusals';
import { sql, type SelectQueryBuilder } from 'kysely';
import { mountImporter } from '../../jobs/importer.ts';
import { startImport } from '../../jobs/start-import.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { containing } from '../../kit/db/filters.ts';
import { findPage } from '../../kit/db/paging.ts';
import { invalid, notFound, refuse, refuseOn, type Constraints } from '../../kit/refusal.ts';
import { changeRow, lockRow } from '../../kit/db/rows.ts';
import { serve } from '../../kit/http/serve.ts';
import { emit } from '../../kit/db/events.ts';
import { lotImporter } from './lot-import.ts';

const constraints: Constraints = {
  lot_no_uq: () => invalid('lotNo', '批号已存在'),
  lot_expire_ck: () => invalid('expireDate', '有效期至应晚于生产日期'),
};

/** Production lots of products. */
export const mountLot = (app: App): void => {
  refuseOn(app, constraints);
  mountImporter(app, lotImporter);
  serve(app, lotApi, {
    list: ({ input, db }) => findPage(db, input, matchingLots(db, input), asLotRows),

    listAll: ({ input, db }) =>
      db
        .selectFrom('lot')
        .select(['id', 'lotNo', 'produceDate', 'expireDate', 'recallState'])
        .where('productId', '=', input.productId)
        .where('isDel', '=', 0)
        .orderBy('id', 'desc')
        .execute(),

    info: async ({ input, db }) => {
      const lot = await asLotRows(lots(db).where('lot.id', '=', input.id)).executeTakeFirst();
      if (!lot) throw notFound();
      return lot;
    },

    save: async ({ input: { expireDate: typed, planQty, ...draft }, db, operator }) => {
      const product = await findShelf(db, draft.productId);
      if (!product) throw invalid('productId', traceRefusals.productGone[1]);
      const made = await db
        .insertInto('lot')
        .values({
          ...draft,
          firmId: product.firmId,
          expireDate: typed ?? toExpiry(draft.produceDate, product),
          planQty: planQty ?? null,
          createdBy: operator.id,
        })
        .returning(['id', 'version'])
        .executeTakeFirstOrThrow();
      await emit(db, 'trace.changed', { objKind: ObjectKind.lot, objId: made.id });
      return made;
    },

    update: {
      stored: ({ row, db }) => lockRow(db, 'lot', row, draftColumns),
      change: async ({ input: { id, version, expireDate: typed, planQty, ...draft }, db }) => {
        const before = await lockRow(db, 'lot', id, ['productId'], version);
        const expires = typed ?? toExpiry(draft.produceDate, await findShelf(db, before.productId));
        const saved = await changeRow(db, 'lot', id, { ...draft, expireDate: expires, planQty: planQty ?? null });
        await emit(db, 'trace.changed', { objKind: ObjectKind.lot, objId: id });
        return saved;
      },
    },

    import: { before: ({ input, db, operator }) => startImport(app, { db, operator }, 'lot', input) },

    qc: {
      stored: ({ row, db }) => lockRow(db, 'lot', row, ['qcState', 'qcFile']),
      change: async ({ input: { id, ...result }, db }) => {
        await changeRow(db, 'lot', id, result);
        await emit(db, 'trace.changed', { objKind: ObjectKind.lot, objId: id });
        return null;
      },
    },

    recall: async ({ input, db, operator }) => {
      const lot = await lockRow(db, 'lot', input.id, ['recallState']);
      if (lot.recallState === RecallState.recalled) throw refuse(traceRefusals.recalled);
      await changeRow(db, 'lot', input.id, {
        recallState: RecallState.recalled,
        recallText: input.text,
        recallAt: sql<string>`now()`,
        recallBy: operator.id,
      });
      await emit(db, 'trace.changed', { objKind: ObjectKind.lot, objId: input.id });
      return null;
    },

    cancelRecall: async ({ input, db }) => {
      const lot = await lockRow(db, 'lot', input.id, ['recallState']);
      if (lot.recallState === RecallState.normal) throw refuse(traceRefusals.notRecalled);
      await changeRow(db, 'lot', input.id, { recallState: RecallState.normal });
      await emit(db, 'trace.changed', { objKind: ObjectKind.lot, objId: input.id });
      return null;
    },

    remove: async ({ input, db }) => {
      const lot = await lockRow(db, 'lot', input.id, ['activeCnt', 'voidCnt']);
      if (lot.activeCnt > 0 || lot.voidCnt > 0) throw refuse(traceRefusals.hasActiveCodes);
      await changeRow(db, 'lot', input.id, { isDel: 1 });
      return null;
    },
  });
};

const draftColumns = ['lotNo', 'produceDate', 'expireDate', 'lineNo', 'workshop', 'team', 'planQty', 'remark'] as const;

type Lots = SelectQueryBuilder<DB, 'lot', object>;

const lots = (db: Db): Lots => db.selectFrom('lot').where('lot.isDel', '=', 0);

const matchingLots = (db: Db, filters: InputOf<typeof lotApi.list>): Lots => {
  let query = lots(db);
  if (filters.firmId) query = query.where('lot.firmId', '=', filters.firmId);
  if (filters.productId) query = query.where('lot.productId', '=', filters.productId);
  else
    query = query.where((row) =>
      row.exists(
        row
          .selectFrom('product')
          .select('product.id')
          .whereRef('product.id', '=', 'lot.productId')
          .where('product.isDel', '=', 0),
      ),
    );
  if (filters.lotNo) query = query.where('lot.lotNo', 'ilike', containing(filters.lotNo));
  if (filters.qcState !== undefined) query = query.where('lot.qcState', '=', filters.qcState);
  if (filters.recallState !== undefined) query = query.where('lot.recallState', '=', filters.recallState);
  for (const column of ['produceDate', 'expireDate'] as const) {
    const days = filters[column] ? readDateLimit(filters[column]) : undefined;
    if (days)
      query = query
        .where(`lot.${column}`, '>=', days.start.slice(0, 10))
        .where(`lot.${column}`, '<=', days.end.slice(0, 10));
  }
  return query;
};

const asLotRows = (query: Lots) =>
  query
    .select((row) => [
      'lot.id',
      'lot.firmId',
      row
        .selectFrom('firm')
        .select('firm.name')
        .whereRef('firm.id', '=', 'lot.firmId')
        .$asScalar()
        .$notNull()
        .as('firmName'),
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
      row
        .selectFrom('flow')
        .select(({ fn }) => fn.countAll<number>().as('flows'))
        .whereRef('flow.firmId', '=', 'lot.firmId')
        .whereRef('flow.lotId', '=', 'lot.id')
        .where('flow.isDel', '=', 0)
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
      'lot.createdAt as createTime',
      'lot.updatedAt as updateTime',
    ])
    .orderBy('lot.id', 'desc');

interface Shelf {
  shelfLife: number | null;
  shelfUnit: number;
}

const findShelf = (db: Db, productId: number): Promise<(Shelf & { firmId: number }) | undefined> =>
  db
    .selectFrom('product')
    .select(['firmId', 'shelfLife', 'shelfUnit'])
    .where('id', '=', productId)
    .where('isDel', '=', 0)
    .executeTakeFirst();

const toExpiry = (produceDate: string, shelf: Shelf | undefined): string | null =>
  shelf?.shelfLife ? expireDate(produceDate, shelf.shelfLife, shelf.shelfUnit as ShelfUnit) : null;
