import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { sql } from 'kysely';
import { decide, type TierNow } from '../../../campaign/draw/decide.ts';
import { toDrawNo } from '../../../campaign/draw-no.ts';
import { makeSeed } from '../../../campaign/fair/epochs.ts';
import { chainDraw, drawAmount, drawNumber, noHash, tierAt } from '../../../campaign/fair/numbers.ts';
import type { Db } from '../../../kit/db/database.ts';
import { mix } from '../seed-scans.ts';
import { writePayouts } from './write-demo-payouts.ts';
import { scansOf, type Scan, type Seeded } from './scans-followed.ts';
import {
  inParts,
  writeDraws,
  writePeriods,
  writeTotals,
  type All,
  type Made,
  type Person,
} from './write-demo-draws.ts';

const noLimits = { limitTotal: null, limitDay: null, winTotal: null, winDay: null };
/** Draws by those who asked about the codes of an activity while it ran, each half a minute later; a period of seeds for each day. */
export const seedDraws = async (db: Db, masterKey: Buffer, activity: Seeded): Promise<void> => {
  const scans = await scansOf(db, activity);
  const people = await makePeople(db, activity.firmId, scans);
  const numbers = await sql<{ id: number }>`
    select nextval('draw_number') as id from generate_series(1, ${scans.length}::int)`.execute(db);
  const made = await drawAll(db, masterKey, activity, {
    scans,
    people,
    numbers: numbers.rows.map(({ id }) => id),
  });
  await writePeriods(db, activity, made);
  await writeDraws(db, activity, made);
  await writeTotals(db, activity, made, { people, paid: await writePayouts(db, activity, made.draws) });
};

/** The people of devices, in the order in which they came. */
const makePeople = async (db: Db, firmId: number, scans: readonly Scan[]): Promise<Map<string, Person>> => {
  const first = new Map(scans.toReversed().map(({ device, at }) => [device, at]));
  const devices = [...new Set(scans.map(({ device }) => device))];
  const people = new Map<string, Person>();
  await inParts(devices, async (part) => {
    const accounts = await db
      .insertInto('account')
      .values(part.map((device) => ({ createdAt: first.get(device)! })))
      .returning('id')
      .execute();
    const members = await db
      .insertInto('member')
      .values(
        part.map((device, at) => ({
          firmId,
          accountId: accounts[at]!.id,
          agreedAt: first.get(device)!,
          createdAt: first.get(device)!,
          updatedAt: first.get(device)!,
        })),
      )
      .returning('id')
      .execute();
    for (const [at, device] of part.entries())
      people.set(device, { uid: members[at]!.id, counters: new Map(), points: 0 });
  });
  return people;
};

/** Decides all draws in their order, each under the seed of its day. */
const drawAll = async (
  db: Db,
  masterKey: Buffer,
  { id, fromDay, toDay, budgetAmount }: Seeded,
  {
    scans,
    people,
    numbers,
  }: { scans: readonly Scan[]; people: ReadonlyMap<string, Person>; numbers: readonly number[] },
): Promise<All> => {
  const rows = await db.selectFrom('tier').where('activityId', '=', id).orderBy('tierNo').selectAll().execute();
  const tiers = new Map(rows.map((tier) => [tier.id, { ...tier, issued: new Map<string, number>(), count: 0 }]));
  const entries = rows.map(({ id: tierId, weight }) => ({ tierId, weight }));
  const stock = { tiers: tiers as ReadonlyMap<number, TierNow>, budget: budgetAmount ?? 0 };
  const periods: All['periods'] = [];
  const draws: Made[] = [];
  let nth = 0;
  for (let day = fromDay; day <= Math.min(toDay, 0); day += 1) {
    const date = addDays(shanghaiToday(), day);
    const epoch = makeSeed(masterKey, { activityId: id, epochNo: day - fromDay + 1 });
    let chainHash = noHash;
    const ofDay = scans.filter(({ at }) => at.startsWith(date));
    for (const scan of ofDay) {
      const { uid, counters } = people.get(scan.device)!;
      const clientSeed = mix(scan.serial, scan.seg).toString(16).padStart(32, '0');
      const code = `C${toCodeId(scan.seg, scan.serial)}`;
      const key = { activityId: id, epochNo: epoch.epochNo, key: code, uid, clientSeed };
      const rand = drawNumber(epoch.seed, key);
      const rawTierId = tierAt(entries, rand);
      const decision = decide(stock, noLimits, counters, {
        rawTierId,
        amountOf: (tierId) => {
          const tier = tiers.get(tierId)!;
          return tier.prizeType === PrizeType.cash ? drawAmount(epoch.seed, key, tier.amountMin, tier.amountMax) : 0;
        },
        day: date,
        today: date,
        hour: Number(scan.at.slice(11, 13)),
      });
      const tier = tiers.get(decision.tierId)!;
      tier.count += 1;
      const drawId = numbers[nth]!;
      nth += 1;
      const drawnAt = `${new Date(`${scan.at.replace(' ', 'T')}+08:00`).toISOString().slice(0, 19)}.000000Z`;
      const drawNo = toDrawNo(date, drawId);
      chainHash = chainDraw(chainHash, { ...decision, drawNo, uid, key: code, rand, drawnAt });
      draws.push({
        drawId,
        drawNo,
        scan,
        date,
        uid,
        clientSeed,
        code,
        rand,
        rawTierId,
        decision,
        tier,
        epochNo: epoch.epochNo,
      });
    }
    periods.push({ ...epoch, day, date, chainHash, drawCnt: ofDay.length });
  }
  return { periods, draws, tiers, budgetLeft: stock.budget };
};
