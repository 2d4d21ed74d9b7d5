import { ActivityStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import type { BindActRow, bindingApi } from '@zhuiyuan/contract/redeem/binding';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../kit/db/database-types.gen.ts';
import type { Db } from '../kit/db/database.ts';
import { by, eq, matchingBy, type Matching } from '../kit/db/filtered.ts';
import { live } from '../kit/db/live.ts';
import { pickRows } from '../kit/db/pick-rows.ts';
import { firmName, staffName } from '../kit/db/selectors.ts';
import { subtreeGiven } from '../parties/agent-subtree.ts';
import { agentOfShop, salesmanOfShop, shopsBelow, shopsOfSubtree } from '../parties/shops-below.ts';

type Filters = Omit<InputOf<typeof bindingApi.list>, 'page' | 'limit'>;

/** Which shops take part in which activities, those of deleted ones left out. */
export const matchingBindings: Matching<'bindAct', Filters> = matchingBy(
  'bindAct',
  (db) =>
    db
      .selectFrom('bindAct')
      .where((row) =>
        row.and([
          row.exists(
            row
              .selectFrom('shop')
              .select('shop.id')
              .whereRef('shop.id', '=', 'bindAct.shopId')
              .where('shop.isDel', '=', 0),
          ),
          row.exists(
            row
              .selectFrom('activity')
              .select('activity.id')
              .whereRef('activity.id', '=', 'bindAct.activityId')
              .where('activity.isDel', '=', 0),
          ),
        ]),
      ),
  {
    firmId: eq,
    activityId: eq,
    shopId: eq,
    agentId: by(subtreeGiven, (row, ...given) => row('bindAct.shopId', 'in', shopsOfSubtree(...given))),
    status: by(
      (status: number) => [status],
      (row, status) =>
        row.exists(
          row
            .selectFrom('activity as ofStatus')
            .select('ofStatus.id')
            .whereRef('ofStatus.id', '=', 'bindAct.activityId')
            .where('ofStatus.status', '=', status),
        ),
    ),
  },
);

/** Adds what a row of the lists shows, newest first. */
export const asBindings = (query: SelectQueryBuilder<DB, 'bindAct', object>) =>
  query
    .innerJoin('shop', 'shop.id', 'bindAct.shopId')
    .innerJoin('activity', 'activity.id', 'bindAct.activityId')
    .select((row) => [
      'bindAct.id',
      'bindAct.firmId',
      firmName('bindAct'),
      'bindAct.shopId',
      'shop.shopNo',
      'shop.name as shopName',
      agentOfShop('bindAct.shopId').as('agentName'),
      salesmanOfShop('bindAct.shopId').as('picName'),
      'bindAct.activityId',
      'activity.actNo',
      'activity.actName',
      sql<ActivityStatus>`activity.status`.as('actStatus'),
      'activity.startAt',
      'activity.endAt',
      'activity.verifyAll',
      'bindAct.boundAt as bindAt',
      sql<BindActRow['bindSource']>`bind_act.bind_source`.as('bindSource'),
      staffName('bindAct.boundBy').as('operatorName'),
      row
        .selectFrom('prizeVer')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('prizeVer.shopId', '=', 'bindAct.shopId')
        .whereRef('prizeVer.activityId', '=', 'bindAct.activityId')
        .where('prizeVer.status', '=', sql.lit(VerStatus.done))
        .$asScalar()
        .$notNull()
        .as('verCnt'),
    ])
    .orderBy('bindAct.id', 'desc');

const published = [ActivityStatus.planned, ActivityStatus.running, ActivityStatus.paused];

/** Published activities of a firm that are not over, for a picker; with a shop or dealer those of its firm. */
export const pickBindable = (db: Db, { shopId, agentId, ...wish }: InputOf<typeof bindingApi.bindable>) =>
  pickRows(
    live(db, 'activity')
      .where(
        'activity.status',
        'in',
        published.map((status) => sql.lit<number>(status)),
      )
      .$if(shopId !== undefined, (query) =>
        query.where('activity.firmId', '=', live(db, 'shop').where('shop.id', '=', shopId!).select('shop.firmId')),
      )
      .$if(agentId !== undefined, (query) =>
        query.where('activity.firmId', '=', live(db, 'agent').where('agent.id', '=', agentId!).select('agent.firmId')),
      )
      .select((row) => {
        const bound = row.selectFrom('bindAct').select('bindAct.id').whereRef('bindAct.activityId', '=', 'activity.id');
        const shops = live(db, 'shop').select('shop.id');
        const own = agentId === undefined ? shops : shops.where('shop.id', 'in', shopsBelow(agentId));
        const unbound = own.where(
          'shop.id',
          'not in',
          row.selectFrom('bindAct as known').select('known.shopId').whereRef('known.activityId', '=', 'activity.id'),
        );
        return [
          'activity.id',
          'activity.actName',
          'activity.actName as name',
          sql<ActivityStatus>`activity.status`.as('status'),
          'activity.startAt',
          'activity.endAt',
          (agentId === undefined
            ? row.exists(shopId === undefined ? bound : bound.where('bindAct.shopId', '=', shopId))
            : row.and([row.exists(own), row.not(row.exists(unbound))])
          )
            .$castTo<boolean>()
            .as('bound'),
        ];
      }),
    {
      id: 'activity.id',
      words: ['activity.actName', 'activity.actNo'],
      order: [{ column: 'activity.id', direction: 'desc' }],
    },
    wish,
  );
