import type { FundedActivity } from '@zhuiyuan/contract/fund/pool/pool';
import { mostPicked } from '@zhuiyuan/contract/kit/picking';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import type { Db } from '../../kit/db/database.ts';
import { emit } from '../../kit/db/events.ts';
import { containing } from '../../kit/db/filters.ts';
import { live } from '../../kit/db/live.ts';
import { invalid, notFound } from '../../kit/refusal.ts';

/** `amount` fen that a person gives an activity of its pool. */
export interface Allocating {
  activityId: number;
  amount: number;
  operatorId: number;
  idemKey: string;
}

declare module '../../kit/db/events.ts' {
  interface Events {
    /**
     * An activity is to be given more of its pool: whose activity it is books it under `idemKey`, or refuses by throwing.
     */
    'budget.allocating': Allocating;
  }
}

/** What an activity and its pool have after an allocation; fen. */
interface Allocated {
  balance: number;
  remain: number;
}

/**
 * Gives an activity more of the pool it is paid of (划拨到活动). Under the same request number it is booked once, however often and
 * however many at a time it is sent. 62405 where the pool has too little, 62412 where pool or merchant are disabled.
 */
export const allocateByHand = async (
  db: Db,
  {
    id,
    activityId,
    amount,
    idemKey = randomUUID(),
  }: { id: number; activityId: number; amount: number; idemKey?: string | undefined },
  operatorId: number,
): Promise<Allocated> => {
  const pool = await live(db, 'pool').select('firmId').where('id', '=', id).executeTakeFirst();
  if (!pool) throw notFound();
  const { firmId } = pool;
  // Before all else, so that the second of two does not find the first half done.
  await sql`select pg_advisory_xact_lock(hashtext('fund.request'), hashtext(${`${firmId} ${idemKey}`}))`.execute(db);
  const isBooked = async () =>
    (await db
      .selectFrom('fundLedger')
      .where('firmId', '=', firmId)
      .where('idemKey', '=', idemKey)
      .select('id')
      .executeTakeFirst()) !== undefined;
  if (!(await isBooked())) {
    const { rows } = await sql`
      select 1 from activity_budget where firm_id = ${firmId} and activity_id = ${activityId} and pool_id = ${id}`.execute(
      db,
    );
    if (rows.length > 0) await emit(db, 'budget.allocating', { activityId, amount, operatorId, idemKey });
    if (!(await isBooked())) throw invalid('activityId', '请选择由此资金池付款的活动');
  }
  return db
    .selectFrom('activityBudget')
    .innerJoin('pool', 'pool.id', 'activityBudget.poolId')
    .where('activityBudget.firmId', '=', firmId)
    .where('activityBudget.activityId', '=', activityId)
    .select(['pool.balance', 'activityBudget.remain'])
    .executeTakeFirstOrThrow();
};

/** Activities that a pool pays and that have not ended, the newest first: lotteries and red packet activities. */
export const findFunded = (
  db: Db,
  { poolId, keywords, ids }: { poolId: number; keywords?: string | undefined; ids?: readonly number[] | undefined },
): Promise<FundedActivity[]> => {
  const name = sql<string>`coalesce(activity.act_name, red_active.name)`;
  return db
    .selectFrom('activityBudget')
    .leftJoin('activity', (join) =>
      join
        .onRef('activity.id', '=', 'activityBudget.activityId')
        .on('activity.isDel', '=', 0)
        .on('activity.publishedAt', 'is not', null)
        .on('activity.endedAt', 'is', null),
    )
    .leftJoin('redActive', (join) =>
      join
        .onRef('redActive.id', '=', 'activityBudget.activityId')
        .on('redActive.isDel', '=', 0)
        .on('redActive.endedAt', 'is', null),
    )
    .where('activityBudget.poolId', '=', poolId)
    .where('activityBudget.closedAt', 'is', null)
    .where(sql<boolean>`(activity.id is not null or red_active.id is not null)`)
    .$if(Boolean(keywords), (query) => query.where(sql<boolean>`${name} ilike ${containing(keywords!)}`))
    .$if(ids !== undefined, (query) => query.where('activityBudget.activityId', 'in', [0, ...ids!]))
    .select([
      'activityBudget.activityId as id',
      name.as('name'),
      sql<boolean>`red_active.id is not null`.as('isRed'),
      'activityBudget.firmId',
      'activityBudget.remain',
    ])
    .orderBy('activityBudget.activityId', 'desc')
    .limit(sql.lit(mostPicked))
    .execute();
};
