import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { EpochState, Fallback } from '@zhuiyuan/contract/campaign/campaign-states';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import {
  findFaults,
  makeActivity,
  makeMembers,
  periodOf,
  ticketOf,
  type MadeActivity,
} from '../../../test/factories/lottery.ts';
import { makeFirm } from '../../../test/factories/parties.ts';
import { pauseActivity } from '../activity/publish-activity.ts';
import type { Db } from '../../kit/db/database.ts';
import { coalesce } from '../../kit/db/coalesce.ts';
import type { AskedDraw } from './draw-locks.ts';
import { drawTogether, type Drawn } from './draw-together.ts';
import type { Ticket } from '../ticket/ticket.ts';

let app: TestApp;
let firmId: number;
// Draws happen side by side: a process decides two rounds at a time, and these tests play two processes.
beforeAll(async () => {
  app = await openTestApp({ poolSize: 12 });
  firmId = await makeFirm(app);
});
afterAll(() => app.close());

const odds = async ({ id }: MadeActivity): Promise<Pick<AskedDraw, 'seed' | 'entries'>> => {
  const { seed, entries } = await periodOf(app, id);
  return { seed, entries };
};

/** Two processes, each of which lets those who ask it at once draw together. */
const processes = async (activity: MadeActivity) => {
  const known = await odds(activity);
  const two = [0, 1].map(() =>
    coalesce<AskedDraw, Drawn>(drawTogether, ({ ticket: { uid, code } }) => [
      `person ${uid}`,
      ...(code ? [`code ${code.seg} ${code.serial}`] : []),
    ]),
  );
  let turn = 0;
  return (ticket: Ticket): Promise<Drawn> => two[(turn += 1) % 2]!(app.shopperDb, { ticket, clientSeed: '', ...known });
};

let nextSerial = 0;
const freshCode = () => ({ seg: 9_000_001, serial: (nextSerial += 1) });
const drawnOf = (answers: readonly Drawn[]) => answers.flatMap((answer) => ('drawId' in answer ? [answer] : []));
const refusals = (answers: readonly Drawn[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const answer of answers)
    if ('refusal' in answer) counts[answer.refusal[0]] = (counts[answer.refusal[0]] ?? 0) + 1;
  return counts;
};
const fallbacks = async ({ id }: MadeActivity) =>
  Object.fromEntries(
    (
      await app.db
        .selectFrom('draw')
        .where('activityId', '=', id)
        .groupBy('fallback')
        .select(['fallback', ({ fn }) => fn.countAll<number>().as('count')])
        .execute()
    ).map(({ fallback, count }) => [fallback, count]),
  );

test('one code drawn 200 times at once by 50 people is drawn once, by one of them', async () => {
  const activity = await makeActivity(app, { firmId }, [{ stock: 1000, weight: 500_000 }]);
  const people = await makeMembers(app, firmId, 50);
  const draw = await processes(activity);
  const code = freshCode();
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_none, at) => draw(ticketOf(activity, people[at % 50]!, code))),
  );
  const drawn = drawnOf(answers);
  expect(new Set(drawn.map(({ drawId }) => drawId)).size).toBe(1);
  expect(drawn.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1);
  const { uid } = await app.db
    .selectFrom('draw')
    .where('id', '=', drawn[0]!.drawId)
    .select('uid')
    .executeTakeFirstOrThrow();
  // Each of the 50 asked four times: the winner of the code sees his draw each time, all others are told.
  expect(drawn).toHaveLength(4);
  expect(refusals(answers)).toEqual({ [drawRefusals.used[0]]: 196 });
  expect(people).toContain(uid);
  expect(await findFaults(app)).toEqual([]);
});

test('a ticket is drawn once however often it is sent, and its answer stays', async () => {
  const activity = await makeActivity(app, { firmId }, [{ stock: 100, weight: 1_000_000 }]);
  const [uid] = await makeMembers(app, firmId, 1);
  const draw = await processes(activity);
  const ticket = ticketOf(activity, uid!, freshCode());
  const answers = drawnOf(await Promise.all(Array.from({ length: 20 }, () => draw(ticket))));
  expect(answers).toHaveLength(20);
  expect(new Set(answers.map(({ drawId }) => drawId)).size).toBe(1);
  expect(drawnOf([await draw({ ...ticket, isOver: true })])).toEqual([{ drawId: answers[0]!.drawId, isRepeat: true }]);
});

test('a stock of 100 asked for by 1,000 people at once gives 100, and nobody loses a code to it', async () => {
  const activity = await makeActivity(app, { firmId }, [{ stock: 100, weight: 1_000_000 }]);
  const people = await makeMembers(app, firmId, 1000);
  const draw = await processes(activity);
  const answers = await Promise.all(people.map((uid) => draw(ticketOf(activity, uid, freshCode()))));
  expect(drawnOf(answers)).toHaveLength(100);
  expect(refusals(answers)).toEqual({ [drawRefusals.soldOut[0]]: 900 });
  const { used } = await app.db
    .selectFrom('codeUse')
    .where('activityId', '=', activity.id)
    .select(({ fn }) => fn.countAll<number>().as('used'))
    .executeTakeFirstOrThrow();
  expect(used).toBe(100);
  expect(await findFaults(app)).toEqual([]);
});

test('a budget of 10,000 fen is never overdrawn, and none of it is stranded', async () => {
  // Amounts are so few that whatever is left is asked for again and again by chance.
  const activity = await makeActivity(
    app,
    { firmId },
    [
      { stock: 100_000, weight: 900_000, cash: [30, 88] },
      { stock: 100_000, weight: 100_000 },
    ],
    { budgetMode: 1, budgetAmount: 10_000 },
  );
  const people = await makeMembers(app, firmId, 1200);
  const draw = await processes(activity);
  const answers = await Promise.all(people.map((uid) => draw(ticketOf(activity, uid, freshCode()))));
  expect(drawnOf(answers)).toHaveLength(1200);
  const budget = await app.db
    .selectFrom('activityBudget')
    .where('activityId', '=', activity.id)
    .select(['remain', 'reserved'])
    .executeTakeFirstOrThrow();
  expect(budget.remain + budget.reserved).toBe(10_000);
  expect(budget.remain).toBeLessThan(30);
  expect((await fallbacks(activity))[Fallback.budget]).toBeGreaterThan(500);
  expect(await findFaults(app)).toEqual([]);
});

test('what one person may draw and win holds also when he asks at once', async () => {
  const activity = await makeActivity(app, { firmId }, [{ stock: 1000, weight: 1_000_000, userCap: 2 }], {
    limitDay: 3,
    limitTotal: 10,
  });
  const [uid] = await makeMembers(app, firmId, 1);
  const draw = await processes(activity);
  const answers = await Promise.all(Array.from({ length: 20 }, () => draw(ticketOf(activity, uid!, freshCode()))));
  expect(drawnOf(answers)).toHaveLength(3);
  expect(refusals(answers)).toEqual({ [drawRefusals.dayLimit[0]]: 17 });
  expect(await fallbacks(activity)).toEqual({ [Fallback.none]: 2, [Fallback.userWins]: 1 });
  const { used } = await app.db
    .selectFrom('codeUse')
    .where('activityId', '=', activity.id)
    .select(({ fn }) => fn.countAll<number>().as('used'))
    .executeTakeFirstOrThrow();
  expect(used).toBe(3);
  expect(await findFaults(app)).toEqual([]);
});

test('caps of a day and of an hour hold, and the fallback tier takes what they keep back', async () => {
  const activity = await makeActivity(app, { firmId }, [
    { stock: 1000, weight: 1_000_000, dayCap: 30, hourCap: 20 },
    { stock: 15, weight: 0, isFallback: true },
  ]);
  const people = await makeMembers(app, firmId, 100);
  const draw = await processes(activity);
  const answers = await Promise.all(people.map((uid) => draw(ticketOf(activity, uid, freshCode()))));
  expect(drawnOf(answers)).toHaveLength(100);
  const tiers = await app.db
    .selectFrom('tier')
    .where('activityId', '=', activity.id)
    .orderBy('tierNo')
    .select('issued')
    .execute();
  expect(tiers.map(({ issued }) => issued)).toEqual([20, 15, 65]);
  expect(await fallbacks(activity)).toEqual({ [Fallback.none]: 20, [Fallback.hourCap]: 80 });
  expect(await findFaults(app)).toEqual([]);
});

test('points pay for draws and are won by them, each once, and never run below nothing', async () => {
  const activity = await makeActivity(app, { firmId }, [{ stock: 1000, weight: 1_000_000, points: 5 }], {
    lotteryType: 1,
    pointsCost: 30,
  });
  const [uid] = await makeMembers(app, firmId, 1, 100);
  const draw = await processes(activity);
  const ticket = () => ticketOf(activity, uid!, null, { pointsCost: 30 });
  const repeated = ticket();
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => draw(ticket())),
    ...Array.from({ length: 10 }, () => draw(repeated)),
  ]);
  // 100 − 30 + 5 … : the fourth is still paid for out of what was won, the fifth is not.
  const made = new Set(drawnOf(answers).map(({ drawId }) => drawId)).size;
  const { points } = await app.db
    .selectFrom('member')
    .where('id', '=', uid!)
    .select('points')
    .executeTakeFirstOrThrow();
  expect(points).toBe(100 - 25 * made);
  expect(points).toBeGreaterThanOrEqual(0);
  expect(points).toBeLessThan(30);
  expect(await findFaults(app)).toEqual([]);
});

test('after a pause has answered no draw is committed, and what was refused keeps its code', async () => {
  const activity = await makeActivity(app, { firmId }, [{ stock: 100_000, weight: 1_000_000 }]);
  const people = await makeMembers(app, firmId, 600);
  const draw = await processes(activity);
  const asked = people.map((uid) => draw(ticketOf(activity, uid, freshCode())));
  await Promise.race(asked);
  await app.db.transaction().execute((transaction) => pauseActivity(transaction as Db, activity.id));
  const count = async () =>
    (
      await app.db
        .selectFrom('draw')
        .where('activityId', '=', activity.id)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count;
  const before = await count();
  const answers = await Promise.all(asked);
  expect(await count()).toBe(before);
  expect(drawnOf(answers)).toHaveLength(before);
  expect(refusals(answers)).toEqual({ [drawRefusals.paused[0]]: 600 - before });
  expect(await findFaults(app)).toEqual([]);
});

test('who took several tickets as a new user draws once', async () => {
  const activity = await makeActivity(app, { firmId }, [{ stock: 100, weight: 1_000_000 }], { newUserOnly: true });
  const [uid] = await makeMembers(app, firmId, 1);
  const draw = await processes(activity);
  const answers = await Promise.all(Array.from({ length: 6 }, () => draw(ticketOf(activity, uid!, freshCode()))));
  expect(drawnOf(answers)).toHaveLength(1);
  expect(refusals(answers)).toEqual({ [drawRefusals.newOnly[0]]: 5 });
  expect(await findFaults(app)).toEqual([]);
});

test('tickets that ran out, and those of a sealed period, draw nothing', async () => {
  const activity = await makeActivity(app, { firmId }, [{ stock: 10, weight: 1_000_000 }]);
  const [uid] = await makeMembers(app, firmId, 1);
  const draw = await processes(activity);
  expect(await draw(ticketOf(activity, uid!, freshCode(), { isOver: true }))).toEqual({
    refusal: drawRefusals.ticketOver,
  });
  const become = (state: number, at: RawBuilder<string> | null) =>
    app.db
      .updateTable('seedEpoch')
      .set({ state, closedAt: at, sealedAt: at })
      .where('id', '=', activity.epoch.id)
      .execute();
  await become(EpochState.sealed, sql`now()`);
  expect(await draw(ticketOf(activity, uid!, freshCode()))).toEqual({ refusal: drawRefusals.ticketOver });
  await become(EpochState.open, null);
  expect(await findFaults(app)).toEqual([]);
});

test('a prize that waits for a person moves no points and is sent to nobody', async () => {
  const activity = await makeActivity(app, { firmId }, [{ stock: 10, weight: 1_000_000, points: 50 }]);
  const [uid] = await makeMembers(app, firmId, 1);
  const draw = await processes(activity);
  const answer = await draw(
    ticketOf(activity, uid!, freshCode(), {
      hold: true,
      risk: [{ code: 'R06', name: '同一地点多人', value: 31, threshold: 30 }],
    }),
  );
  const [drawn] = drawnOf([answer]);
  const claim = await app.db
    .selectFrom('claim')
    .where('drawId', '=', drawn!.drawId)
    .select(['hold', 'status'])
    .executeTakeFirstOrThrow();
  expect(claim).toEqual({ hold: true, status: 0 });
  const { points } = await app.db
    .selectFrom('member')
    .where('id', '=', uid!)
    .select('points')
    .executeTakeFirstOrThrow();
  expect(points).toBe(0);
  expect(await findFaults(app)).toEqual([]);
});

test('two who fall out over one code beside others leave everybody his own answer', async () => {
  const activity = await makeActivity(app, { firmId }, [{ stock: 1000, weight: 300_000 }], { limitTotal: 1 });
  const people = await makeMembers(app, firmId, 40);
  const draw = await processes(activity);
  const codes = Array.from({ length: 20 }, freshCode);
  const answers = await Promise.all(
    Array.from({ length: 400 }, (_none, at) => draw(ticketOf(activity, people[at % 40]!, codes[(at * 7) % 20]!))),
  );
  const drawn = drawnOf(answers).filter(({ isRepeat }) => !isRepeat);
  expect(drawn.length).toBeLessThanOrEqual(20);
  expect(new Set(drawn.map(({ drawId }) => drawId)).size).toBe(drawn.length);
  expect(answers).toHaveLength(400);
  expect(await findFaults(app)).toEqual([]);
});

test('the check finds a draw that was changed, and a seed that is another', async () => {
  const activity = await makeActivity(app, { firmId }, [{ stock: 10, weight: 1_000_000 }]);
  const [uid] = await makeMembers(app, firmId, 1);
  const draw = await processes(activity);
  const [drawn] = drawnOf([await draw(ticketOf(activity, uid!, freshCode()))]);
  const { rand } = await app.db
    .selectFrom('draw')
    .where('id', '=', drawn!.drawId)
    .select('rand')
    .executeTakeFirstOrThrow();
  await app.db
    .updateTable('draw')
    .set({ rand: (rand + 1) % 1_000_000 })
    .where('id', '=', drawn!.drawId)
    .execute();
  expect(await findFaults(app)).toEqual([expect.stringContaining('与种子不符')]);
  await app.db.updateTable('draw').set({ rand }).where('id', '=', drawn!.drawId).execute();
  const { seedHash } = await app.db
    .selectFrom('seedEpoch')
    .where('id', '=', activity.epoch.id)
    .select('seedHash')
    .executeTakeFirstOrThrow();
  await app.db
    .updateTable('seedEpoch')
    .set({ seedHash: '1'.repeat(64) })
    .where('id', '=', activity.epoch.id)
    .execute();
  expect(await findFaults(app)).toEqual([expect.stringContaining('种子与承诺不符')]);
  await app.db.updateTable('seedEpoch').set({ seedHash }).where('id', '=', activity.epoch.id).execute();
  expect(await findFaults(app)).toEqual([]);
});

test('a campaign for new shoppers draws once with a person, also with tickets he had before and in two campaigns at once', async () => {
  const tiers = [{ stock: 100, weight: 500_000 }];
  const [one, other, open] = await Promise.all([
    makeActivity(app, { firmId }, tiers, { newUserOnly: true }),
    makeActivity(app, { firmId }, tiers, { newUserOnly: true }),
    makeActivity(app, { firmId }, tiers),
  ]);
  const [newcomer, regular] = (await makeMembers(app, firmId, 2)) as [number, number];
  const [drawOne, drawOther, drawOpen] = await Promise.all([one, other, open].map(processes));
  await drawOpen!(ticketOf(open!, regular, freshCode()));
  const codes = Array.from({ length: 6 }, freshCode);
  const answers = await Promise.all(
    codes.flatMap((code, at) =>
      at % 2 ? [drawOne!(ticketOf(one!, newcomer, code))] : [drawOther!(ticketOf(other!, newcomer, code))],
    ),
  );
  expect(drawnOf(answers)).toHaveLength(1);
  expect(refusals(answers)).toEqual({ [drawRefusals.newOnly[0]]: 5 });
  expect(refusals([await drawOne!(ticketOf(one!, regular, freshCode()))])).toEqual({ [drawRefusals.newOnly[0]]: 1 });
  const used = await app.db.selectFrom('codeUse').where('uid', '=', newcomer).select('serial').execute();
  expect(used).toHaveLength(1);
  expect(await findFaults(app)).toEqual([]);
});
