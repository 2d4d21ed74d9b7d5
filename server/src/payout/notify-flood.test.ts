import { channelApi } from '@zhuiyuan/contract/parties/channel/channel';
import { BillState, Delivery } from '@zhuiyuan/contract/payout/payout-enums';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRoot } from '../../test/factories/access.ts';
import { openPayWorld } from '../../test/factories/payout.ts';
import { encryptFor, newCertificate, signedHeaders, type SigningKey } from '@zhuiyuan/simulator/keys';
import { keepNotice, type KeptNotice } from './kept-notices.ts';
import { workLeftNotices } from './hear-notice.ts';

let world: Awaited<ReturnType<typeof openPayWorld>>;
beforeAll(async () => {
  world = await openPayWorld();
});
afterAll(() => world.close());

const stranger = newCertificate();
const seconds = () => Math.floor(Date.now() / 1000);

const send = (payload: string, more: Record<string, string> = {}) =>
  world.app.fastify.inject({
    method: 'POST',
    url: `/api/public/pay/wechat/notify/${world.merchant.id}`,
    headers: { 'content-type': 'application/json', ...more },
    payload,
  });

test('what is no callback at all is refused and changes nothing', async () => {
  const odd = ['', 'null', '[]', '{"id":1}', '{"__proto__":{"id":"x"}}', '\u0000', '💥', '{"id":'.repeat(2000)];
  for (const payload of odd)
    expect([payload.slice(0, 20), (await send(payload)).statusCode]).toEqual([payload.slice(0, 20), 401]);
  expect((await send('x'.repeat(70_000))).statusCode).toBe(413);
  const strange = {
    'wechatpay-timestamp': String(Math.floor(Date.now() / 1000)),
    'wechatpay-nonce': 'n',
    'wechatpay-serial': '\u00ff',
    'wechatpay-signature': '%%%',
  };
  expect((await send('{}', strange)).statusCode).toBe(401);
  for (const id of ['0', '-1', '1e3', '999999999', '9999999999999999999', '%00', '1%20or%201=1'])
    expect([
      id,
      (await world.app.fastify.inject({ method: 'POST', url: `/api/public/pay/wechat/notify/${id}`, payload: '{}' }))
        .statusCode,
    ]).toEqual([id, 401]);
  expect(await world.app.db.selectFrom('payoutEvent').selectAll().execute()).toEqual([]);
});

test('a flood of callbacks that nobody signed is refused without a look at the database', async () => {
  const { pool, noticePool } = world.app.database;
  await noticePool.query('select');
  const held = await pool.connect();
  try {
    await held.query('begin; lock table merchant in access exclusive mode');
    const answers = await Promise.all(
      Array.from({ length: 600 }, (_none, at) => send(JSON.stringify({ id: `EV-${at}` }))),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
  } finally {
    await held.query('rollback');
    held.release();
  }
});

test('numbers of merchants that strangers make up are looked up a few at a time; the known merchant is heard meanwhile', async () => {
  const signed = { ...signedHeaders(stranger, '{}', seconds()) };
  const askAbout = (id: number) =>
    world.app.fastify.inject({
      method: 'POST',
      url: `/api/public/pay/wechat/notify/${id}`,
      headers: { 'content-type': 'application/json', ...signed },
      payload: '{}',
    });
  expect((await send('{}', signed)).statusCode).toBe(401);
  const answers = await Promise.all(Array.from({ length: 300 }, (_none, at) => askAbout(1000 + at)));
  const codes = new Set(answers.map(({ statusCode }) => statusCode));
  expect(codes).toEqual(new Set([401, 503]));
  expect(answers.find(({ statusCode }) => statusCode === 503)!.json()).toEqual({ code: 'FAIL', message: '系统繁忙' });
});

test('of 1,000 callbacks at once every good one is answered as heard in time and taken over once, every forged one is refused', async () => {
  const { app } = world;
  await world.open(...Array.from({ length: 750 }, () => world.toRow('somebody', 188)));
  await app.db.updateTable('payout').set({ state: BillState.wait, body: '{}', nextRunAt: 'infinity' }).execute();
  await app.db.updateTable('redInfo').set({ status: Delivery.SENT }).execute();
  const attempts = await world.attempts();
  const known = world.simulator.merchants.get('1900000109')!;
  const real = world.simulator.keys.at(-1)!;
  const toCallback = (outBillNo: string, at: number, key: SigningKey) => {
    const resource = {
      mchid: '1900000109',
      out_bill_no: outBillNo,
      state: 'SUCCESS',
      transfer_amount: 188,
      openid: 'somebody',
    };
    const body = JSON.stringify({
      id: `EV-F${at}`,
      event_type: 'MCHTRANSFER.BILL.FINISHED',
      resource: encryptFor(known, JSON.stringify(resource), 'mch_payment'),
    });
    return { body, headers: signedHeaders(key, body, seconds()) };
  };
  const forger = { ...stranger, serialNo: real.serialNo };
  const callbacks = attempts.flatMap(({ outBillNo }, at) => [
    { isGood: true, ...toCallback(outBillNo, at, real) },
    ...(at % 3 === 0 ? [{ isGood: false, ...toCallback(outBillNo, 10_000 + at, forger) }] : []),
  ]);
  expect(callbacks).toHaveLength(1000);
  const root = await openRoot(app);
  const staff = app.call(root, channelApi.list);
  const answers = await Promise.all(
    callbacks.map(async ({ isGood, body, headers }) => ({ isGood, status: (await send(body, headers)).statusCode })),
  );
  expect(new Set(answers.map(({ isGood, status }) => `${isGood} ${status}`))).toEqual(
    new Set(['true 200', 'false 401']),
  );
  expect((await staff).code).toBe(200);
  const left = () => app.db.selectFrom('payNotice').select('notifyId').execute();
  await expect.poll(left, { timeout: 60_000 }).toEqual([]);
  expect(new Set((await world.records()).map(({ status }) => status))).toEqual(new Set([Delivery.RECEIVED]));
  const events = await app.db.selectFrom('payoutEvent').select('notifyId').where('notifyId', 'like', 'EV-F%').execute();
  expect(events).toHaveLength(750);
});

test('a callback that was kept and then left is taken over by whoever comes next, once', async () => {
  const { app } = world;
  await world.open(world.toRow('left', 200));
  await app.db.updateTable('payout').set({ state: BillState.wait, body: '{}' }).where('openid', '=', 'left').execute();
  const attempt = (await world.attempts()).find(({ openid }) => openid === 'left')!;
  const kept = {
    notifyId: 'EV-left',
    firmId: world.merchant.firmId,
    mchConfId: world.merchant.id,
    mchId: world.merchant.mchId,
    bill: { outBillNo: attempt.outBillNo, state: 'SUCCESS', amount: 200, openid: 'left', mchId: world.merchant.mchId },
  } as KeptNotice;
  await keepNotice(app.db, kept);
  expect(await workLeftNotices(app)).toBe(0);
  await app.db.updateTable('payNotice').set({ leaseUntil: '2020-01-01' }).execute();
  expect(await workLeftNotices(app)).toBe(1);
  expect(await workLeftNotices(app)).toBe(0);
  expect(await app.db.selectFrom('payNotice').selectAll().execute()).toEqual([]);
  expect((await world.record(attempt.redInfoId)).status).toBe(Delivery.RECEIVED);
});
