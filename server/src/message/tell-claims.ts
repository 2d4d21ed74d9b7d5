import { Audience, ClaimBusy, ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';
import { MessageChannel, MessageEvent } from '@zhuiyuan/contract/message/message-states';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { PrizesWon } from '../campaign/draw/write-draws.ts';
import type { DB } from '../kit/db/database-types.gen.ts';
import type { Db } from '../kit/db/database.ts';
import type { App } from '../kit/http/app-context.ts';
import { dayText, nowText, tell, type Told } from './outbox.ts';

/** Open prizes that wait for their winner: nothing is on its way, and nobody looks at them first. */
const waiting = (db: Db) =>
  db
    .selectFrom('claim')
    .where('claim.status', '=', ClaimStatus.open)
    .where('claim.busy', '=', ClaimBusy.free)
    .where('claim.hold', '=', false);

const asTold = (query: SelectQueryBuilder<DB, 'claim', object>) =>
  query
    .innerJoin('draw', 'draw.id', 'claim.drawId')
    .innerJoin('activity', 'activity.id', 'claim.activityId')
    .innerJoin('tier', 'tier.id', 'claim.tierId')
    .innerJoin('member', 'member.id', 'claim.uid')
    .where('draw.audience', '=', Audience.consumer)
    .select([
      'claim.drawId',
      'claim.firmId',
      'claim.uid',
      'claim.prizeType',
      'claim.amount',
      'activity.actName',
      'tier.prizeName',
      'member.nickName',
      dayText('claim.expireAt').as('until'),
      nowText.as('now'),
    ])
    .orderBy('claim.drawId');

type Row = Awaited<ReturnType<ReturnType<typeof asTold>['execute']>>[number];

const toTold = ({ drawId, uid, prizeType, amount, actName, prizeName, nickName, until, now }: Row): Told => ({
  uid,
  ref: String(drawId),
  values: {
    nick: nickName,
    act: actName,
    prize: prizeType === PrizeType.cash ? `${fenToYuan(amount)}元红包` : prizeName,
    amount: fenToYuan(amount),
    date: until,
    time: now,
  },
});

/** 中奖: of what its winner has to come for. Points are his already, and cash that goes out by itself is told of when it does. */
export const tellWon = async (db: Db, { firmId, drawIds }: PrizesWon): Promise<void> => {
  const rows = await asTold(
    waiting(db)
      .where('claim.firmId', '=', firmId)
      .where('claim.drawId', 'in', [...drawIds]),
  ).execute();
  await tell(db, firmId, MessageEvent.WIN, rows.map(toTold));
};

/** How long before its end a winner is reminded of a prize. */
const daysBefore = 3;
/** How many prizes one transaction reminds of. */
const together = 500;

/**
 * 奖品即将到期: reminds of open prizes whose last three days have begun, once of each; one that was open for no longer is told of when it is won.
 * Several processes may do so at the same time. Answers how many it looked at.
 */
export const remindExpiring = async ({ db }: Pick<App, 'db'>): Promise<number> => {
  let seen = 0;
  for (let after = { until: '-infinity', drawId: 0 }; ;) {
    const rows = await db.transaction().execute(async (transaction) => {
      const where = transaction as Db;
      const due = await asTold(
        waiting(where)
          .where('claim.expireAt', '>', sql<string>`now()`)
          .where('claim.expireAt', '<=', sql<string>`now() + make_interval(days => ${sql.lit(daysBefore)})`)
          .where(sql<boolean>`claim.created_at < claim.expire_at - make_interval(days => ${sql.lit(daysBefore)})`)
          .where(
            sql<boolean>`(claim.expire_at, claim.draw_id) > (${after.until}::timestamptz, ${after.drawId}::bigint)`,
          )
          .where((row) =>
            row.not(
              row.exists(
                row
                  .selectFrom('message')
                  .select('message.id')
                  .whereRef('message.firmId', '=', 'claim.firmId')
                  .where('message.kind', '=', MessageEvent.CLAIM_EXPIRE_SOON)
                  .where('message.channel', 'in', [MessageChannel.inner, MessageChannel.wechat])
                  .where('message.ref', '=', sql<string>`claim.draw_id::text`),
              ),
            ),
          ),
      )
        .clearOrderBy()
        .select(sql<string>`claim.expire_at::text`.as('expireAt'))
        .orderBy('claim.expireAt')
        .orderBy('claim.drawId')
        .limit(together)
        .execute();
      for (const firmId of new Set(due.map((row) => row.firmId)))
        await tell(
          where,
          firmId,
          MessageEvent.CLAIM_EXPIRE_SOON,
          due.filter((row) => row.firmId === firmId).map(toTold),
        );
      return due;
    });
    seen += rows.length;
    const last = rows.at(-1);
    if (!last || rows.length < together) return seen;
    after = { until: last.expireAt, drawId: last.drawId };
  }
};

/** Looks every hour. */
export const mountReminders = (app: App): void => {
  app.jobs.work('messageExpireSoon', async () => void (await remindExpiring(app.background)), {
    cron: '0 5 * * * *',
    expireInSeconds: 1800,
  });
};
