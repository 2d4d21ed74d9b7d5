import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import type { templateApi } from '@zhuiyuan/contract/trace/template/template';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { containing } from '../../kit/db/filters.ts';

type Templates = SelectQueryBuilder<DB, 'temp', object>;
type TemplateFilters = Omit<InputOf<typeof templateApi.list>, 'page' | 'limit'>;

/** The templates a list is about, without columns and order. */
export const matchingTemplates = (db: Db, filters: TemplateFilters): Templates => {
  let query = db.selectFrom('temp').where('temp.isDel', '=', 0);
  if (filters.firmId) query = query.where('temp.firmId', '=', filters.firmId);
  if (filters.name) query = query.where('temp.name', 'ilike', containing(filters.name));
  if (filters.status !== undefined) query = query.where('temp.status', '=', filters.status);
  return query;
};

/** Adds what a card shows: the default of a firm first, then the newest. */
export const asTemplateRows = (query: Templates) =>
  query
    .select((row) => [
      'temp.id',
      'temp.firmId',
      row
        .selectFrom('firm')
        .select('firm.name')
        .whereRef('firm.id', '=', 'temp.firmId')
        .$asScalar()
        .$notNull()
        .as('firmName'),
      'temp.name',
      'temp.cover',
      'temp.isDefault',
      row
        .selectFrom('product')
        .select(({ fn }) => fn.countAll<number>().as('products'))
        .whereRef('product.firmId', '=', 'temp.firmId')
        .where((product) =>
          product.or([
            product('product.tempId', '=', product.ref('temp.id')),
            product.and([product('temp.isDefault', '=', true), product('product.tempId', 'is', null)]),
          ]),
        )
        .where('product.isDel', '=', 0)
        .$asScalar()
        .$notNull()
        .as('productCount'),
      'temp.publishVersion',
      'temp.publishedAt as publishTime',
      'temp.hasChanges',
      sql<string>`coalesce(temp.theme ->> 'color', '')`.as('color'),
      sql<string[]>`jsonb_path_query_array(temp.blocks, '$[*] ? (@.hidden == false).kind')`.as('kinds'),
      'temp.status',
      'temp.version',
      'temp.createdAt as createTime',
      'temp.updatedAt as updateTime',
    ])
    .orderBy('temp.isDefault', 'desc')
    .orderBy('temp.id', 'desc');
