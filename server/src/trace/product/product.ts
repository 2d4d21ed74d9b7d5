import { ObjectKind } from '@zhuiyuan/contract/trace/object-kind';
import { live } from '../../kit/db/live.ts';
import type { CategoryRemoving } from '../../category/category-removing.ts';
import { CategoryType, categoryRefusals } from '@zhuiyuan/contract/category/category';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { Product, productApi, type ProductRow } from '@zhuiyuan/contract/trace/product/product';
import { sql, type SelectQueryBuilder } from 'kysely';
import { below, mountExporter, offerExport, type Exporter } from '../../jobs/exporter.ts';
import { mountImporter } from '../../jobs/importer.ts';
import { startImport } from '../../jobs/start-import.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { among, at, by, contains, eq, matchingBy, within, type Matching } from '../../kit/db/filtered.ts';
import { firmName, times } from '../../kit/db/selectors.ts';
import { eachRow } from '../../kit/each-row.ts';
import { requireFirmId } from '../../kit/operator.ts';
import { inOrder } from '../../kit/db/in-order.ts';
import { findPage } from '../../kit/db/paging.ts';
import { pickRows } from '../../kit/db/pick-rows.ts';
import { notFound, refuse, refuseOn } from '../../kit/refusal.ts';
import { switchRow } from '../../kit/db/rows.ts';
import { serve } from '../../kit/http/serve.ts';
import { emit } from '../../kit/db/events.ts';
import { productColumns, productImporter } from './product-import.ts';
import {
  copyProduct,
  insertProduct,
  removeProduct,
  storedProduct,
  updateProduct,
  productConstraints,
} from './product-writes.ts';

const { images, flowTypeIds, regTemplate } = Product.shape;

/** Keeps a class that products stand in. */
export const refuseUsedClass = async (db: Db, { type, id }: CategoryRemoving): Promise<void> => {
  if (type !== CategoryType.product) return;
  const used = await live(db, 'product').select('id').where('classId', '=', id).limit(1).executeTakeFirst();
  if (used) throw refuse(categoryRefusals.inUse);
};

/** Products of firms: what codes are bound to and shoppers see. */
export const mountProduct = (app: App): void => {
  refuseOn(app, productConstraints);
  mountImporter(app, productImporter);
  mountExporter(app, exporter);
  serve(app, productApi, {
    list: ({ input, db }) => findPage(db, input, matchingProducts(db, input), productsBy(input.sort)),

    listAll: ({ input, db }) =>
      pickRows(
        live(db, 'product').select(['id', 'storeName', 'firmId', 'status']),
        { id: 'product.id', words: ['product.storeName', 'product.productNo'] },
        input,
      ),

    info: async ({ input, db }) => {
      const product = await asProductRows(matchingProducts(db, { ids: [input.id] }))
        .select((row) => [
          'product.origin',
          'product.price',
          'product.standardNo',
          'product.licenseNo',
          row.fn.coalesce('product.gtinBox', sql<string>`''`).as('gtinBox'),
          row.fn.coalesce('product.gtinCase', sql<string>`''`).as('gtinCase'),
          'product.allowMix',
          'product.hasBoxes',
          'product.images',
          'product.video',
          'product.detail',
          'product.flowTypeIds',
          'product.regTemplate',
          'product.remark',
          row
            .selectFrom('firm')
            .select(({ fn }) => fn.coalesce('firm.gcp', sql<string>`''`).as('gcp'))
            .whereRef('firm.id', '=', 'product.firmId')
            .$asScalar()
            .$notNull()
            .as('gcp'),
        ])
        .executeTakeFirst();
      if (!product) throw notFound();
      return {
        ...product,
        images: images.parse(product.images),
        flowTypeIds: flowTypeIds.parse(product.flowTypeIds),
        regTemplate: regTemplate.parse(product.regTemplate),
      };
    },

    save: async ({ input, db, operator }) => {
      const made = await insertProduct(db, input, {
        firmId: requireFirmId(operator, input.firmId),
        operatorId: operator.id,
      });
      await emit(db, 'trace.changed', { objKind: ObjectKind.product, objId: made.id });
      return made;
    },

    update: {
      stored: ({ row, db }) => storedProduct(db, row),
      change: async ({ input: { id, version, ...draft }, db }) => {
        const updated = await updateProduct(db, id, draft, version);
        await emit(db, 'trace.changed', { objKind: ObjectKind.product, objId: id });
        return updated;
      },
    },

    copy: ({ input, db, operator }) => copyProduct(db, input.id, operator.id),

    remove: async ({ input, db }) => {
      await removeProduct(db, input.id);
      return null;
    },

    removeMany: ({ input, db }) => eachRow(input.ids, (id) => removeProduct(db, id)),

    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),

    import: { before: ({ input, db, operator }) => startImport(app, { db, operator }, 'product', input) },

    updateStatus: async ({ input, db }) => {
      await switchRow(db, 'product', input);
      await emit(db, 'trace.changed', { objKind: ObjectKind.product, objId: input.id });
      return null;
    },
  });
};

type ProductFilters = Omit<InputOf<typeof productApi.list>, 'page' | 'limit'> & { ids?: number[] };
type Products = SelectQueryBuilder<DB, 'product', object>;

const matchingProducts: Matching<'product', ProductFilters> = matchingBy('product', (db) => live(db, 'product'), {
  ids: at(among, 'id'),
  firmId: eq,
  classId: by(
    (id: number) => [id, `%/${id}/%`],
    // As a list of ids it leaves the planner free to walk the products in their order.
    (row, id, path) =>
      sql`${sql.ref('product.classId')} = any(array(${row
        .selectFrom('category')
        .select('category.id')
        .where('category.type', '=', CategoryType.product)
        .where((category) =>
          category.or([category('category.id', '=', id), category('category.path', 'like', path)]),
        )}))`,
  ),
  status: eq,
  brand: contains,
  // The products whose page it is: a product without a template shows its firm's default.
  tempId: by(
    (id: number) => [id],
    (row, id) =>
      row.or([
        row('product.tempId', '=', id),
        row.and([
          row('product.tempId', 'is', null),
          row(
            'product.firmId',
            '=',
            live(row, 'temp').select('temp.firmId').where('temp.id', '=', id).where('temp.isDefault', '=', true),
          ),
        ]),
      ]),
  ),
  keywords: at(contains, 'storeName', 'productNo', 'gtin'),
  dateLimit: at(within, 'createdAt'),
});

/** Adds what a row of the list shows, newest first. */
const asProductRows = (query: Products) =>
  query
    .select((row) => [
      'product.id',
      'product.firmId',
      firmName('product'),
      'product.image',
      'product.storeName',
      'product.productNo',
      'product.classId',
      row.fn
        .coalesce(
          row
            .selectFrom('category')
            .select('category.name')
            .whereRef('category.id', '=', 'product.classId')
            .$asScalar(),
          sql<string>`''`,
        )
        .as('className'),
      'product.brand',
      'product.spec',
      'product.unit',
      'product.gtinKind',
      row.fn.coalesce('product.gtin', sql<string>`''`).as('gtin'),
      'product.boxNum',
      'product.caseNum',
      'product.shelfLife',
      'product.shelfUnit',
      'product.tempId',
      row.fn
        .coalesce(
          row.selectFrom('temp').select('temp.name').whereRef('temp.id', '=', 'product.tempId').$asScalar(),
          sql<string>`''`,
        )
        .as('tempName'),
      live(row, 'lot')
        .select(({ fn }) => fn.countAll<number>().as('lots'))
        .whereRef('lot.firmId', '=', 'product.firmId')
        .whereRef('lot.productId', '=', 'product.id')
        .$asScalar()
        .$notNull()
        .as('lotCount'),
      'product.activeCnt as codeCount',
      'product.scanCnt as scanCount',
      'product.regOn',
      'product.status',
      'product.version',
      ...times('product'),
    ])
    .orderBy('product.id', 'desc');

const productsBy = inOrder(asProductRows, { createTime: ['product.createdAt', 'product.id'] });

const exporter: Exporter<ProductRow, ProductFilters> = {
  biz: 'product',
  title: '产品列表',
  may: productApi.export.may,
  columns: productColumns,
  filters: productApi.export.input,
  page: (db, filters, after, limit) =>
    asProductRows(matchingProducts(db, filters)).where('product.id', '<', below(after)).limit(limit).execute(),
};
