import { ActivityStatus, Audience, EpochState } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import fc from 'fast-check';
import { givenTurns, type Counters } from '../../src/campaign/counters.ts';
import { capKey } from '../../src/campaign/draw/decide.ts';
import { usedKey, type AskedDraw } from '../../src/campaign/draw/draw-locks.ts';
import { isDrawn, judgeTurn, takeTurn, type Ground, type Outcome } from '../../src/campaign/draw/judge-turn.ts';
import type { Ticket } from '../../src/campaign/ticket/ticket.ts';

export const [today, yesterday] = ['2026-11-30', '2026-11-29'];
export const people = [1, 2, 3];
const seldom = fc.integer({ min: 0, max: 14 }).map((n) => n === 0);
const often = <T, U>(usual: T, other: fc.Arbitrary<U>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });
const limit = often(null, fc.integer({ min: 0, max: 4 }));
const cap = fc.option(fc.integer({ min: 0, max: 3 }), { freq: 2 });

const prize = fc.record({
  prizeType: fc.constantFrom(PrizeType.points, PrizeType.cash, PrizeType.goods),
  part: fc.integer({ min: 0, max: 5 }),
  remain: fc.integer({ min: 0, max: 12 }),
  isOn: seldom.map((isOff) => !isOff),
  dayCap: cap,
  hourCap: cap,
  userCap: cap,
  least: fc.integer({ min: 1, max: 60 }),
  more: fc.nat(60),
  faceValue: fc.constantFrom(0, 8_800, 80_000),
  issuedBefore: fc.nat(2),
});

/** What activities may be like: little of everything, so that it runs out. */
export const activities = fc.record({
  limitTotal: limit,
  limitDay: limit,
  winTotal: cap,
  winDay: cap,
  drawLimit: limit,
  newUserOnly: seldom,
  freePerDay: fc.nat(2),
  givenTurns: fc.nat(1),
  budget: fc.nat(600),
  points: fc.constantFrom<number[]>(0, 25, 1000),
  blankPart: fc.nat(3),
  prizes: fc.array(prize, { minLength: 1, maxLength: 3 }),
  fallbackAt: fc.option(fc.nat(2)),
  seed: fc.uint8Array({ minLength: 32, maxLength: 32 }),
});

/** Who asks, with what. */
export const turns = fc.record({
  uid: fc.constantFrom(...people),
  serial: fc.option(fc.integer({ min: 1, max: 40 }), { freq: 3 }),
  /** It is sent with a ticket that was sent before, where there is one. */
  again: often(null, fc.nat()),
  day: fc.constantFrom(today, today, yesterday),
  pays: fc.constantFrom('nothing', 'points', 'free'),
  hold: seldom,
  isInsider: fc.boolean(),
  isOver: seldom,
  audience: often<Audience, Audience>(Audience.consumer, fc.constant(Audience.shop)),
  epochId: often(EpochState.open, fc.constantFrom(EpochState.closed, EpochState.sealed)),
  clientSeed: fc.nat().map((n) => n.toString(16)),
});

/** What is drawn in one transaction each. */
export const batches = fc.array(
  fc.record({
    hour: fc.constantFrom(9, 10),
    status: often<number, number>(ActivityStatus.running, fc.constantFrom(ActivityStatus.paused, ActivityStatus.ended)),
    turns: fc.array(turns, { minLength: 1, maxLength: 5 }),
  }),
  { minLength: 1, maxLength: 16 },
);
export type Activity = typeof activities extends fc.Arbitrary<infer T> ? T : never;
type Turn = typeof turns extends fc.Arbitrary<infer T> ? T : never;
export type Batch = typeof batches extends fc.Arbitrary<(infer T)[]> ? T : never;

interface Draw {
  id: number;
  uid: number;
  isShops: boolean;
}

/** What lasts from one transaction to the next. */
export const openWorld = (made: Activity) => {
  const parts = made.prizes.reduce((sum, { part }) => sum + part, Math.max(made.blankPart, 1));
  const noCaps = { dayCap: null, hourCap: null, userCap: null };
  const tiers = made.prizes.map(({ prizeType, issuedBefore, least, more, ...tier }, at) => ({
    ...tier,
    id: at + 1,
    prizeType: prizeType as number,
    isFallback: at === made.fallbackAt,
    amountMin: prizeType === PrizeType.cash ? least : 0,
    amountMax: prizeType === PrizeType.cash ? least + more : 0,
    weight: Math.floor((1_000_000 * tier.part) / parts),
    issued: new Map([
      [capKey(today, -1), issuedBefore],
      [capKey(today, 9), issuedBefore],
    ]),
  }));
  const blank = {
    id: 99,
    prizeType: PrizeType.none as number,
    part: 0,
    remain: 0,
    isOn: true,
    isFallback: false,
    ...noCaps,
    amountMin: 0,
    amountMax: 0,
    faceValue: 0,
    issued: new Map<string, number>(),
    weight: 1_000_000 - tiers.reduce((sum, { weight }) => sum + weight, 0),
  };
  const all = [...tiers, blank];
  return {
    made,
    stock: { tiers: new Map(all.map((tier) => [tier.id, tier])), budget: made.budget },
    odds: { seed: Buffer.from(made.seed), entries: all.map(({ id, weight }) => ({ tierId: id, weight })) },
    counters: new Map(people.map((uid): [number, Counters] => [uid, new Map([[givenTurns(today), made.givenTurns]])])),
    points: new Map(people.map((uid) => [uid, made.points])),
    byTicket: new Map<string, Draw>(),
    byCode: new Map<string, Draw>(),
  };
};

type World = ReturnType<typeof openWorld>;

export const codeOf = ({ code, audience }: Ticket): string => (code ? usedKey({ ...code, audience }) : '');

let tickets = 0;

/** A turn with a ticket of its own. */
export const ask = (
  { odds }: World,
  { serial, pays, epochId, clientSeed, ...turn }: Omit<Turn, 'again'>,
): AskedDraw => {
  tickets += 1;
  const code = serial === null ? null : { seg: 1, serial };
  const ticket: Ticket = {
    ...turn,
    id: String(tickets),
    firmId: 5,
    activityId: 7,
    epochId,
    epochNo: 1,
    code,
    key: code ? `C${code.serial}` : `P${tickets}`,
    pointsCost: pays === 'points' ? 10 : 0,
    isFree: pays === 'free',
    risk: [],
    facts: { codeLevel: 0, productId: null, lotId: null, agentId: null, shopId: null, channelId: null, scanId: null },
    place: { province: null, city: null, lng: null, lat: null, geoSource: 3 },
    ip: '127.0.0.1',
    device: 'test',
    isMarked: true,
  };
  return { ticket, clientSeed, ...odds };
};

/** What a transaction reads for the turns it is to judge. */
export const readWorld = (
  world: World,
  asked: readonly AskedDraw[],
  { hour, status }: Pick<Batch, 'hour' | 'status'>,
): Ground => {
  const { made, byTicket, byCode, stock, counters, points } = world;
  const codes = asked.flatMap(({ ticket }) => (ticket.code ? [codeOf(ticket)] : []));
  const counts = new Map<number, number>();
  for (const { uid, isShops } of byTicket.values()) if (!isShops) counts.set(uid, (counts.get(uid) ?? 0) + 1);
  return {
    activity: { id: 7, firmId: 5, claimDays: 7, today, hour, status, isBegun: true, isOver: false, ...made },
    epochs: new Map([EpochState.open, EpochState.closed, EpochState.sealed].map((state) => [state, state])),
    taken: new Set(status === ActivityStatus.running ? codes.filter((code) => !byCode.has(code)) : []),
    stopped: new Map(),
    known: new Set(made.newUserOnly ? [...byTicket.values()].map(({ uid }) => uid) : []),
    ofToday: made.drawLimit === null ? new Map() : counts,
    byTicket,
    byCode,
    stock,
    counters,
    points,
  };
};

/** What came of a turn. */
export interface Told {
  asked: AskedDraw;
  outcome: Outcome;
  /** Of a turn that draws. */
  id: number;
  hour: number;
}

/** Draws all of it, and lets `watch` judge each turn. */
export const play = (
  made: Activity,
  all: readonly Batch[],
  watch: (ground: Ground, asked: AskedDraw) => Outcome = (on, asked) => {
    const outcome = judgeTurn(on, asked);
    takeTurn(on, asked.ticket, outcome);
    return outcome;
  },
): { world: World; told: Told[] } => {
  const world = openWorld(made);
  const told: Told[] = [];
  for (const batch of all) {
    const seen = new Set<number | string>();
    const asked = batch.turns
      .map((turn) =>
        turn.again === null || told.length === 0 ? ask(world, turn) : told[turn.again % told.length]!.asked,
      )
      // Nobody twice, and no code twice.
      .filter(({ ticket }) => {
        const names = [ticket.uid, ...(ticket.code ? [codeOf(ticket)] : [])];
        const isNew = names.every((name) => !seen.has(name));
        if (isNew) for (const name of names) seen.add(name);
        return isNew;
      });
    const on = readWorld(world, asked, batch);
    const answered = asked.map((one, at) => ({
      asked: one,
      outcome: watch(on, one),
      id: told.length + at,
      hour: batch.hour,
    }));
    told.push(...answered);
    for (const {
      asked: { ticket },
      outcome,
      id,
    } of answered) {
      if (!isDrawn(outcome)) continue;
      const draw = { id, uid: ticket.uid, isShops: ticket.audience === Audience.shop };
      world.byTicket.set(ticket.id, draw);
      if (ticket.code) world.byCode.set(codeOf(ticket), draw);
    }
  }
  return { world, told };
};
