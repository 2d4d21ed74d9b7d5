import { productCategory } from '@zhuiyuan/contract/category/category';
import { exportLimit } from '@zhuiyuan/contract/kit/export';
import { productApi } from '@zhuiyuan/contract/trace/product';
import { traceRefusals } from '@zhuiyuan/contract/trace/trace-refusals';
import { sql } from 'kysely';
import { guardCategory } from '../category/category-use.ts';
import type { App } from '../kit/app-context.ts';
import type { Db } from '../kit/database.ts';
import { offerXlsx } from '../kit/offer-xlsx.ts';
import { firmOf } from '../kit/operator.ts';
import { pageOf } from '../kit/paging.ts';
import { notFound, Refusal, refuse } from '../kit/refusal.ts';
import { serve } from '../kit/serve.ts';
import { asProductRows, matchingProducts } from './find-products.ts';
import { productColumns } from './product-columns.ts';
import { copyProduct, insertProduct, updateProduct } from './save-product.ts';

/** Products of firms: what codes are bound to and shoppers see. */
export const mountProduct = (app: App): void => {
  guardCategory(productCategory, 'product', async (db, classId) =>
    Boolean(
      await db
        .selectFrom('product')
        .select('id')
        .where('classId', '=', classId)
        .where('isDel', '=', 0)
        .limit(1)
        .executeTakeFirst(),
    ),
  );
  serve(app, productApi, {
    list: ({ input, db }) => pageOf(db, input, matchingProducts(db, input), asProductRows),

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
      return { ...product, images: product.images as string[] };
    },

    save: ({ input, db, operator }) =>
      insertProduct(db, input, { firmId: firmOf(operator, input.firmId), operatorId: operator.id }),

    update: ({ input: { id, version, ...draft }, db }) => updateProduct(db, id, draft, version),

    copy: ({ input, db, operator }) => copyProduct(db, input.id, operator.id),

    remove: async ({ input, db }) => {
      await removeProduct(db, input.id);
      return null;
    },

    removeMany: async ({ input, db }) => {
      const fail: { id: number; message: string }[] = [];
      for (const id of new Set(input.ids))
        await removeProduct(db, id).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
          fail.push({ id, message: error.message });
        });
      return { ok: new Set(input.ids).size - fail.length, fail };
    },

    export: async ({ input, db, operator }) => {
      const rows = await asProductRows(matchingProducts(db, input))
        .limit(exportLimit + 1)
        .execute();
      return { fileName: await offerXlsx(app, db, operator, { name: '产品列表', columns: productColumns, rows }) };
    },

    updateStatus: async ({ input, db }) => {
      const changed = await db
        .updateTable('product')
        .set((row) => ({ status: input.status, version: row('version', '+', 1), updatedAt: sql`now()` }))
        .where('id', '=', input.id)
        .where('isDel', '=', 0)
        .executeTakeFirst();
      if (changed.numUpdatedRows === 0n) throw notFound();
      return null;
    },
  });
};

/** Deletes a product softly; refused while codes of it are active. */
const removeProduct = async (db: Db, id: number): Promise<void> => {
  const product = await db
    .selectFrom('product')
    .select('activeCnt')
    .where('id', '=', id)
    .where('isDel', '=', 0)
    .forUpdate()
    .executeTakeFirst();
  if (!product) throw notFound();
  if (product.activeCnt > 0) throw refuse(traceRefusals.hasActiveCodes);
  await db
    .updateTable('product')
    .set({ isDel: 1, updatedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
};
