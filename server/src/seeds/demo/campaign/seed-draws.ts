import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { sql } from 'kysely';
import type { Db } from '../../../kit/db/database.ts';
import { noteAccounts } from '../../../member/note-accounts.ts';
import { mix } from '../seed-scans.ts';
import { openDeck } from './open-deck.ts';
import { writePayouts } from './write-demo-payouts.ts';
import { scansOf, type Scan, type Seeded } from './scans-followed.ts';
import { inParts, writeDraws, writePeriods, writeTotals, type Person } from './write-demo-draws.ts';
import type { All } from './open-deck.ts';

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
    await noteAccounts(
      db,
      firmId,
      members.map(({ id }) => id),
    );
    for (const [at, device] of part.entries())
      people.set(device, { uid: members[at]!.id, counters: new Map(), points: 0 });
  });
  return people;
};

/** Decides all draws in their order, each under the seed of its day. */
const drawAll = async (
  db: Db,
  masterKey: Buffer,
  activity: Seeded,
  {
    scans,
    people,
    numbers,
  }: { scans: readonly Scan[]; people: ReadonlyMap<string, Person>; numbers: readonly number[] },
): Promise<All> => {
  const deck = await openDeck(db, masterKey, activity);
  let nth = 0;
  for (const day of deck.days) {
    const ofDay = scans.filter(({ at }) => at.startsWith(day.date));
    for (const scan of ofDay) {
      const { uid, counters } = people.get(scan.device)!;
      deck.draw(day, {
        drawId: numbers[nth]!,
        scan,
        uid,
        counters,
        code: `C${toCodeId(scan.seg, scan.serial)}`,
        clientSeed: mix(scan.serial, scan.seg).toString(16).padStart(32, '0'),
      });
      nth += 1;
    }
  }
  return deck.end();
};
