import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { ClaimMode, PrizeType, toTerms } from '@zhuiyuan/contract/campaign/prize-terms';
import { consumerApi } from '@zhuiyuan/contract/consumer/consumer';
import { ActivityDraft } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { insertActivity } from '../../src/campaign/activity/activity-writes.ts';
import { publishActivity } from '../../src/campaign/activity/publish-activity.ts';
import { openSeed } from '../../src/campaign/fair/epochs.ts';
import type { Weight } from '../../src/campaign/fair/numbers.ts';
import type { Ticket } from '../../src/campaign/ticket/ticket.ts';
import { findMoneyFaults } from '../../src/checks/money-checks.ts';
import type { App } from '../../src/kit/http/app-context.ts';
import type { Db } from '../../src/kit/db/database.ts';
import { noteAccounts } from '../../src/member/note-accounts.ts';
import { makePool, makeTeller } from './fund.ts';
import { daysAhead } from '../days.ts';

export interface MadeTier {
  stock: number;
  /** Parts of a million. */
  weight: number;
  /** Cash, fen; two amounts are random between them. */
  cash?: number | [number, number];
  /** Cash that its winner asks for, instead of what is sent by itself. */
  isManual?: boolean;
  points?: number;
  /** Goods that are sent by post, or that may be as well. */
  post?: 'only' | 'also';
  dayCap?: number;
  hourCap?: number;
  userCap?: number | null;
  isFallback?: boolean;
}

let serial = 0;

/** A prize of what a tier gives: cash, points, or goods that a shop hands out. */
const makePrize = async (
  { db }: Pick<App, 'db'>,
  firmId: number,
  { cash, points, post, isManual = false }: Partial<MadeTier> = {},
) => {
  const [amountMin, amountMax] = Array.isArray(cash) ? cash : [cash ?? 0, cash ?? 0];
  const type = cash === undefined ? (points === undefined ? PrizeType.goods : PrizeType.points) : PrizeType.cash;
  const prize = await db
    .insertInto('prize')
    .values({
      firmId,
      name: `奖品${(serial += 1)}`,
      image: type === PrizeType.goods ? '/media/a.png' : '',
      ...toTerms({
        prizeType: type,
        payKind: type === PrizeType.cash ? 2 : null,
        amountMode: amountMax > amountMin ? 1 : 0,
        amountMin,
        amountMax,
        points: points ?? null,
        faceValue: type === PrizeType.goods ? 8800 : 0,
        costPrice: 0,
        claimMode:
          type === PrizeType.goods
            ? post === 'only'
              ? ClaimMode.post
              : ClaimMode.shop
            : isManual
              ? ClaimMode.manual
              : ClaimMode.auto,
        alsoPost: post === 'also',
        deductAmount: type === PrizeType.goods && post !== 'only' ? 2600 : 0,
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return prize.id;
};

/** A draft of an activity with these tiers, which could be published. */
export const activityDraft = async (
  app: Pick<App, 'db'>,
  firmId: number,
  tiers: readonly MadeTier[],
  more: Partial<ActivityDraft> = {},
): Promise<ActivityDraft> => {
  const hasCash = tiers.some(({ cash }) => cash !== undefined);
  const rows = [];
  for (const [at, tier] of tiers.entries())
    rows.push({
      tierName: `${at + 1}等奖`,
      prizeId: await makePrize(app, firmId, tier),
      stockTotal: tier.stock,
      weight: tier.weight,
      dayCap: tier.dayCap ?? null,
      hourCap: tier.hourCap ?? null,
      userCap: tier.userCap ?? null,
      isFallback: tier.isFallback ?? false,
    });
  return ActivityDraft.parse({
    actName: `活动${(serial += 1)}`,
    playMode: 0,
    startAt: daysAhead(-300),
    endAt: daysAhead(60, '23:59:59'),
    tiers: rows,
    verifyAll: true,
    poolId: hasCash ? await makePool(app, firmId, 100_000_000) : null,
    budgetMode: 1,
    budgetAmount: hasCash ? 10_000_000 : null,
    ruleText:
      '每人凭码参加一次，中奖后请在有效期内领取，逾期视为放弃。本活动与任何平台无关，最终解释以公示为准，详询主办方客服。',
    organizer: '茶业公司',
    contact: '400-800-1234',
    ...more,
  });
};

/** A published activity. It is laid out on a product of its own unless `more` says where; draws of tests bring their own codes. */
export const makeActivity = async (
  app: Pick<App, 'db' | 'config'>,
  { firmId, operatorId: by }: { firmId: number; operatorId?: number },
  tiers: readonly MadeTier[],
  more: Partial<ActivityDraft> = {},
) => {
  const product = await app.db
    .insertInto('product')
    .values({
      firmId,
      storeName: `产品${(serial += 1)}`,
      productNo: `L${randomUUID().slice(0, 10)}`,
      unit: '盒',
      boxNum: 6,
      caseNum: 4,
      image: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const operatorId = by ?? (await makeTeller(app, firmId));
  const draft = await activityDraft(app, firmId, tiers, {
    targets: more.lotteryType === 1 ? [] : [{ kind: 1, targetId: product.id }],
    ...more,
  });
  return app.db.transaction().execute(async (transaction) => {
    const db = transaction as Db;
    const { id } = await insertActivity(db, draft, { firmId, operatorId });
    await publishActivity(db, app.config.masterKey, id, operatorId);
    const epoch = await db
      .selectFrom('seedEpoch')
      .where('activityId', '=', id)
      .select(['id', 'epochNo'])
      .executeTakeFirstOrThrow();
    const tierRows = await db.selectFrom('tier').where('activityId', '=', id).orderBy('tierNo').select('id').execute();
    return { id, firmId, epoch, tierIds: tierRows.map((tier) => tier.id), productId: product.id };
  });
};

export type MadeActivity = Awaited<ReturnType<typeof makeActivity>>;

/** Somebody of a firm's staff, by whom points are given: he cannot sign in. */
export const makeGiver = async ({ db }: Pick<App, 'db'>, firmId: number): Promise<number> => {
  const { id } = await db
    .insertInto('admin')
    .values({ firmId, account: `giver${(serial += 1)}`, passwordHash: '', realName: '发放人' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Books points that staff give somebody as the call does: with its row in the log of calls; what he has is not touched. */
export const bookGift = async (
  { db }: Pick<App, 'db'>,
  gift: { firmId: number; uid: number; points: number; balance: number; operatorId: number; at?: string },
): Promise<void> => {
  const { firmId, uid, points, balance, operatorId, at } = gift;
  const { title, path, method } = consumerApi.points;
  const time = sql`coalesce(${at ?? null}::timestamptz, now())`;
  await sql`
    with logged as (
      insert into audit_log (firm_id, admin_id, title, request_method, oper_url, oper_param, json_result, oper_time)
      values (${firmId}, ${operatorId}, ${title}, ${method}, ${path},
        ${JSON.stringify({ id: uid, points, balance: balance - points, reason: '' })}, ${JSON.stringify({ balance })}, ${time})
    )
    insert into point_log (firm_id, uid, delta, balance, source, source_id, operator_id, created_at)
    values (${firmId}, ${uid}, ${points}, ${balance}, 'system', ${randomUUID()}, ${operatorId}, ${time})`.execute(db);
};

/** Shoppers of a firm. */
export const makeMembers = async (
  app: Pick<App, 'db'>,
  firmId: number,
  count: number,
  points = 0,
): Promise<number[]> => {
  const { db } = app;
  const accounts = await db
    .insertInto('account')
    .values(Array.from({ length: count }, () => ({ createdAt: '2026-01-01 00:00:00' })))
    .returning('id')
    .execute();
  const members = await db
    .insertInto('member')
    .values(accounts.map(({ id }) => ({ firmId, accountId: id, agreedAt: '2026-01-01 00:00:00', points })))
    .returning('id')
    .execute();
  await noteAccounts(
    db as Db,
    firmId,
    members.map(({ id }) => id),
  );
  if (points > 0) {
    const operatorId = await makeGiver(app, firmId);
    for (const { id: uid } of members) await bookGift(app, { firmId, uid, points, balance: points, operatorId });
  }
  return members.map(({ id }) => id);
};

/** The last period of an activity, with what decides its draws. */
export const periodOf = async ({ db, config }: Pick<App, 'db' | 'config'>, activityId: number) => {
  const { seedSealed, ...period } = await db
    .selectFrom('seedEpoch')
    .innerJoin('weightVersion', (join) =>
      join
        .onRef('weightVersion.activityId', '=', 'seedEpoch.activityId')
        .onRef('weightVersion.version', '=', 'seedEpoch.weightVersion'),
    )
    .where('seedEpoch.activityId', '=', activityId)
    .orderBy('epochNo', 'desc')
    .limit(1)
    .select(['seedEpoch.id', 'epochNo', 'seedSealed', sql<Weight[]>`entries`.as('entries')])
    .executeTakeFirstOrThrow();
  return { ...period, seed: openSeed(config.masterKey, { activityId, epochNo: period.epochNo, seedSealed }) };
};

/** A ticket as if its shopper had scanned a code of that serial. */
export const ticketOf = (
  { id: activityId, firmId, epoch }: MadeActivity,
  uid: number,
  code: { seg: number; serial: number } | null,
  more: Partial<Ticket> = {},
): Ticket => ({
  id: randomUUID(),
  firmId,
  activityId,
  epochId: epoch.id,
  epochNo: epoch.epochNo,
  uid,
  audience: 0,
  key: code ? `C${code.seg * 2 ** 28 + code.serial}` : `P${randomUUID().slice(0, 8)}`,
  code,
  pointsCost: 0,
  day: shanghaiToday(),
  hold: false,
  risk: [],
  isInsider: false,
  facts: { codeLevel: 0, productId: null, lotId: null, agentId: null, shopId: null, channelId: null, scanId: null },
  place: { province: null, city: null, lng: null, lat: null, geoSource: 3 },
  ip: '127.0.0.1',
  device: 'test',
  isMarked: true,
  isOver: false,
  ...more,
});

/** Everything that must always hold of money and draws: what breaks it, by the names of the rules. */
export const findFaults = async ({ db, config }: Pick<App, 'db' | 'config'>): Promise<string[]> =>
  (await findMoneyFaults(db, config.masterKey)).map(
    ({ name, detail, difference }) => `${name}：${detail} ${difference}`,
  );
