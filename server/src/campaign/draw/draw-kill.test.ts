import { publicDrawApi, type DrawAnswer } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { accountHeader } from '@zhuiyuan/contract/account/role-kind';
import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { takeChances } from '../../../test/chances.ts';
import { openTestApp } from '../../../test/app.ts';
import { depth, isDeep } from '../../../test/depth.ts';
import { guardedDatabase } from '../../../test/database.ts';
import { makeCodeWorld, opsOf, range } from '../../../test/factories/codes.ts';
import { findFaults, makeActivity, makeMembers, ticketOf } from '../../../test/factories/lottery.ts';
import { freePort, openCluster, type Cluster } from '../../../test/own-cluster.ts';
import { killServer, runServer, stopServers, untilStarted } from '../../../test/servers.ts';
import { openSession } from '../../account/account-session.ts';
import { migrate } from '../../kit/db/migrate.ts';
import { openDatabase } from '../../kit/db/database.ts';
import { parseConfig } from '../../kit/config.ts';
import { signTicket } from '../ticket/ticket.ts';

const randomInt = takeChances();

vi.setConfig({ testTimeout: 3_600_000 });

/** Seconds of drawing. */
const seconds = depth(40);
const shoppers = 120;
const codeCount = Math.min(300_000, Math.max(10_000, seconds * 800));
const budget = Math.max(30_000, seconds * 5_000);

const masterKey = randomBytes(32);
let cluster: Cluster;
let folder: string;
beforeAll(async () => {
  cluster = await openCluster({ isSafe: true });
  folder = mkdtempSync(join(tmpdir(), 'zhuiyuan-draw-kill-'));
});
afterEach(stopServers);
afterAll(async () => {
  await cluster.close();
  rmSync(folder, { recursive: true });
});

/** A campaign whose money runs out on the way, its codes in use, and people who are signed in. */
const prepare = async () => {
  await migrate(cluster.url, join(import.meta.dirname, '../../../migrations'));
  const env = { MASTER_KEY: masterKey.toString('hex') };
  const app = await openTestApp({ env, database: guardedDatabase(cluster.url, { poolSize: 4, limits: undefined }) });
  const world = await makeCodeWorld(app);
  const activity = await makeActivity(
    app,
    { firmId: world.firmId },
    [
      { stock: 10_000_000, weight: 300_000, cash: [30, 888] },
      { stock: 500, weight: 200_000, dayCap: 400 },
      { stock: 10_000_000, weight: 200_000, points: 5 },
    ],
    { budgetAmount: budget, limitTotal: null },
  );
  const { seg } = await world.issue({ itemCount: codeCount });
  const used = await opsOf(app, world).use(range(seg, 1, codeCount), {
    productId: activity.productId,
    lotId: await opsOf(app, world).makeLot(activity.productId),
  });
  expect(used.code).toBe(200);
  const uids = await makeMembers(app, world.firmId, shoppers);
  const people = [];
  for (const uid of uids) {
    const { accountId } = await app.db
      .selectFrom('member')
      .where('id', '=', uid)
      .select('accountId')
      .executeTakeFirstOrThrow();
    people.push({ uid, token: (await openSession(app.db, accountId)).token });
  }
  await app.close();
  return { activity, seg, people };
};

/** A process that is begun again at the same address whenever it was killed. */
const openProcess = async (at: number) => {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const begin = () =>
    runServer({
      DATABASE_URL: cluster.url,
      DATA_DIR: join(folder, String(at)),
      MASTER_KEY: masterKey.toString('hex'),
      PORT: String(port),
      ROLE: at === 0 ? 'all' : 'api',
      CAPTCHA: 'off',
      LOG_LEVEL: 'silent',
    });
  let running = begin();
  await untilStarted(running);
  return {
    address,
    async kill(): Promise<void> {
      await killServer(running.server);
      running = begin();
    },
    /** One that did not find its database ends; a supervisor begins it again. */
    revive(): void {
      if (running.server.exitCode !== null) running = begin();
    },
  };
};

type Told = { drawn: Omit<DrawAnswer, 'repeat'> } | { refused: number };

/** What a shopper is told in the end: he asks with the same ticket until somebody answers. */
const askFor = (addresses: readonly string[], patience: () => boolean) => {
  const once = async (ticket: string, token: string): Promise<Told | undefined> => {
    try {
      const answer = await fetch(`${addresses[randomInt(addresses.length)]!}/api${publicDrawApi.draw.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [accountHeader]: token },
        body: JSON.stringify({ ticket, clientSeed: '0123456789abcdef' }),
        signal: AbortSignal.timeout(20_000),
      });
      const { code, data } = (await answer.json()) as { code: number; data: DrawAnswer };
      if (code === 200) {
        const { repeat: _repeat, ...drawn } = data;
        return { drawn };
      }
      return code > 60_000 && code !== 61_098 ? { refused: code } : undefined;
    } catch {
      return undefined;
    }
  };
  return async (ticket: string, token: string): Promise<Told> => {
    while (patience()) {
      const told = await once(ticket, token);
      if (told) return told;
      // Who got no answer asks again, as the page does.
      await sleep(50 + randomInt(100));
    }
    throw new Error('no answer for a ticket');
  };
};

test(`servers and database killed while ${shoppers} people draw for ${seconds} s: all that was answered stays, once`, async () => {
  const { activity, seg, people } = await prepare();
  const processes = [await openProcess(0), await openProcess(1)];
  let until = Infinity;
  const ask = askFor(
    processes.map(({ address }) => address),
    () => Date.now() < until,
  );
  let isOpen = true;
  let serial = 0;
  const told: { ticket: string; token: string; serial: number; told: Told }[] = [];
  const contradictions: unknown[] = [];

  const play = async ({ uid, token }: (typeof people)[number]) => {
    while (isOpen && serial < codeCount) {
      // Every tenth code is tried by two people at once.
      const asked = randomInt(10) === 0 ? Math.max(1, serial) : (serial += 1);
      const { ticket } = signTicket(masterKey, {
        ...ticketOf(activity, uid, { seg, serial: asked }, { key: `C${toCodeId(seg, asked)}` }),
      });
      const tabs = randomInt(5) === 0 ? 2 : 1;
      const answers = await Promise.all(Array.from({ length: tabs }, () => ask(ticket, token)));
      if (tabs === 2 && JSON.stringify(answers[0]) !== JSON.stringify(answers[1])) contradictions.push(answers);
      told.push({ ticket, token, serial: asked, told: answers[0]! });
    }
  };
  const playing = people.map(play);
  const reviving = setInterval(() => processes.forEach((process) => process.revive()), 300);

  const end = Date.now() + seconds * 1000;
  const kills = { server: 0, database: 0 };
  // People draw before the first kill.
  await sleep(1500);
  while (Date.now() < end) {
    if (kills.server % 4 === 1 && kills.database <= kills.server / 4) {
      await cluster.kill();
      // How long the database is away.
      await sleep(randomInt(300));
      await cluster.start();
      kills.database += 1;
    } else {
      await processes[kills.server % 2]!.kill();
      kills.server += 1;
    }
    // Any moment of the next draws.
    await sleep(300 + randomInt(1700));
  }
  isOpen = false;
  until = Date.now() + 120_000;
  await Promise.all(playing);
  clearInterval(reviving);

  // Whoever asks again is told the same.
  const asked = told.length > 1000 ? told.filter(() => randomInt(told.length) < 1000) : told;
  for (let from = 0; from < asked.length; from += 50)
    await Promise.all(
      asked.slice(from, from + 50).map(async ({ ticket, token, told: before }) => {
        if ('drawn' in before) expect(await ask(ticket, token)).toEqual(before);
      }),
    );
  await stopServers();

  const database = openDatabase(cluster.url);
  const { db } = database;
  const drawn = told.flatMap((one) => ('drawn' in one.told ? [{ ...one, drawn: one.told.drawn }] : []));
  const refused = told.flatMap((one) => ('refused' in one.told ? [one.told.refused] : []));
  const rows = await db
    .selectFrom('draw')
    .where('activityId', '=', activity.id)
    .select(['id', 'serial', 'uid', 'amount'])
    .execute();
  const money = await db
    .selectFrom('activityBudget')
    .where('activityId', '=', activity.id)
    .select(['budget', 'remain', 'reserved'])
    .executeTakeFirstOrThrow();
  const { used } = await db
    .selectFrom('codeUse')
    .where('activityId', '=', activity.id)
    .select(sql<number>`count(*)::int`.as('used'))
    .executeTakeFirstOrThrow();
  const faults = await findFaults({
    db,
    config: parseConfig({ DATA_DIR: folder, MASTER_KEY: masterKey.toString('hex') }),
  });
  await database.close();
  if (isDeep)
    process.stdout.write(
      `${kills.server} servers and ${kills.database} databases killed, ${told.length} tickets, ${rows.length} draws, ${refused.length} refused, ${money.reserved} of ${money.budget} fen reserved\n`,
    );

  expect(contradictions).toEqual([]);
  expect(kills.server).toBeGreaterThan(0);
  expect(kills.database).toBeGreaterThan(0);
  expect(new Set(refused)).toEqual(new Set(refused.length > 0 ? [drawRefusals.used[0]] : []));
  // What was answered is there, and what is there was answered: each ticket was asked for until it was.
  const answered = new Map(drawn.map((one) => [one.drawn.drawNo, one]));
  expect(rows).toHaveLength(answered.size);
  expect(new Set(rows.map((row) => row.serial)).size).toBe(rows.length);
  expect(new Set(drawn.map((one) => one.serial)).size).toBe(rows.length);
  expect(used).toBe(rows.length);
  const won = [...answered.values()].reduce((sum, one) => sum + one.drawn.prize.amount, 0);
  expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(won);
  expect(money.reserved).toBe(won);
  expect(money.remain + money.reserved).toBe(money.budget);
  expect(faults).toEqual([]);
});
