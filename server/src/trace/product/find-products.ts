import { CategoryType } from '@zhuiyuan/contract/category/category';
import type { productApi } from '@zhuiyuan/contract/trace/product/product';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { containing, within } from '../../kit/db/filters.ts';

export type ProductFilters = Omit<InputOf<typeof productApi.list>, 'page' | 'limit'> & { ids?: number[] };

type Products = SelectQueryBuilder<DB, 'product', object>;

/** The products a list or an export is about, without columns and order. */
export const matchingProducts = (db: Db, filters: ProductFilters): Products => {
  let query = db.selectFrom('product').where('product.isDel', '=', 0);
  if (filters.ids) query = query.where('product.id', 'in', filters.ids);
  if (filters.firmId) query = query.where('product.firmId', '=', filters.firmId);
  if (filters.classId) {
    const below = `%/${filters.classId}/%`;
    query = query.where('product.classId', 'in', (row) =>
      row
        .selectFrom('category')
        .select('category.id')
        .where('category.type', '=', CategoryType.product)
        .where((category) =>
          category.or([category('category.id', '=', filters.classId!), category('category.path', 'like', below)]),
        ),
    );
  }
  if (filters.status !== undefined) query = query.where('product.status', '=', filters.status);
  if (filters.brand) query = query.where('product.brand', 'ilike', containing(filters.brand));
  if (filters.tempId) query = query.where('product.tempId', '=', filters.tempId);
  if (filters.keywords) {
    const pattern = containing(filters.keywords);
    query = query.where((row) =>
      row.or([
        row('product.storeName', 'ilike', pattern),
        row('product.productNo', 'ilike', pattern),
        row('product.gtin', 'ilike', pattern),
      ]),
    );
  }
  return query.where(within('product.createdAt', filters.dateLimit));
};

/** Adds what a row of the list shows, newest first. */
export const asProductRows = (query: Products) =>
  query
    .select((row) => [
      'product.id',
      'product.firmId',
      row
        .selectFrom('firm')
        .select('firm.name')
        .whereRef('firm.id', '=', 'product.firmId')
        .$asScalar()
        .$notNull()
        .as('firmName'),
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
      row
        .selectFrom('lot')
        .select(({ fn }) => fn.countAll<number>().as('lots'))
        .whereRef('lot.firmId', '=', 'product.firmId')
        .whereRef('lot.productId', '=', 'product.id')
        .where('lot.isDel', '=', 0)
        .$asScalar()
        .$notNull()
        .as('lotCount'),
      'product.activeCnt as codeCount',
      'product.scanCnt as scanCount',
      'product.regOn',
      'product.status',
      'product.version',
      'product.createdAt as createTime',
      'product.updatedAt as updateTime',
    ])
    .orderBy('product.id', 'desc');
