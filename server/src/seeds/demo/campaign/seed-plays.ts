import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { addDays, shanghaiNow } from '@zhuiyuan/contract/kit/date-limit';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { askedDraws, freeDraws, freeLeft, givenTurns, raise } from '../../../campaign/counters.ts';
import { shareSource } from '../../../campaign/visit/give-share-points.ts';
import type { Db } from '../../../kit/db/database.ts';
import { readTerms } from '../../../member/consumer-terms.ts';
import { noteAccounts } from '../../../member/note-accounts.ts';
import type { DemoActivity } from './demo-activities.ts';
import { timeAt } from './demo-fates.ts';
import { openDeck } from './open-deck.ts';
import type { Seeded } from './scans-followed.ts';
import { inParts, writeDraws, writePeriods, writeTotals, type Person, type SharePoints } from './write-demo-draws.ts';
import { writePayouts } from './write-demo-payouts.ts';

type Game = Seeded & { game: NonNullable<DemoActivity['game']> };

/** Somebody who plays. */
interface Player {
  device: string;
  ip: string;
  region: string;
  joinedAt: string;
  /** By whose link he came. */
  from: Player | null;
  depth: number;
}

interface Event {
  at: string;
  player: Player;
}

/** Where they play. */
const regions = ['330100', '330200', '320100', '330400', '520100', '350100', '440100', '510100', '420100', '520300'];
/** Hours of the day, those of the evening more often. */
const hours = [8, 9, 11, 12, 12, 13, 15, 17, 18, 19, 19, 20, 20, 20, 21, 21, 22];
const latest = '23:40:00';

/** Numbers from 0 up to 1, the same for every installation. */
const chancesOf = (from: number): (() => number) => {
  let state = from >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** Who opens a game when: some come back, and some send their link on, by which others come. */
const visitsOf = ({ fromDay, toDay }: Game, chance: () => number): { players: Player[]; events: Event[] } => {
  const until = timeAt(shanghaiNow(), -180);
  const players: Player[] = [];
  const events: Event[] = [];
  const join = (at: string, from: Player | null): void => {
    const nth = players.length;
    const player: Player = {
      device: createHash('md5').update(`game ${fromDay} ${toDay} ${nth}`).digest('hex'),
      ip: `117.136.${8 + (nth % 60)}.${1 + ((nth * 7) % 250)}`,
      region: regions[Math.floor(chance() * regions.length)]!,
      joinedAt: at,
      from,
      depth: from ? Math.min(3, from.depth + 1) : 0,
    };
    players.push(player);
    come(at, player);
  };
  const come = (at: string, player: Player): void => {
    if (at >= until || at.slice(11) > latest) return;
    events.push({ at, player });
    if (chance() > 0.24) return;
    const friends = chance() < 0.3 ? 2 : 1;
    for (let nth = 0; nth < friends; nth += 1) {
      const then = timeAt(at, 900 + Math.floor(chance() * 5400));
      if (then >= until || then.slice(11) > latest || then.slice(0, 10) !== at.slice(0, 10)) continue;
      join(then, player);
      // Who sent the link comes back for what it brought.
      const back = timeAt(then, 400 + Math.floor(chance() * 1500));
      if (back < until && back.slice(11) <= latest && back.slice(0, 10) === at.slice(0, 10))
        events.push({ at: back, player });
    }
  };
  const clock = (): string => {
    const two = (most: number) => String(Math.floor(chance() * most)).padStart(2, '0');
    return `${String(hours[Math.floor(chance() * hours.length)]!).padStart(2, '0')}:${two(60)}:${two(60)}`;
  };
  const today = shanghaiNow().slice(0, 10);
  for (let day = fromDay; day <= Math.min(toDay, 0); day += 1) {
    const date = addDays(today, day);
    for (const player of players.filter(() => chance() < 0.2)) come(`${date} ${clock()}`, player);
    const fresh = 3 + Math.floor(chance() * 5);
    for (let nth = 0; nth < fresh; nth += 1) {
      const at = `${date} ${clock()}`;
      if (at < until) join(at, null);
    }
  }
  return { players, events: events.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)) };
};

const makePeople = async (db: Db, firmId: number, players: readonly Player[]): Promise<Map<Player, Person>> => {
  const people = new Map<Player, Person>();
  await inParts(players, async (part) => {
    const accounts = await db
      .insertInto('account')
      .values(part.map(({ joinedAt }) => ({ createdAt: joinedAt })))
      .returning('id')
      .execute();
    const members = await db
      .insertInto('member')
      .values(
        part.map(({ joinedAt: at }, nth) => ({
          firmId,
          accountId: accounts[nth]!.id,
          agreedAt: at,
          createdAt: at,
          updatedAt: at,
        })),
      )
      .returning('id')
      .execute();
    await noteAccounts(
      db,
      firmId,
      members.map(({ id }) => id),
    );
    for (const [nth, player] of part.entries())
      people.set(player, { uid: members[nth]!.id, counters: new Map(), points: 0 });
  });
  return people;
};

/** How often one visit plays at most. */
const mostTurns = 3;

/** Plays a game as it would have been played: free turns, further ones for whom somebody brought along, and points after them. */
export const seedPlays = async (db: Db, masterKey: Buffer, activity: Game): Promise<void> => {
  const { id, firmId, game } = activity;
  const chance = chancesOf(firmId * 977 - activity.fromDay * 31);
  const { players, events } = visitsOf(activity, chance);
  const people = await makePeople(db, firmId, players);
  const deck = await openDeck(db, masterKey, activity);
  const dayOf = new Map(deck.days.map((day) => [day.date, day]));
  const { rows: numbers } = await sql<{ id: number }>`
    select nextval('draw_number') as id from generate_series(1, ${events.length * mostTurns}::int)`.execute(db);
  const balances = new Map<Player, number>();
  const shares = [];
  const { sharePoints } = await readTerms(db, firmId);
  const shared: SharePoints[] = [];
  let nth = 0;
  let last = '';
  for (const { at, player } of events) {
    const day = dayOf.get(at.slice(0, 10))!;
    const { uid, counters } = people.get(player)!;
    const { from } = player;
    if (from && at === player.joinedAt) {
      const giver = people.get(from)!;
      const given = givenTurns(day.date);
      const isRewarded = (giver.counters.get(given) ?? 0) < game.shareReward;
      if (isRewarded) raise(giver.counters, given);
      if (isRewarded && sharePoints > 0) {
        shared.push({
          uid: giver.uid,
          delta: sharePoints,
          sourceId: shareSource({ from: giver.uid, to: uid, day: day.date }),
          at,
        });
        balances.set(from, (balances.get(from) ?? 0) + sharePoints);
      }
      shares.push({
        firmId,
        activityId: id,
        fromUid: giver.uid,
        toUid: uid,
        depth: player.depth,
        isNew: true,
        isRewarded,
        day: day.date,
        device: player.device,
        at,
      });
    }
    for (let turn = 0; turn < mostTurns; turn += 1) {
      const isFree = freeLeft(game, counters, day.date) > 0;
      const balance = balances.get(player) ?? 0;
      const pointsCost = isFree ? 0 : (game.pointsCost ?? 0);
      if (!isFree && (pointsCost === 0 || balance < pointsCost || chance() > 0.45)) break;
      const asked = timeAt(at, 20 + turn * 25);
      // One after the other, in the order of their numbers.
      last = asked > last ? asked : timeAt(last, 1);
      raise(counters, askedDraws);
      if (isFree) raise(counters, freeDraws(day.date));
      const { tier } = deck.draw(day, {
        drawId: numbers[nth]!.id,
        scan: {
          id: null,
          seg: null,
          serial: null,
          lotId: null,
          at: last,
          device: player.device,
          ip: player.ip,
          geoSource: GeoSource.ip,
          region: player.region,
        },
        uid,
        counters,
        code: `P${counters.get(askedDraws)!}`,
        clientSeed: createHash('md5').update(`${uid} ${nth}`).digest('hex'),
        pointsCost,
      });
      nth += 1;
      balances.set(player, balance - pointsCost + (tier.prizeType === PrizeType.points ? tier.points : 0));
    }
  }
  const made = deck.end();
  await writePeriods(db, activity, made);
  await writeDraws(db, activity, made);
  await inParts(shares, (part) => db.insertInto('share').values(part).execute());
  const byDevice = new Map([...people].map(([{ device }, person]) => [device, person]));
  await writeTotals(db, activity, made, {
    people: byDevice,
    paid: await writePayouts(db, activity, made.draws),
    shared,
  });
};
