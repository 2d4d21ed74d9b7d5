import { consumerApi } from '@zhuiyuan/contract/consumer/consumer';
import { messageApi } from '@zhuiyuan/contract/message/message';
import { messageRefusals } from '@zhuiyuan/contract/message/message-refusals';
import { messageSettingApi } from '@zhuiyuan/contract/message/message-setting';
import { MessageChannel, MessageEvent, MessageKind, MessageStatus } from '@zhuiyuan/contract/message/message-states';
import { myMessagesApi } from '@zhuiyuan/contract/message/my-messages';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Code } from '@zhuiyuan/contract/kit/codes';
import { toTime } from '@zhuiyuan/contract/kit/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStaff } from '../../test/factories/access.ts';
import { openCashWorld } from '../../test/factories/cash.ts';
import { makeMembers } from '../../test/factories/lottery.ts';
import { makeFirm } from '../../test/factories/parties.ts';
import { openWinner } from '../../test/factories/posting.ts';
import { makeGoodsActivity, winGoods } from '../../test/factories/redeem.ts';
import { sendOnce, type Sender } from './send-messages.ts';
import { openTransport } from './official-account.ts';

let world: Awaited<ReturnType<typeof openCashWorld>>;
let app: (typeof world)['app'];
let firmId: number;
let token: string;
let sender: Sender;
const permissions = [
  'admin:lottery:customer:list',
  ...['list', 'save', 'resend'].map((verb) => `admin:lottery:message:${verb}`),
  ...['info', 'update'].map((verb) => `admin:lottery:messageSetting:${verb}`),
];
beforeAll(async () => {
  world = await openCashWorld();
  ({ app, firmId } = world);
  ({ token } = await makeStaff(app, { firmId, permissions }));
  sender = {
    db: app.db,
    log: { error: () => undefined },
    masterKey: app.config.masterKey,
    transport: openTransport({ timeoutMs: 2000 }),
    now: () => Date.parse('2026-06-01T04:00:00Z'),
  };
});
afterAll(() => world.close());

let serial = 0;
const key = () => `key-${(serial += 1)}`;
const rowsOf = async (filters: object = {}) =>
  (await app.data(token, messageApi.list, { page: 1, limit: 100, ...filters } as never)).list;

test('staff write to consumers on their page, who read it there; under the same key nobody gets it twice', async () => {
  const [a, b] = (await makeMembers(app, firmId, 2)) as [number, number];
  await app.db.updateTable('member').set({ nickName: '沈清和' }).where('id', '=', a).execute();
  const draft = { target: 'picked' as const, consumerIds: [a, b], content: '{nick}，新茶上市', idemKey: key() };
  expect(await app.data(token, messageApi.estimate, { target: 'picked', consumerIds: [a, b] })).toEqual({ count: 2 });
  expect(await app.data(token, messageApi.save, draft)).toEqual({ count: 2 });
  await app.data(token, messageApi.save, draft);
  expect((await rowsOf({ kind: MessageKind.NOTICE })).map(({ consumerId, content }) => [consumerId, content])).toEqual([
    [b, '用户，新茶上市'],
    [a, '沈**，新茶上市'],
  ]);
  const reader = await openWinner(app, a);
  expect((await reader.data(myMessagesApi.list)).list).toEqual([]);
  await sendOnce(sender);
  expect(await reader.data(myMessagesApi.unread)).toEqual({ count: 1 });
  const [message] = (await reader.data(myMessagesApi.list)).list;
  expect(message).toMatchObject({ content: '沈清和，新茶上市', isNew: true, kind: MessageKind.NOTICE });
  // Another's messages are not marked by him.
  const [other] = await rowsOf({ consumerId: b });
  await reader.data(myMessagesApi.read, { ids: [message!.id, other!.id] });
  expect(await reader.data(myMessagesApi.unread)).toEqual({ count: 0 });
  expect((await (await openWinner(app, b)).data(myMessagesApi.unread)).count).toBe(1);
  expect((await rowsOf({ consumerId: a }))[0]).toMatchObject({
    consumer: '沈**',
    content: '沈**，新茶上市',
    status: MessageStatus.sent,
    readAt: expect.any(String),
  });
});

test('a name that reads like a variable stands as it is', async () => {
  const [uid] = (await makeMembers(app, firmId, 1)) as [number];
  await app.db.updateTable('member').set({ nickName: '{date}' }).where('id', '=', uid).execute();
  await app.data(token, messageApi.save, {
    target: 'picked',
    consumerIds: [uid],
    content: '{nick}：{date}见，{nick}',
    sendAt: null,
    idemKey: key(),
  });
  await sendOnce(sender);
  const [message] = (await (await openWinner(app, uid)).data(myMessagesApi.list)).list;
  expect(message!.content).toMatch(/^\{date\}：\d{4}-\d\d-\d\d见，\{date\}$/);
  expect((await rowsOf({ consumerId: uid }))[0]!.content).toMatch(/^\{\*\*：\d{4}-\d\d-\d\d见，\{\*\*$/);
});

test('a message to the participants of an activity goes to each once, a disabled one gets none; nobody is refused', async () => {
  const goods = await makeGoodsActivity(app, firmId);
  const won = await winGoods(app, goods, 3);
  await app.db.updateTable('member').set({ status: Enabled.off }).where('id', '=', won[0]!.uid).execute();
  const draft = { target: 'activity' as const, activityId: goods.id, content: '感谢参与', idemKey: key() };
  expect(await app.data(token, messageApi.save, draft)).toEqual({ count: 2 });
  const empty = await makeGoodsActivity(app, firmId);
  expect(await app.call(token, messageApi.save, { ...draft, activityId: empty.id, idemKey: key() })).toMatchObject({
    code: messageRefusals.nobody[0],
  });
});

test('what is set for later waits, can be taken back, and says the day it goes out', async () => {
  const [uid] = (await makeMembers(app, firmId, 1)) as [number];
  const sendAt = toTime(Date.now() + 3 * 24 * 3_600_000);
  const write = (at: string) =>
    app.call(token, consumerApi.message, { ids: [uid], content: '{date}见', sendAt: at, idemKey: key() });
  expect(await write('2026-01-01 08:00:00')).toMatchObject({ code: Code.invalid, message: '发送时间不能早于现在' });
  expect(await write('2036-01-01 08:00:00')).toMatchObject({ code: Code.invalid, message: '发送时间不能晚于90天后' });
  expect((await write(sendAt)).data).toEqual({ count: 1 });
  await sendOnce(sender);
  const [row] = await rowsOf({ consumerId: uid });
  expect(row).toMatchObject({ status: MessageStatus.waiting, dueAt: sendAt, content: `${sendAt.slice(0, 10)}见` });
  expect(await app.data(token, messageApi.cancel, { ids: [row!.id] })).toEqual({ ok: 1, fail: [] });
  expect((await rowsOf({ consumerId: uid }))[0]).toMatchObject({ status: MessageStatus.skipped, err: '已取消' });
  expect((await app.data(token, messageApi.cancel, { ids: [row!.id] })).fail).toEqual([
    { id: row!.id, message: messageRefusals.notWaiting[1] },
  ]);
});

test('a text that names what there is not is refused', async () => {
  const [uid] = (await makeMembers(app, firmId, 1)) as [number];
  expect(
    await app.call(token, messageApi.save, {
      target: 'picked',
      consumerIds: [uid],
      content: '{price}',
      idemKey: key(),
    }),
  ).toMatchObject({ code: Code.invalid, data: { fields: [{ field: 'content', message: '模板变量{price}不存在' }] } });
  expect(
    await app.call(token, messageSettingApi.update, {
      event: 'WIN',
      innerOn: true,
      innerContent: '恭喜 {shop}',
      wechatOn: false,
    }),
  ).toMatchObject({ code: Code.invalid, message: '模板变量{shop}不存在' });
});

test('what failed or was skipped is sent again; what may have arrived only where somebody is sure', async () => {
  const uids = await makeMembers(app, firmId, 3);
  const states = [MessageStatus.failed, MessageStatus.unknown, MessageStatus.sent];
  const made = await app.db
    .insertInto('message')
    .values(
      uids.map((uid, at) => ({
        firmId,
        uid,
        kind: MessageKind.NOTICE,
        channel: MessageChannel.inner,
        ref: key(),
        content: '再发',
        status: states[at]!,
        sentAt: states[at] === MessageStatus.sent ? '2026-11-01 00:00:00' : null,
      })),
    )
    .returning('id')
    .execute();
  const ids = made.map(({ id }) => id) as [number, number, number];
  expect(await app.data(token, messageApi.resend, { ids })).toEqual({
    ok: 1,
    fail: [
      { id: ids[1], message: messageRefusals.unsure[1] },
      { id: ids[2], message: messageRefusals.notResendable[1] },
    ],
  });
  expect(await app.data(token, messageApi.resend, { ids: [ids[1]], sure: true })).toMatchObject({ ok: 1 });
  await sendOnce(sender);
  const rows = await rowsOf();
  expect(ids.map((id) => rows.find((row) => row.id === id)!.status)).toEqual([1, 1, 1]);
});

test('what staff send again is tried as often as at first', async () => {
  const [uid] = await world.people(['o_again']);
  const { appId } = world.merchant;
  const { id } = await app.db
    .insertInto('message')
    .values({
      firmId,
      uid: uid!,
      kind: MessageKind.WIN,
      channel: MessageChannel.wechat,
      ref: key(),
      content: '恭喜中奖',
      appId,
      templateNo: world.simulator.messages.templateId(appId, 0),
      fields: JSON.stringify({ thing1: '中秋有礼', thing2: '礼盒', time3: '2026-10-01' }),
      status: MessageStatus.failed,
      tries: 6,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await app.data(token, messageApi.resend, { ids: [id] })).toMatchObject({ ok: 1 });
  world.configure({ errorRate: 1 });
  const states: number[] = [];
  for (let nth = 0; nth < 6; nth += 1) {
    await app.db.updateTable('message').set({ dueAt: '2026-01-01 00:00:00' }).where('id', '=', id).execute();
    await sendOnce(sender);
    states.push((await rowsOf({ consumerId: uid }))[0]!.status);
  }
  world.configure({ errorRate: 0 });
  expect(states).toEqual([...Array(5).fill(MessageStatus.waiting), MessageStatus.failed]);
});

test('the day at a glance counts what went out, and of what ended the share that arrived; trials do not count', async () => {
  const other = await makeFirm(app);
  const staff = await makeStaff(app, { firmId: other, permissions });
  const [uid] = (await makeMembers(app, other, 1)) as [number];
  const row = { firmId: other, uid, kind: MessageKind.NOTICE, channel: MessageChannel.inner, content: 'x' };
  const now = new Date().toISOString();
  await app.db
    .insertInto('message')
    .values([
      { ...row, ref: key(), status: MessageStatus.sent, sentAt: now },
      { ...row, ref: key(), status: MessageStatus.sent, sentAt: now },
      { ...row, ref: key(), status: MessageStatus.sent, sentAt: now, isTest: true },
      { ...row, ref: key(), status: MessageStatus.sent, sentAt: '2026-01-01 00:00:00' },
      { ...row, ref: key(), status: MessageStatus.failed },
      { ...row, ref: key(), status: MessageStatus.skipped },
      { ...row, ref: key(), status: MessageStatus.waiting },
    ])
    .execute();
  expect(await app.data(staff.token, messageApi.summary)).toEqual({
    sent: 2,
    sentShare: 0.5,
    failed: 1,
    unknown: 0,
    waiting: 1,
  });
});

test('templates come from WeChat; a setting names one with all its fields, and a trial goes out by it', async () => {
  expect(await app.data(token, messageSettingApi.sync)).toEqual({ count: 3 });
  const templates = await app.data(token, messageSettingApi.templates);
  const won = templates.find(({ title }) => title === '中奖结果通知')!;
  const draft = {
    event: MessageEvent.WIN,
    innerOn: false,
    innerContent: '中了{prize}',
    wechatOn: true,
    templateId: won.id,
    version: 0,
  };
  expect(await app.call(token, messageSettingApi.update, { ...draft, fields: { thing1: '{act}' } })).toMatchObject({
    code: Code.invalid,
    data: {
      fields: [
        { field: 'fields.thing2', message: '请填写奖品名称' },
        { field: 'fields.time3', message: '请填写领取截止' },
      ],
    },
  });
  const fields = { thing1: '{act}', thing2: '{prize}', time3: '{date}' };
  expect(await app.data(token, messageSettingApi.update, { ...draft, fields })).toEqual({ version: 1 });
  expect((await app.call(token, messageSettingApi.update, { ...draft, fields })).code).toBe(Code.stale);
  const { settings, hasApp, quota } = await app.data(token, messageSettingApi.list);
  expect(settings.find(({ event }) => event === 'WIN')).toMatchObject({
    ...draft,
    version: 1,
    wechatContent: '活动名称：{act}\n奖品名称：{prize}\n领取截止：{date}',
  });
  expect([hasApp, quota.dayLimit, settings.length]).toEqual([true, 100_000, 9]);
  const [uid] = await world.people(['o_trial']);
  await app.data(token, messageSettingApi.test, { event: 'WIN', channel: MessageChannel.wechat, consumerId: uid! });
  await sendOnce(sender);
  expect(world.simulator.messages.sent).toMatchObject([
    { openid: 'o_trial', data: { thing1: '扫码有礼', thing2: '精美礼盒一份', time3: '2026-12-31' } },
  ]);
  expect((await rowsOf({ consumerId: uid }))[0]).toMatchObject({ isTest: true, status: MessageStatus.sent });
  // A template that WeChat does not list any more stays, marked.
  await app.db.updateTable('messageTemplate').set({ templateNo: 'gone' }).where('id', '=', won.id).execute();
  await app.data(token, messageSettingApi.sync);
  expect((await app.data(token, messageSettingApi.templates)).find(({ id }) => id === won.id)!.isGone).toBe(true);
  expect(await app.data(token, messageSettingApi.quota, { dayLimit: 5, version: quota.version })).toEqual({
    version: 1,
  });
});

test('a firm without an app of WeChat’s is told what is missing', async () => {
  const other = await makeFirm(app);
  const staff = await makeStaff(app, { firmId: other, permissions });
  expect((await app.call(staff.token, messageSettingApi.sync)).code).toBe(messageRefusals.noApp[0]);
});
