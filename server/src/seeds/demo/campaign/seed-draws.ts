import { Audience, ClaimBusy, ClaimStatus, CloseReason, EpochState } from '@zhuiyuan/contract/campaign/campaign-states';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { addDays, shanghaiNow, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { chainOf } from '../../../campaign/activity/run-activities.ts';
import { decide, type Counters, type TierNow } from '../../../campaign/draw/decide.ts';
import { newVerCode } from '../../../campaign/draw/write-draws.ts';
import { toDrawNo } from '../../../campaign/draw-no.ts';
import { openSeed, turnEpoch } from '../../../campaign/fair/epochs.ts';
import { drawAmount, drawNumber, tierAt } from '../../../campaign/fair/numbers.ts';
import type { Db } from '../../../kit/db/database.ts';
import { regionByName } from '../../../settings/region-names.ts';
import { mix } from '../seed-scans.ts';

interface Seeded {
  id: number;
  firmId: number;
  productId: number;
  poolId: number;
  fromDay: number;
  toDay: number;
  budgetAmount?: number;
}

/** Of ten who asked about a code for the first time six drew. */
const drawsOfTen = 6;
const claimDays = 30;
const noLimits = { limitTotal: null, limitDay: null, winTotal: null, winDay: null };

/** Draws by those who asked about the codes of an activity while it ran, each half a minute later; a period of seeds for each day. */
export const seedDraws = async (db: Db, masterKey: Buffer, activity: Seeded): Promise<void> => {
  const { id, firmId, fromDay, toDay } = activity;
  const rows = await db.selectFrom('tier').where('activityId', '=', id).orderBy('tierNo').selectAll().execute();
  const tiers = new Map(rows.map((tier) => [tier.id, { ...tier, issued: new Map<string, number>(), count: 0 }]));
  const entries = rows.map(({ id: tierId, weight }) => ({ tierId, weight }));
  const stock = { tiers: tiers as ReadonlyMap<number, TierNow>, budget: activity.budgetAmount ?? 0 };
  const people = new Map<string, { uid: number; counters: Counters; points: number }>();
  const last = Math.min(toDay, 0);
  for (let day = fromDay; day <= last; day += 1) {
    const date = addDays(shanghaiToday(), day);
    const { epochNo } = await turnEpoch(db, masterKey, { firmId, activityId: id, weightVersion: 1 });
    const epoch = await db
      .selectFrom('seedEpoch')
      .where('activityId', '=', id)
      .where('epochNo', '=', epochNo)
      .select(['id', 'activityId', 'epochNo', 'seedSealed'])
      .executeTakeFirstOrThrow();
    const seed = openSeed(masterKey, epoch);
    for (const scan of await scansOf(db, activity, date)) await drawOnce(scan, date, { id: epoch.id, epochNo, seed });
    await datePeriod(db, epoch.id, seed, { opened: `${date} 00:00:00`, closed: `${addDays(date, 1)} 00:00:00`, day });
  }
  await writeTotals();
  async function personOf(device: string, at: string) {
    const known = people.get(device);
    if (known) return known;
    const account = await db.insertInto('account').values({ createdAt: at }).returning('id').executeTakeFirstOrThrow();
    const { id: uid } = await db
      .insertInto('member')
      .values({ firmId, accountId: account.id, agreedAt: at, createdAt: at, updatedAt: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    const person = { uid, counters: new Map<string, number>(), points: 0 };
    people.set(device, person);
    return person;
  }

  async function drawOnce(
    scan: Scan,
    date: string,
    epoch: { id: number; epochNo: number; seed: Buffer },
  ): Promise<void> {
    const person = await personOf(scan.device, scan.at);
    const { uid } = person;
    const clientSeed = mix(scan.serial, scan.seg).toString(16).padStart(32, '0');
    const key = { activityId: id, epochNo: epoch.epochNo, key: `C${toCodeId(scan.seg, scan.serial)}`, uid, clientSeed };
    const rand = drawNumber(epoch.seed, key);
    const rawTierId = tierAt(entries, rand);
    const decided = decide(stock, noLimits, person.counters, {
      rawTierId,
      amountOf: (tierId) => {
        const tier = tiers.get(tierId)!;
        return tier.prizeType === PrizeType.cash ? drawAmount(epoch.seed, key, tier.amountMin, tier.amountMax) : 0;
      },
      day: date,
      today: date,
      hour: Number(scan.at.slice(11, 13)),
    });
    const tier = tiers.get(decided.tierId)!;
    tier.count += 1;
    const points = tier.prizeType === PrizeType.points ? tier.points : 0;
    const { id: drawId } = await db
      .insertInto('draw')
      .values({
        firmId,
        activityId: id,
        ticketId: randomUUID(),
        epochId: epoch.id,
        uid,
        audience: Audience.consumer,
        seg: scan.seg,
        serial: scan.serial,
        codeLevel: 0,
        productId: activity.productId,
        lotId: scan.lotId,
        scanId: scan.id,
        key: key.key,
        clientSeed,
        rand,
        rawTierId,
        ...decided,
        prizeType: tier.prizeType,
        points,
        province: scan.region && `${scan.region.slice(0, 2)}0000`,
        city: scan.region && !scan.region.endsWith('0000') ? scan.region : null,
        geoSource: scan.geoSource,
        ip: scan.ip,
        device: scan.device,
        day: date,
        drawnAt: scan.at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('codeUse')
      .values({ seg: scan.seg, serial: scan.serial, audience: Audience.consumer, firmId, activityId: id, drawId, uid })
      .execute();
    if (tier.prizeType === PrizeType.none) return;
    const expireAt = `${addDays(date, claimDays)} 23:59:59`;
    const isOver = expireAt < shanghaiNow() && tier.prizeType !== PrizeType.points;
    await db
      .insertInto('claim')
      .values({
        drawId,
        firmId,
        activityId: id,
        claimNo: toDrawNo(date, drawId).replace('D', 'C'),
        tierId: tier.id,
        prizeId: tier.prizeId!,
        prizeType: tier.prizeType,
        claimMode: tier.claimMode,
        uid,
        status:
          tier.prizeType === PrizeType.points ? ClaimStatus.claimed : isOver ? ClaimStatus.closed : ClaimStatus.open,
        busy: ClaimBusy.free,
        claimedAt: tier.prizeType === PrizeType.points ? scan.at : null,
        closedAt: isOver ? expireAt : null,
        closeReason: isOver ? CloseReason.expired : '',
        verCode: tier.prizeType === PrizeType.goods && tier.claimMode === ClaimMode.shop ? newVerCode() : null,
        amount: decided.amount,
        points,
        deductAmount: tier.deductAmount,
        expireAt,
        createdAt: scan.at,
      })
      .execute();
    if (points > 0) {
      person.points += points;
      await db
        .insertInto('pointLog')
        .values({
          firmId,
          uid,
          delta: points,
          balance: person.points,
          source: 'draw',
          sourceId: String(drawId),
          title: '抽奖获得',
          createdAt: scan.at,
        })
        .execute();
    }
    if (decided.amount > 0)
      await db
        .insertInto('fundLedger')
        .values({
          firmId,
          poolId: activity.poolId,
          activityId: id,
          type: LedgerType.reserve,
          avail: -decided.amount,
          reserved: decided.amount,
          refKind: 'draw',
          refId: drawId,
          at: scan.at,
        })
        .execute();
  }

  /** Stock, counters, caps, points and budget as they are after all draws. */
  async function writeTotals(): Promise<void> {
    for (const { id: tierId, count, remain } of tiers.values())
      await db.updateTable('tier').set({ issued: count, remain }).where('id', '=', tierId).execute();
    const counted = [...people.values()].flatMap(({ uid, counters }) =>
      [...counters].map(([period, cnt]) => ({ activityId: id, firmId, uid, period, cnt })),
    );
    for (let from = 0; from < counted.length; from += 1000)
      await db
        .insertInto('drawCounter')
        .values(counted.slice(from, from + 1000))
        .execute();
    for (const { uid, points } of people.values())
      if (points > 0) await db.updateTable('member').set({ points }).where('id', '=', uid).execute();
    const caps = [...tiers.values()]
      .filter(({ dayCap, hourCap }) => dayCap !== null || hourCap !== null)
      .flatMap(({ id: tierId, issued }) =>
        [...issued].map(([at, count]) => {
          const [day, hour] = at.split(' ');
          return { tierId, firmId, day: day!, hour: Number(hour), issued: count };
        }),
      );
    if (caps.length > 0) await db.insertInto('tierCap').values(caps).execute();
    if (activity.budgetAmount === undefined) return;
    await db
      .insertInto('activityBudget')
      .values({
        activityId: id,
        firmId,
        poolId: activity.poolId,
        budget: activity.budgetAmount,
        remain: stock.budget,
        reserved: activity.budgetAmount - stock.budget,
      })
      .execute();
  }
};

/** Gives a period the times it would have; one whose end is a day ago is public. */
const datePeriod = async (
  db: Db,
  epochId: number,
  seed: Buffer,
  { opened, closed, day }: { opened: string; closed: string; day: number },
): Promise<void> => {
  const isClosed = day < 0;
  const isRevealed = day < -1;
  await db
    .updateTable('seedEpoch')
    .set({
      openedAt: opened,
      ...(isClosed && { state: EpochState.closed, closedAt: closed }),
      ...(isRevealed && {
        state: EpochState.revealed,
        sealedAt: sql<string>`${closed}::timestamptz + interval '15 minutes'`,
        revealedAt: sql<string>`${closed}::timestamptz + interval '1 day'`,
        seed: seed.toString('hex'),
        ...(await chainOf(db, epochId)),
      }),
    })
    .where('id', '=', epochId)
    .execute();
};

interface Scan {
  id: number;
  seg: number;
  serial: number;
  lotId: number | null;
  at: string;
  device: string;
  ip: string;
  geoSource: number;
  region: string | null;
}

/** The first queries of a day about an activity's product that were followed by a draw. */
const scansOf = async (db: Db, { firmId, productId }: Seeded, date: string): Promise<Scan[]> => {
  const rows = await db
    .selectFrom('scanLog')
    .where('firmId', '=', firmId)
    .where('productId', '=', productId)
    .where('verdict', '=', 'FIRST')
    .where('seg', 'is not', null)
    .where(
      sql<boolean>`at >= ${`${date} 00:00:00`}::timestamptz and at < ${`${date} 00:00:00`}::timestamptz + interval '1 day' - interval '1 minute'`,
    )
    .where(sql<boolean>`at < now() - interval '1 minute'`)
    .orderBy('at')
    .orderBy('id')
    .select([
      'id',
      'seg',
      'serial',
      'lotId',
      sql<string>`to_char(at + interval '30 seconds', 'YYYY-MM-DD HH24:MI:SS')`.as('at'),
      'device',
      sql<string>`host(ip)`.as('ip'),
      'geoSource',
      'province',
      'city',
    ])
    .execute();
  const scans: Scan[] = [];
  const seen = new Set<string>();
  for (const { province, city, ...row } of rows) {
    const code = `${row.seg} ${row.serial}`;
    if (mix(row.serial!, row.seg!) % 10 >= drawsOfTen || seen.has(code)) continue;
    seen.add(code);
    const region = await regionByName(db, province + (city === province ? '' : city));
    scans.push({ ...row, seg: row.seg!, serial: row.serial!, region: region || null });
  }
  return scans;
};
