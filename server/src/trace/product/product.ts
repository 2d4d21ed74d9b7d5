import { ObjectKind } from '@zhuiyuan/contract/trace/object-kind';
import { live } from '../../kit/db/live.ts';
import type { CategoryRemoving } from '../../category/category-removing.ts';
import { CategoryType, categoryRefusals } from '@zhuiyuan/contract/category/category';
import { productApi, type ProductRow } from '@zhuiyuan/contract/trace/product/product';
import type { RegTemplateItem } from '@zhuiyuan/contract/trace/product/reg-template';
import { traceRefusals } from '@zhuiyuan/contract/trace/trace-refusals';
import { sql } from 'kysely';
import { below, mountExporter, offerExport, type Exporter } from '../../jobs/exporter.ts';
import { mountImporter } from '../../jobs/importer.ts';
import { startImport } from '../../jobs/start-import.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { eachRow } from '../../kit/each-row.ts';
import { requireFirmId } from '../../kit/operator.ts';
import { findPage } from '../../kit/db/paging.ts';
import { notFound, refuse, refuseOn } from '../../kit/refusal.ts';
import { changeRow, lockRow, switchRow } from '../../kit/db/rows.ts';
import { serve } from '../../kit/http/serve.ts';
import { emit } from '../../kit/db/events.ts';
import { asProductRows, matchingProducts, type ProductFilters } from './find-products.ts';
import { productImporter } from './product-import.ts';
import { productColumns } from './product-columns.ts';
import { copyProduct, insertProduct, storedProduct, updateProduct, productConstraints } from './product-writes.ts';

const exporter: Exporter<ProductRow, ProductFilters> = {
  biz: 'product',
  title: '产品列表',
  may: productApi.export.may,
  columns: productColumns,
  filters: productApi.export.input,
  page: (db, filters, after, limit) =>
    asProductRows(matchingProducts(db, filters)).where('product.id', '<', below(after)).limit(limit).execute(),
};

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
    list: ({ input, db }) => findPage(db, input, matchingProducts(db, input), asProductRows),

    listAll: ({ db }) =>
      db
        .selectFrom('product')
        .select(['id', 'storeName', 'firmId', 'status'])
        .where('isDel', '=', 0)
        .orderBy('id', 'desc')
        .execute(),

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
        images: product.images as string[],
        flowTypeIds: product.flowTypeIds as number[],
        regTemplate: product.regTemplate as RegTemplateItem[],
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

/** Deletes a product softly; refused while codes of it are active. */
const removeProduct = async (db: Db, id: number): Promise<void> => {
  const product = await lockRow(db, 'product', id, ['activeCnt']);
  if (product.activeCnt > 0) throw refuse(traceRefusals.hasActiveCodes);
  await changeRow(db, 'product', id, { isDel: 1 });
};
