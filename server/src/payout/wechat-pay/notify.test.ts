import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { openReceiver, openSimulatedPay } from '../../../test/simulated-pay.ts';
import { newCertificate, encryptFor, signedHeaders, type SigningKey } from '@zhuiyuan/simulator/keys';
import { BadNotice, openNotice } from './notify.ts';

let world: Awaited<ReturnType<typeof openSimulatedPay>>;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
beforeAll(async () => {
  [world, receiver] = await Promise.all([openSimulatedPay(), openReceiver()]);
});
afterAll(async () => {
  await Promise.all([world.close(), receiver.close()]);
});

const open = ({ headers, body }: (typeof receiver.received)[number]) =>
  openNotice(world.merchant, world.keys, (name) => headers[name] as string | undefined, body);
const received = async (count: number) => {
  await eventually(() => expect(receiver.received).toHaveLength(count));
  return receiver.received.splice(0);
};

/** A callback that says what it is told to, signed by a key of the platform or by another. */
const written = (
  resource: string | object,
  { key = world.simulator.keys.at(-1)! as SigningKey, ageSec = 0, apiV3Key = '' } = {},
) => {
  const known = [...world.simulator.merchants.values()][0]!;
  const text = typeof resource === 'string' ? resource : JSON.stringify(resource);
  const body = JSON.stringify({
    id: 'EV-1',
    event_type: 'MCHTRANSFER.BILL.FINISHED',
    resource: encryptFor(apiV3Key ? { apiV3Key } : known, text, 'mch_payment'),
  });
  const headers = signedHeaders(key, body, Math.floor(Date.now() / 1000) - ageSec);
  return {
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    body,
  };
};
const success = { out_bill_no: 'LT1', state: 'SUCCESS', transfer_amount: 100, openid: 'user_ok', mchid: '1900000109' };

test('a callback of the platform is read; the right one after a wrong one too', async () => {
  await world.create('LT30', 'user_badsig', 188, receiver.url);
  const [wrong, right] = await received(2);
  await expect(open(wrong!)).rejects.toThrow(new BadNotice('bad'));
  expect(await open(right!)).toMatchObject({
    eventType: 'MCHTRANSFER.BILL.FINISHED',
    bill: { outBillNo: 'LT30', state: 'SUCCESS', amount: 188, openid: 'user_badsig', mchId: '1900000109' },
  });
  // What has come may not be answered yet, and the next test counts answers.
  await eventually(() => expect(world.simulator.callbacks.answered).toBe(2));
});

test('it comes again until it is answered, and may come again after that, always under its id', async () => {
  world.simulator.config.callbackRetryMs = 10;
  receiver.answer(500);
  const before = world.simulator.callbacks.answered;
  await world.create('LT31', 'user_ok', 100, receiver.url);
  await eventually(() => expect(receiver.received.length).toBeGreaterThan(2));
  receiver.answer(200);
  // The last one is answered; whatever was under way with it has come by then.
  await eventually(() => expect(world.simulator.callbacks.answered).toBe(before + 1));
  const again = await Promise.all(receiver.received.splice(0).map(open));
  expect(new Set(again.map(({ id }) => id)).size).toBe(1);

  await world.create('LT32', 'user_dup', 100, receiver.url);
  const [first, ...others] = await Promise.all((await received(3)).map(open));
  expect(others).toEqual([first, first]);
});

test('it may come before the create is answered', async () => {
  const answer = await world.create('LT33', 'user_late', 100, receiver.url);
  expect(receiver.received).toHaveLength(1);
  expect(answer).toMatchObject({ kind: 'done', state: 'WAIT_USER_CONFIRM' });
  expect(await open((await received(1))[0]!)).toMatchObject({ bill: { state: 'SUCCESS' } });
});

test('nothing is believed that is forged, too old, from the future, a probe, changed or shaped otherwise', async () => {
  await expect(open(written(success))).resolves.toMatchObject({ bill: { outBillNo: 'LT1', mchId: '1900000109' } });
  const serialNo = world.simulator.keys.at(-1)!.serialNo;
  await expect(open(written(success, { key: { ...newCertificate(), serialNo } }))).rejects.toThrow(
    new BadNotice('bad'),
  );
  await expect(open(written(success, { key: newCertificate() }))).rejects.toThrow(new BadNotice('unknown-key'));
  await expect(open(written(success, { ageSec: 302 }))).rejects.toThrow(new BadNotice('skewed'));
  await expect(open(written(success, { ageSec: -302 }))).rejects.toThrow(new BadNotice('skewed'));
  await expect(open(written(success, { apiV3Key: 'f'.repeat(32) }))).rejects.toThrow(/APIv3/);
  await expect(open(written('{"state":"SUCCESS"}'))).rejects.toThrow(/resource/);
  await expect(open(written('nothing'))).rejects.toThrow(/resource/);
  await expect(open(written({ ...success, transfer_amount: 1.5 }))).rejects.toThrow(/resource/);
  const good = written(success);
  await expect(open({ ...good, body: `${good.body} ` })).rejects.toThrow(new BadNotice('bad'));
  const { 'wechatpay-serial': _serial, ...without } = good.headers as Record<string, string>;
  await expect(open({ ...good, headers: without })).rejects.toThrow(new BadNotice('unsigned'));
  const probe = { ...good.headers, 'wechatpay-signature': 'WECHATPAY/SIGNTEST/abcd' };
  await expect(open({ ...good, headers: probe })).rejects.toThrow(new BadNotice('probe'));
});

test('another kind of event is verified and tells of no bill', async () => {
  const body = JSON.stringify({
    id: 'EV-2',
    event_type: 'REFUND.SUCCESS',
    resource: encryptFor([...world.simulator.merchants.values()][0]!, '{}', 'x'),
  });
  const signed = signedHeaders(world.simulator.keys.at(-1)!, body, Math.floor(Date.now() / 1000));
  const headers = Object.fromEntries(Object.entries(signed).map(([name, value]) => [name.toLowerCase(), value]));
  expect(await open({ headers, body })).toEqual({ id: 'EV-2', eventType: 'REFUND.SUCCESS' });
});
