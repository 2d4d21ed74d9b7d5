import { ActivityStatus, ActScene, ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { ClaimMode } from '@zhuiyuan/contract/campaign/prize-terms';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { addDays, shanghaiNow, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { Review } from '@zhuiyuan/contract/kit/review';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { sql } from 'kysely';
import type { Db } from '../../../kit/db/database.ts';
import { live } from '../../../kit/db/live.ts';
import { clearShop } from '../../../parties/deductible/clear-shop.ts';
import { presentLinks } from '../../../parties/present-links.ts';
import { bindShops } from '../../../redeem/bind-shops.ts';
import { reverseVerification } from '../../../redeem/reverse-verification.ts';
import { verifyPrize } from '../../../redeem/verify-prize.ts';
import { cityAt } from '../../../settings/place-of-point.ts';
import type { SeedParts } from '../../first/seed-parts.ts';
import { mix } from '../seed-scans.ts';

const boundShops = 14;
/** Those of them where people come. */
const busyShops = 5;
/** How many days ago the shops were settled whose prizes of then were the first. */
const clearedDaysAgo = 5;
/** Which of the prizes handed out was taken back. */
const reversedNth = 2;

interface Counter {
  id: number;
  lng: number | null;
  lat: number | null;
}

type Event = { at: string } & ({ verify: { drawId: number; verCode: string }; counter: Counter } | { clear: Counter });

/** Shops of the demonstration hand out what was won: most prizes within three days, one is taken back, and some shops were settled. */
export const seedVerifications = async ({ db, config }: Pick<SeedParts, 'db' | 'config'>): Promise<void> => {
  const activities = await live(db, 'activity')
    .where('status', '=', ActivityStatus.running)
    .where('actScene', '=', ActScene.scan)
    .orderBy('id')
    .select(['id', 'firmId', 'createdBy', 'publishedAt'])
    .execute();
  for (const activity of activities) {
    const counters = await countersOf(db, activity.firmId);
    if (counters.length === 0) continue;
    const operatorId = activity.createdBy!;
    await bindShops(db, { activityId: activity.id, shopIds: counters.map(({ id }) => id) }, operatorId);
    await db
      .updateTable('bindAct')
      .set({ boundAt: activity.publishedAt! })
      .where('activityId', '=', activity.id)
      .execute();
    await play(db, config.masterKey, await eventsOf(db, activity.id, counters), operatorId);
  }
};

/** Shops of a firm that are open and belong to a dealer, where somebody nearby once told his position. */
const countersOf = async (db: Db, firmId: number): Promise<Counter[]> => {
  const shops = await live(db, 'shop')
    .where('shop.firmId', '=', firmId)
    .where('shop.status', '=', Enabled.on)
    .where('shop.audit', 'in', [Review.passed, Review.done])
    .where('shop.id', 'in', presentLinks(ShopLinkKind.agent).select('shopAss.shopId'))
    .orderBy('shop.id')
    .limit(boundShops)
    .select(['shop.id', 'shop.regionCode'])
    .execute();
  const positions = await db
    .selectFrom('scanLog')
    .where('firmId', '=', firmId)
    .where('lng', 'is not', null)
    .orderBy('id')
    .limit(300)
    .select([sql<number>`lng::float8`.as('lng'), sql<number>`lat::float8`.as('lat')])
    .execute();
  const byCity = new Map(positions.map((point) => [cityAt(point)?.slice(0, 4), point]));
  return shops.map(({ id, regionCode }) => ({
    id,
    ...(byCity.get(regionCode.slice(0, 4)) ?? { lng: null, lat: null }),
  }));
};

const inTime = (one: Event, other: Event): number => (one.at < other.at ? -1 : 1);

/** What happens at the counters, in the order of time: somebody comes within three days, while the shop is open. */
const eventsOf = async (db: Db, activityId: number, counters: readonly Counter[]): Promise<Event[]> => {
  const claims = await db
    .selectFrom('claim')
    .where('activityId', '=', activityId)
    .where('status', '=', ClaimStatus.open)
    .where('claimMode', '=', ClaimMode.shop)
    .orderBy('drawId')
    .select(['drawId', sql<string>`ver_code`.as('verCode'), 'createdAt'])
    .execute();
  const events: Event[] = claims.flatMap(({ drawId, verCode, createdAt }, nth) => {
    const luck = mix(nth + 1, activityId);
    if (luck % 10 < 2) return [];
    const day = addDays(createdAt.slice(0, 10), 1 + (luck % 3));
    const clock = `${String(9 + (luck % 11)).padStart(2, '0')}:${String(luck % 60).padStart(2, '0')}:${String((luck >>> 3) % 60).padStart(2, '0')}`;
    return [
      {
        at: `${day} ${clock}`,
        verify: { drawId, verCode },
        counter: counters[(luck >>> 4) % Math.min(busyShops, counters.length)]!,
      },
    ];
  });
  const first = events.toSorted(inTime).flatMap((event) => ('counter' in event ? event.counter : []));
  const settled = [...new Set(first)].slice(0, 2).map((counter, nth): Event => ({
    at: `${addDays(shanghaiToday(), -clearedDaysAgo)} 21:${String(10 + nth * 6).padStart(2, '0')}:00`,
    clear: counter,
  }));
  const now = shanghaiNow();
  return [...events, ...settled].filter(({ at }) => at < now).toSorted(inTime);
};

/** Does it all by the operations of the product, and says of each that it was then. */
const play = async (db: Db, masterKey: Buffer, events: readonly Event[], operatorId: number): Promise<void> => {
  let given = 0;
  for (const event of events) {
    if ('clear' in event) {
      await clear(db, event.clear.id, event.at, operatorId);
      continue;
    }
    const { at, verify, counter } = event;
    const { id: shopId, lng, lat } = counter;
    const { verNo } = await verifyPrize(db, masterKey, { verCode: verify.verCode, shopId, accountId: null, lng, lat });
    given += 1;
    const { id } = await db.selectFrom('prizeVer').where('verNo', '=', verNo).select('id').executeTakeFirstOrThrow();
    if (given === reversedNth)
      await reverseVerification(db, { id, reason: '顾客当场换成了邮寄，误点核销', operatorId });
    await backdate(db, { id, verNo, drawId: verify.drawId, at });
  }
};

const clear = async (db: Db, shopId: number, at: string, operatorId: number): Promise<void> => {
  const { last } = await db
    .selectFrom('dedLog')
    .select(({ fn }) => fn.coalesce(fn.max('id'), sql<number>`0`).as('last'))
    .executeTakeFirstOrThrow();
  const owed = await db
    .selectFrom('dedAccount')
    .where('ownerId', '=', shopId)
    .where('balance', '>', 0)
    .select('ownerId')
    .executeTakeFirst();
  if (!owed) return;
  await clearShop(db, { shopId, remark: '上月对账结清', voucher: '' }, operatorId);
  await db.updateTable('dedLog').set({ at }).where('id', '>', last).execute();
};

const backdate = async (
  db: Db,
  { id, verNo, drawId, at }: { id: number; verNo: string; drawId: number; at: string },
): Promise<void> => {
  const later = sql<string>`${at}::timestamptz + interval '40 minutes'`;
  await db
    .updateTable('prizeVer')
    .set({
      verAt: at,
      verNo: `V${at.slice(0, 10).replaceAll('-', '')}${verNo.slice(9)}`,
      reversedAt: sql<string | null>`case when reversed_at is not null then ${later} end`,
    })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('claim')
    .set({ claimedAt: at })
    .where('drawId', '=', drawId)
    .where('status', '=', ClaimStatus.claimed)
    .execute();
  await db
    .updateTable('dedLog')
    .set({ at: sql<string>`case when amount < 0 then ${later} else ${at}::timestamptz end` })
    .where('refKind', '=', 'prize_ver')
    .where('refId', '=', id)
    .execute();
};
