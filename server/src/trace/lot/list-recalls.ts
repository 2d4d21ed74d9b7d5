import type { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { by, eq, matchingBy, type Matching } from '../../kit/db/filtered.ts';
import { findPage } from '../../kit/db/paging.ts';

interface Filters {
  lotId?: number;
  productId?: number;
}

const matching: Matching<'lotRecall', Filters> = matchingBy('lotRecall', (db) => db.selectFrom('lotRecall'), {
  lotId: eq,
  productId: by(
    (id: number) => [id],
    (row, id) => row('lotRecall.lotId', 'in', row.selectFrom('lot').select('lot.id').where('lot.productId', '=', id)),
  ),
});

const asRows = (query: ReturnType<typeof matching>) =>
  query
    .innerJoin('lot', 'lot.id', 'lotRecall.lotId')
    .leftJoin('admin as beginner', 'beginner.id', 'lotRecall.beganBy')
    .leftJoin('admin as ender', 'ender.id', 'lotRecall.endedBy')
    .select([
      'lotRecall.id',
      'lotRecall.lotId',
      'lot.lotNo',
      'lotRecall.text',
      'lotRecall.activeCnt',
      'lotRecall.beganAt as beginAt',
      sql<string>`coalesce(beginner.real_name, '')`.as('beginBy'),
      'lotRecall.endedAt as endAt',
      sql<string>`coalesce(ender.real_name, '')`.as('endBy'),
    ])
    .orderBy('lotRecall.id', 'desc');

/** Recalls of a lot or a product, the latest first. */
export const listRecalls = (db: Db, input: InputOf<typeof lotApi.recalls>) =>
  findPage(db, input, matching(db, input), asRows);
