import { ActivityStatus, Audience, EpochState, Fallback } from '@zhuiyuan/contract/campaign/campaign-states';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import { insiderHit } from '@zhuiyuan/contract/risk/risk-hit';
import fc from 'fast-check';
import { deserialize, serialize } from 'node:v8';
import { expect, test } from 'vitest';
import { depth } from '../../../test/depth.ts';
import {
  activities,
  ask,
  batches,
  codeOf,
  openWorld,
  people,
  play,
  readWorld,
  today,
  turns,
  yesterday,
  type Activity,
  type Batch,
  type Told,
} from '../../../test/factories/turns.ts';
import {
  below,
  dayDraws,
  dayWins,
  freeDraws,
  givenTurns,
  raise,
  tierWins,
  totalDraws,
  totalWins,
} from '../counters.ts';
import { drawNumber, tierAt } from '../fair/numbers.ts';
import type { Ticket } from '../ticket/ticket.ts';
import { capKey } from './decide.ts';
import type { AskedDraw } from './draw-locks.ts';
import { isDrawn, judgeTurn, takeTurn, type Ground, type Outcome } from './judge-turn.ts';

const drawnOf = (told: readonly Told[]) =>
  told.flatMap(({ outcome, ...one }) => (isDrawn(outcome) ? [{ ...one, ...one.asked, outcome }] : []));
const wonOf = (told: readonly Told[]) => drawnOf(told).filter(({ outcome }) => outcome.kind !== 'blank');
/** How many there are of each, by what names them. */
const count = <T>(of: readonly T[], name: (one: T) => string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const one of of) raise(counts, name(one));
  return counts;
};
const most = (counts: ReadonlyMap<string, number>): number => Math.max(0, ...counts.values());
const within = (counts: ReadonlyMap<string, number>, least: number | null): void => {
  if (least !== null) expect(most(counts)).toBeLessThanOrEqual(least);
};
const always = (check: (made: Activity, all: readonly Batch[]) => void): void =>
  fc.assert(fc.property(activities, batches, check), { numRuns: depth(600) });

test('never more is won than there is, nor paid than the budget holds', () => {
  always((made, all) => {
    const { told } = play(made, all);
    const won = wonOf(told);
    for (const [at, { remain }] of made.prizes.entries())
      expect(won.filter(({ outcome }) => outcome.decision.tierId === at + 1).length).toBeLessThanOrEqual(remain);
    expect(won.reduce((sum, { outcome }) => sum + outcome.decision.amount, 0)).toBeLessThanOrEqual(made.budget);
  });
});

test('never more is won of a tier than its caps of day, hour and person let through', () => {
  always((made, all) => {
    const won = wonOf(play(made, all).told);
    for (const [at, { dayCap, hourCap, userCap, issuedBefore }] of made.prizes.entries()) {
      const own = won.filter(({ outcome }) => outcome.decision.tierId === at + 1);
      within(
        count(own, ({ ticket }) => String(ticket.uid)),
        userCap,
      );
      const days = count(own, ({ ticket }) => ticket.day);
      const hours = count(own, ({ hour }) => String(hour));
      if (days.has(today)) days.set(today, days.get(today)! + issuedBefore);
      if (hours.has('9')) hours.set('9', hours.get('9')! + issuedBefore);
      within(days, dayCap);
      within(hours, hourCap);
    }
  });
});

test('nobody draws or wins beyond his limits, takes more free turns than he has, or pays points he has not', () => {
  always((made, all) => {
    const { world, told } = play(made, all);
    const [drawn, won] = [drawnOf(told), wonOf(told)];
    const person = ({ ticket: { uid } }: AskedDraw) => String(uid);
    const personDay = ({ ticket: { uid, day } }: AskedDraw) => `${uid} ${day}`;
    within(count(drawn, person), made.newUserOnly ? 1 : made.limitTotal);
    within(count(drawn, personDay), made.limitDay);
    within(count(won, person), made.winTotal);
    within(count(won, personDay), made.winDay);
    within(
      count(
        drawn.filter(({ ticket }) => ticket.audience === Audience.consumer),
        person,
      ),
      made.drawLimit,
    );
    const free = drawn.filter(({ ticket }) => ticket.isFree);
    for (const [day, given] of [
      [today, made.givenTurns],
      [yesterday, 0],
    ] as const)
      within(
        count(
          free.filter(({ ticket }) => ticket.day === day),
          person,
        ),
        made.freePerDay + given,
      );
    expect(Math.min(...world.points.values())).toBeGreaterThanOrEqual(0);
  });
});

test('a ticket that drew is answered with that draw for ever, and a code draws once: for others it is used', () => {
  always((made, all) => {
    const [tickets, codes] = [new Map<string, number>(), new Map<string, { id: number; uid: number }>()];
    for (const {
      asked: { ticket },
      outcome,
      id,
    } of play(made, all).told) {
      const before = tickets.get(ticket.id);
      const other = codes.get(codeOf(ticket));
      if (before !== undefined) expect(outcome).toEqual({ kind: 'repeat', drawId: before });
      else if (outcome.kind === 'repeat') expect([other?.uid, other?.id]).toEqual([ticket.uid, outcome.drawId]);
      else if (other) expect(outcome.kind).toBe('refused');
      if (!isDrawn(outcome)) continue;
      tickets.set(ticket.id, id);
      if (ticket.code) codes.set(codeOf(ticket), { id, uid: ticket.uid });
    }
  });
});

test('judging changes nothing, and what is refused or told again leaves nothing behind', () => {
  always((made, all) => {
    play(made, all, (on, asked) => {
      const before = serialize(on);
      const outcome = judgeTurn(on, asked);
      expect(serialize(on).equals(before)).toBe(true);
      takeTurn(on, asked.ticket, outcome);
      expect(serialize(on).equals(before)).toBe(!isDrawn(outcome));
      return outcome;
    });
  });
});

test('counters, caps, stock, budget and points add up to what was drawn', () => {
  always((made, all) => {
    const { world, told } = play(made, all);
    const expected = openWorld(made);
    for (const { ticket, outcome, hour } of drawnOf(told)) {
      const { uid, day, isFree, pointsCost } = ticket;
      const { tierId, amount } = outcome.decision;
      const own = expected.counters.get(uid)!;
      const periods = [totalDraws, dayDraws(day), ...(isFree ? [freeDraws(day)] : [])];
      expected.points.set(uid, expected.points.get(uid)! - pointsCost);
      if (outcome.kind !== 'blank') {
        const tier = expected.stock.tiers.get(tierId)!;
        tier.remain -= 1;
        expected.stock.budget -= amount;
        raise(tier.issued, capKey(day, -1));
        raise(tier.issued, capKey(today, hour));
        periods.push(totalWins, dayWins(day), tierWins(tierId));
      }
      for (const period of periods) raise(own, period);
    }
    const { stock, counters, points } = expected;
    expect({ stock: world.stock, counters: world.counters, points: world.points }).toEqual({ stock, counters, points });
  });
});

test('a number falls on its tier, and another one is given only where a gate is shut; what is of worth to an insider waits', () => {
  always((made, all) => {
    const { world, told } = play(made, all);
    for (const { ticket, clientSeed, seed, entries, outcome } of drawnOf(told)) {
      const { rand, rawTierId, tierId, fallback, amount } = outcome.decision;
      const { epochNo, key, uid } = ticket;
      expect(rand).toBe(drawNumber(seed, { activityId: 7, epochNo, key, uid, clientSeed }));
      expect(rawTierId).toBe(tierAt(entries, rand));
      expect(tierId === rawTierId).toBe(fallback === Fallback.none);
      const tier = world.stock.tiers.get(tierId)!;
      expect(amount).toBeGreaterThanOrEqual(tier.amountMin);
      expect(amount).toBeLessThanOrEqual(tier.amountMax);
      expect(outcome.kind === 'blank').toBe(tier.prizeType === PrizeType.none);
      const isInsiders = ticket.isInsider && tier.faceValue === 80_000;
      expect(outcome.kind === 'held').toBe(outcome.kind !== 'blank' && (ticket.hold || isInsiders));
      expect(outcome.risk).toEqual(isInsiders ? [insiderHit] : []);
    }
  });
});

test('what a turn brings depends on what is left when it is judged, and on nothing else that was judged', () => {
  always((made, all) => {
    const moments: { before: Buffer; asked: AskedDraw; outcome: Outcome }[] = [];
    play(made, all, (on, asked) => {
      const before = serialize(on);
      const outcome = judgeTurn(on, asked);
      moments.push({ before, asked, outcome });
      takeTurn(on, asked.ticket, outcome);
      return outcome;
    });
    for (const { before, asked, outcome } of moments.toReversed())
      expect(judgeTurn(deserialize(before) as Ground, asked)).toEqual(outcome);
  });
});

test('where there is enough of everything, turns of one transaction bring the same in any order', () => {
  const one = fc.uniqueArray(turns, { minLength: 2, maxLength: people.length, selector: ({ uid }) => uid });
  fc.assert(
    fc.property(
      activities,
      one.chain((some) => fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length }))),
      (made, [some, shuffled]) => {
        const noLimits = { limitTotal: null, limitDay: null, winTotal: null, winDay: null, drawLimit: null };
        const noCaps = { dayCap: null, hourCap: null, userCap: null, isOn: true, remain: 100 };
        const plenty = {
          ...made,
          ...noLimits,
          newUserOnly: false,
          freePerDay: 100,
          budget: 100_000,
          points: 1000,
          prizes: made.prizes.map((tier) => ({ ...tier, ...noCaps })),
        };
        const world = openWorld(plenty);
        const asked = some.map((turn, at) => ask(world, { ...turn, serial: turn.serial === null ? null : at + 1 }));
        const run = (order: readonly number[]) => {
          const own = openWorld(plenty);
          const on = readWorld(own, asked, { hour: 9, status: ActivityStatus.running });
          const outcomes = new Map(
            order.map((at) => {
              const outcome = judgeTurn(on, asked[at]!);
              takeTurn(on, asked[at]!.ticket, outcome);
              return [at, outcome];
            }),
          );
          return { outcomes: asked.map((_one, at) => outcomes.get(at)), left: on };
        };
        expect(run(shuffled.map((turn) => some.indexOf(turn)))).toEqual(run(asked.map((_one, at) => at)));
      },
    ),
    { numRuns: depth(600) },
  );
});

/** What each refusal says of who reads it. */
const holds: Record<number, (on: Ground, ticket: Ticket) => boolean> = {
  [drawRefusals.ended[0]]: ({ activity }) => activity.status === ActivityStatus.ended,
  [drawRefusals.paused[0]]: ({ activity }) => activity.status === ActivityStatus.paused,
  [drawRefusals.used[0]]: ({ byCode }, ticket) => (byCode.get(codeOf(ticket))?.uid ?? ticket.uid) !== ticket.uid,
  [drawRefusals.ticketOver[0]]: (_on, { isOver, epochId }) => isOver || epochId === EpochState.sealed,
  [drawRefusals.newOnly[0]]: ({ known }, { uid }) => known.has(uid),
  [drawRefusals.soldOut[0]]: ({ stock: { tiers, budget } }) =>
    [...tiers.values()].every(
      ({ prizeType, isOn, remain, amountMin }) =>
        prizeType === PrizeType.none || !isOn || remain === 0 || amountMin > budget,
    ),
  [drawRefusals.dayLimit[0]]: ({ activity, ofToday, counters }, { uid, day, audience }) =>
    (audience === Audience.consumer && !below(activity.drawLimit, ofToday.get(uid))) ||
    !below(activity.limitDay, counters.get(uid)!.get(dayDraws(day))),
  [drawRefusals.totalLimit[0]]: ({ activity, counters }, { uid }) =>
    !below(activity.limitTotal, counters.get(uid)!.get(totalDraws)),
  [drawRefusals.noTurns[0]]: ({ activity, counters }, { uid, day, isFree = false }) => {
    const [given, used] = [givenTurns(day), freeDraws(day)].map((period) => counters.get(uid)!.get(period) ?? 0);
    return isFree && used! >= activity.freePerDay + given!;
  },
  [drawRefusals.fewPoints[0]]: ({ points }, { uid, pointsCost }) => points.get(uid)! < pointsCost,
};

test('nobody is refused but for what he is told, and that is so', () => {
  always((made, all) => {
    play(made, all, (on, asked) => {
      const outcome = judgeTurn(on, asked);
      if (outcome.kind === 'refused') expect(holds[outcome.refusal[0]]!(on, asked.ticket)).toBe(true);
      takeTurn(on, asked.ticket, outcome);
      return outcome;
    });
  });
});

/** All that may stand against a draw, in the order in which it is told. */
const flaws: { refusal: RefusalText; spoil: (on: Ground, ticket: Ticket) => Partial<Ground> | undefined }[] = [
  { refusal: drawRefusals.ended, spoil: ({ activity }) => ({ activity: { ...activity, isOver: true } }) },
  { refusal: drawRefusals.used, spoil: () => ({ taken: new Set<string>() }) },
  { refusal: drawRefusals.ticketOver, spoil: () => ({ epochs: new Map() }) },
  { refusal: drawRefusals.newOnly, spoil: (_on, { uid }) => ({ known: new Set([uid]) }) },
  { refusal: drawRefusals.soldOut, spoil: ({ stock }) => ({ stock: { ...stock, tiers: new Map() } }) },
  {
    refusal: drawRefusals.dayLimit,
    spoil: ({ activity }, { uid }) => ({ activity: { ...activity, drawLimit: 2 }, ofToday: new Map([[uid, 2]]) }),
  },
  {
    refusal: drawRefusals.dayLimit,
    spoil: ({ activity }) => ({ activity: { ...activity, limitDay: 0 } }),
  },
  { refusal: drawRefusals.totalLimit, spoil: ({ activity }) => ({ activity: { ...activity, limitTotal: 0 } }) },
  { refusal: drawRefusals.noTurns, spoil: ({ activity }) => ({ activity: { ...activity, freePerDay: 0 } }) },
  { refusal: drawRefusals.fewPoints, spoil: () => ({ points: new Map() }) },
];

test('of all that stands against a draw the first is told', () => {
  const [made] = fc.sample(activities, 1);
  const calm = {
    ...made!,
    limitTotal: null,
    limitDay: null,
    drawLimit: null,
    newUserOnly: false,
    points: 100,
    givenTurns: 0,
    freePerDay: 1,
    prizes: [{ ...made!.prizes[0]!, prizeType: PrizeType.goods, remain: 5, isOn: true }],
  };
  const world = openWorld(calm);
  const [turn] = fc.sample(turns, 1);
  const asked = ask(world, {
    ...turn!,
    serial: 1,
    pays: 'free',
    day: today,
    isOver: false,
    audience: Audience.consumer,
    epochId: EpochState.open,
  });
  asked.ticket.pointsCost = 10;
  const on = readWorld(world, [asked], { hour: 9, status: ActivityStatus.running });
  expect(isDrawn(judgeTurn(on, asked))).toBe(true);
  fc.assert(
    fc.property(fc.subarray(flaws, { minLength: 1 }), (some) => {
      const spoilt = { ...on };
      for (const { spoil } of some) Object.assign(spoilt, spoil(spoilt, asked.ticket));
      expect(judgeTurn(spoilt, asked)).toEqual({ kind: 'refused', refusal: some[0]!.refusal });
    }),
    { numRuns: depth(600) },
  );
});
