import { Fallback } from '@zhuiyuan/contract/campaign/campaign-states';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { findFaults, makeActivity, makeMembers, ticketOf } from '../../../test/factories/lottery.ts';
import { makeFirm } from '../../../test/factories/parties.ts';
import type { Db } from '../../kit/db/database.ts';
import { runActivities } from '../activity/run-activities.ts';
import { drawOnce } from '../draw/draw-once.ts';
import { toDrawNo } from '../draw-no.ts';
import { openSeed, turnEpoch } from './epochs.ts';
import type { Weight } from './numbers.ts';
import { readProof } from './public-fair.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ poolSize: 8 });
});
afterAll(() => app.close());

const draws = 1000;

test(`${draws} draws are reproduced one by one once their seed is public, and a changed one is found`, async () => {
  const firmId = await makeFirm(app);
  const activity = await makeActivity(
    app,
    { firmId },
    [
      { stock: 100_000, weight: 300_000, cash: [30, 888] },
      { stock: 50, weight: 200_000 },
      { stock: 100_000, weight: 100_000, points: 10 },
    ],
    { budgetAmount: 50_000 },
  );
  const row = await app.db
    .selectFrom('seedEpoch')
    .innerJoin('weightVersion', 'weightVersion.activityId', 'seedEpoch.activityId')
    .where('seedEpoch.id', '=', activity.epoch.id)
    .select(['seedEpoch.activityId', 'epochNo', 'seedSealed', sql<Weight[]>`entries`.as('entries')])
    .executeTakeFirstOrThrow();
  const known = { seed: openSeed(app.config.masterKey, row), entries: row.entries };
  const people = await makeMembers(app, firmId, draws);
  const drawn = await Promise.all(
    people.map((uid, at) =>
      drawOnce(app.shopperDb, {
        ticket: ticketOf(activity, uid, { seg: 9_300_001, serial: at + 1 }),
        clientSeed: (uid * 7919).toString(16),
        ...known,
      }),
    ),
  );
  expect(drawn.every((one) => 'drawId' in one)).toBe(true);
  const turned = { firmId, activityId: activity.id, weightVersion: 1 };
  await app.db.transaction().execute((db) => turnEpoch(db as Db, app.config.masterKey, turned));
  await app.db
    .updateTable('seedEpoch')
    .set({ closedAt: sql`now() - interval '2 days'` })
    .where('id', '=', activity.epoch.id)
    .execute();
  await runActivities(app);
  expect(await findFaults(app)).toEqual([]);

  const rows = await app.db
    .selectFrom('draw')
    .where('activityId', '=', activity.id)
    .select(['id', 'rand', 'fallback', sql<string>`(drawn_at at time zone 'Asia/Shanghai')::date::text`.as('day')])
    .execute();
  expect(rows).toHaveLength(draws);
  // Money and goods ran out on the way: these are reproduced too.
  const gates = new Set(rows.map(({ fallback }) => fallback));
  expect([...gates].toSorted()).toEqual([Fallback.none, Fallback.budget, Fallback.soldOut].toSorted());
  for (const { id, day, rand } of rows)
    expect(await readProof(app.db, toDrawNo(day, id))).toMatchObject({
      isRevealed: true,
      ok: true,
      rand,
      seedOk: true,
      randOk: true,
      tierOk: true,
      weightOk: true,
    });

  const changed = rows[321]!;
  const write = (columns: { rand?: number; clientSeed?: string }) =>
    app.db.updateTable('draw').set(columns).where('id', '=', changed.id).execute();
  await write({ rand: (changed.rand + 1) % 1_000_000 });
  expect(await readProof(app.db, toDrawNo(changed.day, changed.id))).toMatchObject({ ok: false, randOk: false });
  expect((await findFaults(app)).join('\n')).toMatch(/与种子不符[\s\S]*哈希链不符/);
  await write({ rand: changed.rand });
  await app.db.updateTable('draw').set({ uid: people[0]! }).where('id', '=', changed.id).execute();
  expect((await findFaults(app)).join('\n')).toContain('哈希链不符');
});
