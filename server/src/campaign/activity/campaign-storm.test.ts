import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { publicDrawApi } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { poolApi } from '@zhuiyuan/contract/fund/pool/pool';
import { accountHeader } from '@zhuiyuan/contract/account/role-kind';
import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { EpochState } from '@zhuiyuan/contract/campaign/campaign-states';
import { randomUUID } from 'node:crypto';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeChances } from '../../../test/chances.ts';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { depth, isDeep } from '../../../test/depth.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { makeCodeWorld, opsOf, range } from '../../../test/factories/codes.ts';
import { findFaults, makeActivity, makeMembers, ticketOf, type MadeActivity } from '../../../test/factories/lottery.ts';
import { openSession } from '../../account/account-session.ts';
import { signTicket } from '../ticket/ticket.ts';
import { runActivities } from './run-activities.ts';

const randomInt = takeChances();

/** Seconds of a storm. */
const seconds = depth(25);
const codeCount = 200_000;

let app: TestApp;
let other: TestApp;
let firmId: number;
let staff: { id: number; token: string }[];
let seg: number;
let productId: number;
let people: { uid: number; token: string }[];
beforeAll(async () => {
  app = await openTestApp({ poolSize: 8 });
  other = await openTestApp({ beside: app, poolSize: 8 });
  const world = await makeCodeWorld(app);
  ({ firmId, productId } = world);
  const permissions = [
    ...['list', 'save', 'update', 'publish', 'pause', 'end'].map((act) => `admin:lottery:active:${act}`),
    ...['list', 'recharge', 'audit'].map((act) => `admin:lottery:redBag:${act}`),
  ];
  staff = [await makeStaff(app, { firmId, permissions }), await makeStaff(app, { firmId, permissions })];
  ({ seg } = await world.issue({ itemCount: codeCount }));
  await opsOf(app, world).use(range(seg, 1, codeCount));
  const uids = await makeMembers(app, firmId, 60);
  people = [];
  for (const uid of uids) {
    const { accountId } = await app.db
      .selectFrom('member')
      .where('id', '=', uid)
      .select('accountId')
      .executeTakeFirstOrThrow();
    people.push({ uid, token: (await openSession(app.db, accountId)).token });
  }
});
afterAll(async () => {
  await other.close();
  await app.close();
});

let serial = 0;
/** A ticket of the period that is open now, with a code that was not used. */
const freshTicket = async (activity: MadeActivity, uid: number): Promise<string | undefined> => {
  const epoch = await app.db
    .selectFrom('seedEpoch')
    .where('activityId', '=', activity.id)
    .where('state', '=', EpochState.open)
    .select(['id', 'epochNo'])
    .executeTakeFirst();
  if (!epoch) return undefined;
  const code = { seg, serial: (serial += 1) };
  return signTicket(
    app.config.masterKey,
    ticketOf({ ...activity, epoch }, uid, code, { key: `C${toCodeId(seg, code.serial)}` }),
  ).ticket;
};
const oneOf = <T>(all: readonly T[]): T => all[randomInt(all.length)]!;
const draw = (at: TestApp, ticket: string, token: string) =>
  at.call('', publicDrawApi.draw, { ticket, clientSeed: '00ff' }, { [accountHeader]: token });

test(
  `staff who change a campaign in every way at once while people draw for ${seconds} s break no rule`,
  { timeout: 3_600_000 },
  async () => {
    const make = () =>
      makeActivity(
        app,
        { firmId },
        [
          { stock: 40, weight: 100_000, cash: [30, 888], userCap: null },
          { stock: 30, weight: 200_000, dayCap: 25 },
          { stock: 60, weight: 100_000, points: 5 },
        ],
        { limitTotal: 500, budgetAmount: 20_000 },
      );
    let activity = await make();
    const until = Date.now() + seconds * 1000;
    // On a machine that is busy it lasts until something has happened.
    const isOn = () => Date.now() < until || (answers.size < 20 && Date.now() < until + 120_000);
    const codes = new Map<string, number>();
    const odd: unknown[] = [];
    const noted = (name: string, { code, message }: { code: number; message: string }) => {
      codes.set(`${name} ${code}`, (codes.get(`${name} ${code}`) ?? 0) + 1);
      if (code === 500 || (code === 400 && name !== 'update')) odd.push([name, code, message]);
    };
    const answers = new Map<string, string>();
    const shopper = async ({ uid, token }: (typeof people)[number]) => {
      while (isOn()) {
        const ticket = await freshTicket(activity, uid);
        if (!ticket) {
          // Staff change the campaign until somebody may draw again.
          await sleep(20);
          continue;
        }
        for (const answer of await Promise.all(
          [draw(app, ticket, token), draw(other, ticket, token)].slice(0, 1 + randomInt(2)),
        )) {
          noted('draw', answer);
          if (answer.code !== 200) continue;
          const known = answers.get(ticket);
          if (known !== undefined && known !== answer.data.drawNo) odd.push([known, answer.data]);
          answers.set(ticket, answer.data.drawNo);
        }
      }
    };
    const admin = async (at: TestApp, { token }: { token: string }) => {
      while (isOn()) {
        const { id, tierIds } = activity;
        const acts: [string, () => Promise<{ code: number; message: string }>][] = [
          ['pause', () => at.call(token, activityApi.pause, { id })],
          ['resume', () => at.call(token, activityApi.resume, { id })],
          ['resume', () => at.call(token, activityApi.resume, { id })],
          [
            'stock',
            () => at.call(token, activityApi.addStock, { tierId: oneOf(tierIds.slice(0, 3)), qty: 1 + randomInt(5) }),
          ],
          ['budget', () => at.call(token, activityApi.addBudget, { id, amount: 1 + randomInt(2000) })],
          [
            'tier',
            () =>
              at.call(token, activityApi.tierStatus, { tierId: oneOf(tierIds.slice(0, 3)), isOn: randomInt(3) > 0 }),
          ],
          [
            'weights',
            async () => {
              const { tiers, weightVersion } = await at.data(token, activityApi.info, { id });
              const [tier] = tiers;
              const entries = [{ tierId: tier!.id, weight: Math.min(500_000, tier!.weight + 1000) }];
              return at.call(token, activityApi.saveWeights, { id, version: weightVersion!, reason: '加码', entries });
            },
          ],
          [
            'update',
            async () => {
              const now = await at.data(token, activityApi.info, { id });
              const targets = now.targets.map(({ name: _name, ...target }) => target);
              const tiers = now.tiers.map((tier) => ({ ...tier, stockTotal: tier.stockTotal + randomInt(3) }));
              return at.call(token, activityApi.update, { ...now, targets, tiers, remark: randomUUID() } as never);
            },
          ],
          ['clock', async () => runActivities(at).then(() => ({ code: 200, message: '' }))],
          ['withdraw', () => at.call(token, activityApi.withdraw, { id })],
          ['publish', () => at.call(token, activityApi.publish, { id })],
        ];
        const [name, act] = oneOf(acts);
        noted(name, await act());
        if (randomInt(80) === 0) {
          noted('end', await at.call(token, activityApi.end, { id, reason: '换一场' }));
          if (activity.id === id) activity = await make();
        }
      }
    };
    await Promise.all([...people.map(shopper), ...staff.flatMap((one) => [admin(app, one), admin(other, one)])]);
    if (isDeep) process.stdout.write(`${[...codes].map(([name, count]) => `${name}: ${count}`).join(', ')}\n`);
    expect(odd).toEqual([]);
    expect([...codes.keys()].filter((name) => name.startsWith('draw 200'))).toHaveLength(1);
    expect(await findFaults(app)).toEqual([]);
  },
);

/** Sends a call over a connection of its own, which is cut after so many milliseconds. */
const cutAfter = async (path: string, body: object, headers: Record<string, string>, ms: number): Promise<void> => {
  const { port } = app.fastify.server.address() as AddressInfo;
  const text = JSON.stringify(body);
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const head = [
    `POST /api${path} HTTP/1.1`,
    'host: localhost',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(text)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
  // The moment of the cut.
  await sleep(ms);
  socket.destroy();
};

test(
  'a connection that is cut under a draw, a publishing or an approval leaves it done once or not at all',
  { timeout: 120_000 },
  async () => {
    if (!app.fastify.server.listening) await app.fastify.listen({ port: 0, host: '127.0.0.1' });
    const activity = await makeActivity(app, { firmId }, [{ stock: 1000, weight: 1_000_000, cash: [30, 60] }]);
    const [one, second] = staff as [(typeof staff)[0], (typeof staff)[0]];
    for (let at = 0; at < 40; at += 1) {
      const { uid, token } = people[at]!;
      const ticket = (await freshTicket(activity, uid))!;
      await cutAfter(publicDrawApi.draw.path, { ticket, clientSeed: '00ff' }, { [accountHeader]: token }, at % 20);
      const first = await draw(other, ticket, token);
      const again = await draw(app, ticket, token);
      expect([first.code, again.code]).toEqual([200, 200]);
      expect(again.data).toEqual({ ...first.data, repeat: true });
    }
    const drawn = await app.db.selectFrom('draw').where('activityId', '=', activity.id).select('id').execute();
    expect(drawn).toHaveLength(40);

    const { poolId } = await app.data(one.token, activityApi.info, { id: activity.id });
    const balance = async () =>
      (await app.db.selectFrom('pool').where('id', '=', poolId!).select('balance').executeTakeFirstOrThrow()).balance;
    for (let at = 0; at < 15; at += 1) {
      const before = await balance();
      const asked = { id: poolId!, amount: 1000, vouchers: ['/media/v.png'], remark: '', idemKey: randomUUID() };
      await cutAfter(poolApi.recharge.path, asked, { 'authori-zation': one.token }, at);
      const { id } = await app.data(one.token, poolApi.recharge, asked);
      await cutAfter(poolApi.audit.path, { id, pass: true, remark: '' }, { 'authori-zation': second.token }, at);
      const { code } = await other.call(second.token, poolApi.audit, { id, pass: true, remark: '' });
      expect([200, 62_433]).toContain(code);
      expect(await balance()).toBe(before + 1000);
      expect((await app.call(one.token, poolApi.audit, { id, pass: true, remark: '' })).code).not.toBe(200);
    }

    const now = await app.data(one.token, activityApi.info, { id: activity.id });
    for (let at = 0; at < 15; at += 1) {
      const before = await balance();
      const { id } = await app.data(one.token, activityApi.save, {
        ...now,
        actName: `断线${at}`,
        tiers: now.tiers.map(({ id: _id, ...tier }) => tier),
        targets: [{ kind: 3, seg, serialFrom: 150_000 + at, serialTo: 150_000 + at }],
        budgetAmount: 500,
      } as never);
      await cutAfter(activityApi.publish.path, { id }, { 'authori-zation': one.token }, at);
      const { code } = await other.call(second.token, activityApi.publish, { id });
      expect([200, 62_111]).toContain(code);
      expect(await balance()).toBe(before - 500);
      const epochs = await app.db.selectFrom('seedEpoch').where('activityId', '=', id).select('id').execute();
      expect(epochs).toHaveLength(1);
    }
    expect(productId).toBeGreaterThan(0);
    expect(await findFaults(app)).toEqual([]);
  },
);
