import type { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { ActivityStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import type { DataOf, InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { at, contains, eq, matchingBy, within, type Matching } from '../../kit/db/filtered.ts';
import { live } from '../../kit/db/live.ts';
import { findPage } from '../../kit/db/paging.ts';
import { firmName, staffName } from '../../kit/db/selectors.ts';

type Input = InputOf<typeof activityApi.recycled>;
type Row = DataOf<typeof activityApi.recycled>['list'][number];

const matching: Matching<'activity', Omit<Input, 'page' | 'limit'>> = matchingBy(
  'activity',
  (db) => live(db, 'activity').where('activity.status', '=', sql.lit(ActivityStatus.recycled)),
  { firmId: eq, keywords: at(contains, 'actName', 'actNo'), dateLimit: at(within, 'recycledAt') },
);

const asRows = (query: SelectQueryBuilder<DB, 'activity', object>) =>
  query
    .select([
      'activity.id',
      'activity.firmId',
      firmName('activity'),
      'activity.actNo',
      'activity.actName',
      sql<Row['recycledFrom']>`activity.recycled_from`.as('recycledFrom'),
      sql<number>`coalesce((select sum(issued) from tier where tier.activity_id = activity.id and tier.firm_id = activity.firm_id), 0)::bigint`.as(
        'drawCnt',
      ),
      staffName('activity.recycledBy').as('deletedName'),
      sql<string>`activity.recycled_at`.as('recycledAt'),
    ])
    .orderBy('activity.id', 'desc');

/** A page of the recycle bin. */
export const listRecycled = (db: Db, input: Input) => findPage(db, input, matching(db, input), asRows);
