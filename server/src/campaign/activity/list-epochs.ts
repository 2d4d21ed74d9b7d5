import type { EpochRow } from '@zhuiyuan/contract/campaign/activity/activity-facts';
import { EpochState } from '@zhuiyuan/contract/campaign/campaign-states';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { at, eq, matchingBy, type Matching } from '../../kit/db/filtered.ts';
import { findPage } from '../../kit/db/paging.ts';
import { revealHours } from '../fair/reveal-hours.ts';

const matchingEpochs: Matching<'seedEpoch', { id: number }> = matchingBy(
  'seedEpoch',
  (db) => db.selectFrom('seedEpoch'),
  {
    id: at(eq, 'activityId'),
  },
);

const asEpochRows = (query: SelectQueryBuilder<DB, 'seedEpoch', object>) =>
  query
    .select([
      'seedEpoch.id',
      'epochNo',
      sql<EpochRow['state']>`seed_epoch.state`.as('state'),
      'weightVersion',
      'seedHash',
      'openedAt',
      'closedAt',
      sql<string | null>`closed_at + make_interval(hours => ${sql.lit(revealHours)})`.as('revealAt'),
      sql<string>`coalesce(case when seed_epoch.state = ${sql.lit(EpochState.revealed)} then seed end, '')`.as('seed'),
      sql<number>`coalesce(draw_cnt, (select count(*) from draw where draw.epoch_id = seed_epoch.id and draw.firm_id = seed_epoch.firm_id))`.as(
        'drawCnt',
      ),
      sql<string>`coalesce(chain_hash, '')`.as('chainHash'),
      'headsOk',
    ])
    .orderBy('seedEpoch.id', 'desc');

/** A page of an activity's periods of seeds, newest first. */
export const listEpochs = (db: Db, input: { id: number; page: number; limit: number }) =>
  findPage(db, input, matchingEpochs(db, input), asEpochRows);
