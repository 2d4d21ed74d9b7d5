import { ActivityDraft } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import {
  ActivityStatus,
  ActScene,
  BudgetMode,
  EndReason,
  LotteryType,
  StockMoveKind,
} from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { sql } from 'kysely';
import { insertActivity } from '../../../campaign/activity/activity-writes.ts';
import { hashOfWeights, noHash, type Weight } from '../../../campaign/fair/numbers.ts';
import { noteActivity } from '../../../campaign/note-activity.ts';
import { noteAllStock } from '../../../campaign/move-stock.ts';
import { noteLimits } from '../../../campaign/note-limits.ts';
import { noteTerms } from '../../../campaign/note-terms.ts';
import type { Db } from '../../../kit/db/database.ts';
import { live } from '../../../kit/db/live.ts';
import type { SeedParts } from '../../first/seed-parts.ts';
import type { Allotment, SeededPool } from '../seed-fund.ts';
import { demoActivities, demoTexts, type DemoActivity } from './demo-activities.ts';
import { demoGames, gameRules } from './demo-games.ts';
import { seedPlays } from './seed-plays.ts';
import { seedDraws } from './seed-draws.ts';

interface Whose {
  firmId: number;
  operatorId: number;
}

/**
 * Activities of the firms of the demonstration, with the draws of those who asked about their codes. Answers what their pools gave them:
 * it is booked with all else that moved there.
 */
export const seedActivities = async (
  { db, config }: Pick<SeedParts, 'db' | 'config'>,
  pools: readonly SeededPool[],
): Promise<Allotment[]> => {
  const allotments: Allotment[] = [];
  const firmIds = [...new Set(pools.map(({ firmId }) => firmId))];
  for (const [at, firmId] of firmIds.entries()) {
    const { poolId, createdBy } = pools.find((pool) => pool.firmId === firmId)!;
    const products = await askedProducts(db, firmId);
    for (const demo of [...demoActivities[at]!, ...demoGames[at]!]) {
      const productId = demo.game ? null : products[demo.product];
      if (productId === undefined) continue;
      const draft = await toDraft(db, firmId, demo, { poolId, productId, texts: demoTexts[at]! });
      const { id } = await insertActivity(db, draft, { firmId, operatorId: createdBy });
      await db
        .updateTable('activity')
        .set({ createdAt: timeOf(Math.min(demo.fromDay, 0) - 3, '15:24:00') })
        .where('id', '=', id)
        .execute();
      if (demo.isDraft) continue;
      await publish(db, id, demo, { firmId, operatorId: createdBy });
      if (demo.budgetAmount)
        allotments.push({
          poolId,
          activityId: id,
          amount: demo.budgetAmount,
          at: timeOf(demo.fromDay - 1, '16:40:00'),
        });
      if (demo.game) await seedPlays(db, config.masterKey, { ...demo, id, firmId, productId, poolId, game: demo.game });
      else await seedDraws(db, config.masterKey, { id, firmId, productId, poolId, ...demo });
    }
  }
  return allotments;
};

const timeOf = (day: number, clock: string): string => `${addDays(shanghaiToday(), day)} ${clock}`;

/** The firm's products, those most asked about for the first time before. */
const askedProducts = async (db: Db, firmId: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('scanLog')
    .where('firmId', '=', firmId)
    .where('verdict', '=', 'FIRST')
    .where('productId', 'is not', null)
    .groupBy('productId')
    .select('productId')
    .orderBy(sql`count(*) desc`)
    .orderBy('productId')
    .execute();
  return rows.flatMap(({ productId }) => productId ?? []);
};

const toDraft = async (
  db: Db,
  firmId: number,
  demo: DemoActivity,
  { poolId, productId, texts }: { poolId: number; productId: number | null; texts: (typeof demoTexts)[number] },
): Promise<ActivityDraft> => {
  const prizes = await live(db, 'prize').where('firmId', '=', firmId).select(['id', 'name']).execute();
  const idOf = new Map(prizes.map(({ id, name }) => [name, id]));
  return ActivityDraft.parse({
    actName: demo.actName,
    playMode: demo.playMode,
    startAt: timeOf(demo.fromDay, '00:00:00'),
    endAt: timeOf(demo.toDay, '23:59:59'),
    blankSlot: demo.blankSlot ?? null,
    tiers: demo.tiers.map(({ prize, ...tier }) => ({ ...tier, prizeId: idOf.get(prize) })),
    ...(demo.game && { ...demo.game, actScene: ActScene.interact, lotteryType: LotteryType.points }),
    targets: productId === null ? [] : [{ kind: 1, targetId: productId }],
    budgetMode: BudgetMode.capped,
    poolId: demo.budgetAmount ? poolId : null,
    budgetAmount: demo.budgetAmount ?? null,
    expectDraws: 20_000,
    claimDays: 30,
    verifyAll: !demo.hasOwnShops,
    ruleText: (demo.game ? gameRules : texts.rules)(
      demo.actName,
      `奖品为${demo.tiers.map(({ prize }) => prize).join('、')}。`,
    ),
    organizer: texts.organizer,
    contact: texts.contact,
  });
};

/** Makes a draft what it would be, had it been published the day before it began. */
const publish = async (db: Db, id: number, demo: DemoActivity, { firmId, operatorId }: Whose): Promise<void> => {
  const tiers = await db
    .selectFrom('tier')
    .where('activityId', '=', id)
    .orderBy('tierNo')
    .select(['id as tierId', 'weight', 'prizeType'])
    .execute();
  const entries: Weight[] = tiers.map(({ tierId, weight }) => ({ tierId, weight }));
  const at = timeOf(demo.fromDay - 1, '16:40:00');
  await db
    .insertInto('weightVersion')
    .values({
      firmId,
      activityId: id,
      version: 1,
      entries: JSON.stringify(entries),
      prevHash: noHash,
      hash: hashOfWeights({ activityId: id, version: 1, entries, prevHash: noHash }),
      reason: '首次发布',
      createdBy: operatorId,
      effectiveAt: at,
    })
    .execute();
  await noteAllStock(db, { firmId, activityId: id, operatorId }, StockMoveKind.publish);
  await db.updateTable('stockMove').set({ at }).where('activityId', '=', id).execute();
  await noteLimits(db, { firmId, activityId: id });
  await db.updateTable('tierLimit').set({ at }).where('activityId', '=', id).execute();
  await noteTerms(db, { firmId, activityId: id, at });
  const isOver = demo.toDay < 0;
  await db
    .updateTable('activity')
    .set({
      weightVersion: 1,
      publishedAt: at,
      updatedAt: at,
      status: isOver ? ActivityStatus.ended : ActivityStatus.running,
      ...(isOver && { endedAt: timeOf(demo.toDay + 1, '00:00:00'), endReason: EndReason.time }),
      ...(tiers.some(({ prizeType }) => prizeType === PrizeType.cash) ? {} : { budgetAmount: 0 }),
    })
    .where('id', '=', id)
    .execute();
  await noteActivity(db, { firmId, activityId: id, operatorId, at });
};
