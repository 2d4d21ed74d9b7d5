import { MessageChannel, MessageStatus, skipReasons } from '@zhuiyuan/contract/message/message-states';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openCashWorld } from '../../test/factories/cash.ts';
import { gate } from '../../test/gate.ts';
import { isQuiet, sendOnce, type Sender } from './send-messages.ts';
import { openTransport } from './official-account.ts';

const day = Date.parse('2026-06-01T04:00:00Z');
const night = Date.parse('2026-06-01T15:00:00Z');
let world: Awaited<ReturnType<typeof openCashWorld>>;
let sender: Sender;
beforeAll(async () => {
  world = await openCashWorld();
  sender = {
    db: world.app.db,
    log: { error: (fault: unknown) => void world.errors.push(fault) },
    masterKey: world.app.config.masterKey,
    transport: openTransport({ timeoutMs: 2000 }),
    now: () => day,
  };
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.app.db.deleteFrom('message').execute();
  await world.app.db.deleteFrom('messageQuota').execute();
  world.simulator.messages.sent.length = 0;
  world.simulator.messages.dayQuota = 100_000;
  world.configure({ lostRate: 0, errorRate: 0, timeoutRate: 0 });
});

let serial = 0;
/** Messages by the first template of the app, one for each of these people. */
const write = async (uids: readonly number[], channel: 0 | 1 = MessageChannel.wechat, more: object = {}) => {
  const { firmId, appId } = world.merchant;
  const rows = await world.app.db
    .insertInto('message')
    .values(
      uids.map((uid) => ({
        firmId,
        uid,
        kind: 'WIN',
        channel,
        ref: `r${(serial += 1)}`,
        content: '恭喜中奖',
        ...(channel === MessageChannel.wechat && {
          appId,
          templateNo: world.simulator.messages.templateId(appId, 0),
          fields: JSON.stringify({ thing1: '中秋有礼', thing2: '礼盒', time3: '2026-10-01' }),
        }),
        ...more,
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
};
const read = (id: number) =>
  world.app.db.selectFrom('message').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const openids = () => world.simulator.messages.sent.map(({ openid }) => openid);

test('what is due goes out once, on the page and by WeChat, and says when and under which number', async () => {
  const [uid] = await world.people(['o_first']);
  const [wechat, page] = [...(await write([uid!])), ...(await write([uid!], MessageChannel.inner))] as [number, number];
  const [later] = await write([uid!], MessageChannel.inner, { dueAt: '2036-01-01 00:00:00+08' });
  expect(await sendOnce(sender)).toBe(2);
  expect(await sendOnce(sender)).toBe(0);
  expect(await read(wechat)).toMatchObject({
    status: MessageStatus.sent,
    err: '',
    tries: 1,
    msgNo: expect.stringMatching(/^\d+$/),
    sentAt: expect.any(String),
  });
  expect((await read(page)).status).toBe(MessageStatus.sent);
  expect((await read(later!)).status).toBe(MessageStatus.waiting);
  expect(world.simulator.messages.sent).toMatchObject([
    { openid: 'o_first', data: { thing1: '中秋有礼', thing2: '礼盒', time3: '2026-10-01' } },
  ]);
});

test('nobody is woken between 22 and 8 o’clock in Shanghai; the page is filled all the same', async () => {
  const at = (hour: string) => isQuiet(Date.parse(`2026-06-01T${hour}:00+08:00`));
  expect(['21:59', '22:00', '03:00', '07:59', '08:00'].map(at)).toEqual([false, true, true, true, false]);
  const [uid] = await world.people(['o_night']);
  const [wechat, page] = [...(await write([uid!])), ...(await write([uid!], MessageChannel.inner))] as [number, number];
  await sendOnce({ ...sender, now: () => night });
  expect([(await read(wechat)).status, (await read(page)).status]).toEqual([MessageStatus.waiting, MessageStatus.sent]);
  await sendOnce(sender);
  expect((await read(wechat)).status).toBe(MessageStatus.sent);
});

test('who does not follow, has no openid or refuses is skipped with the reason; what WeChat refuses otherwise failed', async () => {
  const [left, refuses, unknown, bad] = await world.people(['o_left', 'o_refuses', '', 'o_bad']);
  world.simulator.messages.attitudes.set('o_left', 'left').set('o_refuses', 'refuses');
  const ids = await write([left!, refuses!, unknown!]);
  const [failed] = await write([bad!], MessageChannel.wechat, { templateNo: 'gone' });
  await sendOnce(sender);
  const rows = await Promise.all([...ids, failed!].map(read));
  expect(rows.map(({ status, err }) => [status, err])).toEqual([
    [MessageStatus.skipped, skipReasons.notFollowing],
    [MessageStatus.skipped, skipReasons.notSubscribed],
    [MessageStatus.skipped, skipReasons.notFollowing],
    [MessageStatus.failed, 'invalid template_id (40037)'],
  ]);
});

test('the day’s quota is taken at sending: what is beyond it is skipped, by ours and by WeChat’s', async () => {
  const uids = await world.people(['o_q1', 'o_q2', 'o_q3']);
  await world.app.db.insertInto('messageQuota').values({ firmId: world.firmId, dayLimit: 2 }).execute();
  const ids = await write(uids);
  await sendOnce(sender);
  const reasons = async (of: number[]) => (await Promise.all(of.map(read))).map(({ status, err }) => [status, err]);
  expect(await reasons(ids)).toEqual([
    [MessageStatus.sent, ''],
    [MessageStatus.sent, ''],
    [MessageStatus.skipped, skipReasons.overQuota],
  ]);
  await world.app.db.updateTable('messageQuota').set({ dayLimit: 100 }).execute();
  world.simulator.messages.dayQuota = 2;
  expect(await reasons(await write([uids[2]!]))).toEqual([[MessageStatus.waiting, '']]);
  await sendOnce(sender);
  const [last] = await world.app.db.selectFrom('message').selectAll().orderBy('id', 'desc').limit(1).execute();
  expect([last!.status, last!.err]).toEqual([MessageStatus.skipped, skipReasons.overQuota]);
  // A new day has a quota of its own.
  await world.app.db.updateTable('messageQuota').set({ dayLimit: 1, used: 99, day: '2020-01-01' }).execute();
  world.simulator.messages.dayQuota = 100;
  const [fresh] = await write([uids[0]!]);
  await sendOnce(sender);
  expect((await read(fresh!)).status).toBe(MessageStatus.sent);
});

test('an answer that never comes leaves the result unknown, and nothing sends it again', async () => {
  const [uid] = await world.people(['o_lost_answer']);
  const [id] = await write([uid!]);
  world.configure({ timeoutRate: 1 });
  await sendOnce(sender);
  expect((await read(id!)).status).toBe(MessageStatus.unknown);
  world.configure({ timeoutRate: 0 });
  expect(await sendOnce(sender)).toBe(0);
  expect(openids()).toEqual(['o_lost_answer']);
});

test('what WeChat did not take waits and is given again; a token that is void is renewed at once', async () => {
  const [uid] = await world.people(['o_busy']);
  const [id] = await write([uid!]);
  world.configure({ errorRate: 1 });
  await sendOnce(sender);
  expect(await read(id!)).toMatchObject({ status: MessageStatus.waiting, err: 'system error (-1)', tries: 1 });
  world.configure({ errorRate: 0 });
  await world.app.db.updateTable('message').set({ dueAt: '2026-01-01 00:00:00' }).execute();
  world.simulator.messages.voidTokens();
  await sendOnce(sender);
  expect(await read(id!)).toMatchObject({ status: MessageStatus.sent, tries: 2 });
  const [never] = await write([uid!], MessageChannel.wechat, { tries: 5 });
  const dead = openTransport({ timeoutMs: 500 });
  await world.app.db.updateTable('merchant').set({ baseUrl: 'http://127.0.0.1:9' }).execute();
  await sendOnce({ ...sender, transport: dead });
  await world.app.db.updateTable('merchant').set({ baseUrl: world.simulator.url }).execute();
  expect((await read(never!)).status).toBe(MessageStatus.failed);
});

test('what WeChat did not take uses nothing of the day it was tried on', async () => {
  const [busy, next] = await world.people(['o_unused', 'o_unused_next']);
  await world.app.db.insertInto('messageQuota').values({ firmId: world.firmId, dayLimit: 2 }).execute();
  const makeDue = () => world.app.db.updateTable('message').set({ dueAt: '2026-01-01 00:00:00' }).execute();
  const used = async () =>
    (await world.app.db.selectFrom('messageQuota').select('used').executeTakeFirstOrThrow()).used;
  const [first] = await write([busy!]);
  world.configure({ errorRate: 1 });
  for (let nth = 0; nth < 3; nth += 1) {
    await makeDue();
    await sendOnce(sender);
  }
  expect([(await read(first!)).tries, await used()]).toEqual([3, 0]);
  world.configure({ errorRate: 0 });
  const [second] = await write([next!]);
  await makeDue();
  await sendOnce(sender);
  for (const id of [first!, second!]) expect(await read(id)).toMatchObject({ status: MessageStatus.sent, err: '' });
  expect(await used()).toBe(2);
  // What comes back on another day than it was taken on leaves that one alone.
  const [late] = await write([busy!]);
  await world.app.db.updateTable('messageQuota').set({ dayLimit: 9 }).execute();
  await sendOnce({
    ...sender,
    transport: {
      ...sender.transport,
      async send() {
        await world.app.db.updateTable('messageQuota').set({ day: '2036-01-01', used: 5 }).execute();
        return { kind: 'notTaken', text: 'busy' };
      },
    },
  });
  expect([(await read(late!)).status, await used()]).toEqual([MessageStatus.waiting, 5]);
});

test('an answer that comes after its worker was given up still tells, and one to an earlier attempt is nothing to a later', async () => {
  const [uid] = await world.people(['o_late']);
  const [id] = await write([uid!]);
  const held = gate();
  const begun = gate();
  const slow: Sender = {
    ...sender,
    lease: 1,
    transport: {
      ...sender.transport,
      async send(...call) {
        begun.open();
        await held.opened;
        return sender.transport.send(...call);
      },
    },
  };
  const work = sendOnce(slow);
  await begun.opened;
  // Longer than it may hold the message.
  await new Promise((resolve) => setTimeout(resolve, 20));
  await sendOnce(sender);
  expect((await read(id!)).status).toBe(MessageStatus.unknown);
  held.open();
  await work;
  expect((await read(id!)).status).toBe(MessageStatus.sent);
});

test('several workers at once send each message once', async () => {
  const uids = await world.people(Array.from({ length: 120 }, (_, at) => `o_many${at}`));
  await write(uids);
  await write(uids, MessageChannel.inner);
  const worker = async () => {
    while ((await sendOnce(sender)) > 0);
  };
  await Promise.all([worker(), worker(), worker()]);
  expect(openids().toSorted()).toEqual(uids.map((_, at) => `o_many${at}`).toSorted());
  const rows = await world.app.db.selectFrom('message').select(['status', 'tries', 'channel']).execute();
  expect(rows.every(({ status }) => status === MessageStatus.sent)).toBe(true);
  expect(rows.filter(({ channel, tries }) => channel === MessageChannel.wechat && tries !== 1)).toEqual([]);
  expect(world.errors).toEqual([]);
});

const startWorker = (step: string, lease: number) => {
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      'test/message-worker.ts',
      world.app.database.url,
      world.app.config.masterKey.toString('hex'),
      step,
      String(lease),
    ],
    { cwd: `${import.meta.dirname}/../..`, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  return { child, killed: once(child, 'exit').then(([, signal]) => signal as string) };
};

test.each([
  ['before-post', 0],
  ['after-post', 1],
])('a worker killed %s leaves its message unknown, and no other sends it', async (step, arrived) => {
  const name = `o_${step.replace('-', '')}`;
  const [uid] = await world.people([name]);
  const [id] = await write([uid!]);
  const { killed } = startWorker(step, 200);
  expect(await killed).toBe('SIGKILL');
  expect((await read(id!)).status).toBe(MessageStatus.sending);
  // Longer than the worker held it.
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(await sendOnce(sender)).toBe(0);
  expect(await read(id!)).toMatchObject({ status: MessageStatus.unknown, err: '发送中断，结果不明', tries: 1 });
  expect(openids().filter((openid) => openid === name)).toHaveLength(arrived);
});
