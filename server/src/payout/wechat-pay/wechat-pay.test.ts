import { constants, createPublicKey, privateDecrypt } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { openSimulatedPay } from '../../../test/simulated-pay.ts';
import { newPublicKey } from '@zhuiyuan/simulator/keys';
import { classify } from './outcome.ts';
import { encryptName } from './signing.ts';
import { PlatformKeys } from './platform-keys.ts';
import { fetchCertificates } from './transport.ts';
import { openWechatPay } from './wechat-pay.ts';

type World = Awaited<ReturnType<typeof openSimulatedPay>>;
const opened: World[] = [];
const open = async (options: Parameters<typeof openSimulatedPay>[0] = {}) => {
  const world = await openSimulatedPay(options);
  opened.push(world);
  return world;
};
afterEach(async () => {
  await Promise.all(opened.splice(0).map((world) => world.close()));
});

/** Waits until something holds. */
const soon = async (check: () => Promise<void> | void) => {
  await eventually(check);
};

describe('a transfer', () => {
  test('is made, waits with its package, is confirmed and paid once; the same number again answers the same', async () => {
    const { pay, create, simulator, paid } = await open();
    simulator.config.autoConfirmMs = -1;
    const first = await create('LT01', 'user_ok', 188);
    expect(first).toMatchObject({ kind: 'done', state: 'WAIT_USER_CONFIRM', packageInfo: expect.any(String) });
    expect(await create('LT01', 'user_ok', 188)).toEqual(first);
    expect(await pay.query('LT01')).toMatchObject({
      kind: 'done',
      bill: { state: 'WAIT_USER_CONFIRM', amount: 188, openid: 'user_ok', outBillNo: 'LT01' },
    });
    simulator.transfers.confirm(simulator.ledger.find('1900000109', 'LT01')!);
    expect(await pay.query('LT01')).toMatchObject({ kind: 'done', bill: { state: 'SUCCESS' } });
    expect(await create('LT01', 'user_ok', 188)).toMatchObject({ kind: 'done', state: 'SUCCESS' });
    expect(paid('LT01')).toHaveLength(1);
    expect(await pay.balance()).toEqual({ kind: 'done', available: 999_812, pending: 0 });
  });

  test('of the same number but another amount or receiver is refused, and nothing is paid for it', async () => {
    const { create, simulator } = await open();
    await create('LT02', 'user_wait', 188);
    expect(await create('LT02', 'user_wait', 189)).toMatchObject({ kind: 'refused', code: 'PARAM_ERROR' });
    expect(await create('LT02', 'other_wait', 188)).toMatchObject({ kind: 'refused' });
    expect(simulator.ledger.entries).toHaveLength(1);
  });

  test('that nobody knows is not found, also for a cancel', async () => {
    const { pay } = await open();
    expect(await pay.query('LT404')).toEqual({ kind: 'not-found' });
    expect(await pay.cancel('LT404')).toEqual({ kind: 'not-found' });
  });

  test('is cancelled before it is confirmed, and not after; the money comes back', async () => {
    const { pay, create, simulator } = await open();
    await create('LT03', 'user_wait', 500);
    expect(await pay.cancel('LT03')).toEqual({ kind: 'done', state: 'CANCELING' });
    await soon(async () => expect(await pay.query('LT03')).toMatchObject({ bill: { state: 'CANCELLED' } }));
    expect(simulator.ledger.balance('1900000109')).toBe(1_000_000);
    await create('LT04', 'user_ok');
    await soon(async () => expect(await pay.query('LT04')).toMatchObject({ bill: { state: 'SUCCESS' } }));
    expect(await pay.cancel('LT04')).toMatchObject({ kind: 'refused', code: 'INVALID_REQUEST' });
  });

  test('closes after a day without the receiver, says why, and the money comes back', async () => {
    const { pay, create, simulator } = await open();
    await create('LT05', 'user_wait', 700);
    simulator.advance(24 * 3600 * 1000);
    expect(await pay.query('LT05')).toMatchObject({ bill: { state: 'FAIL', failReason: 'OVERDUE_CLOSE' } });
    expect(simulator.ledger.balance('1900000109')).toBe(1_000_000);
  });

  test.each([
    ['user_fail_real', 'REAL_NAME_CHECK_FAIL'],
    ['user_quota', 'DAY_RECEIVED_QUOTA_EXCEED'],
  ])('to %s fails with %s', async (openid, reason) => {
    const { pay, create, simulator } = await open();
    await create('LT06', openid);
    await soon(async () =>
      expect(await pay.query('LT06')).toMatchObject({ bill: { state: 'FAIL', failReason: reason } }),
    );
    expect(simulator.ledger.balance('1900000109')).toBe(1_000_000);
  });

  test('with a name of 2,000 yuan and more: without it refused, with it readable to the platform', async () => {
    const { pay, body, simulator, keys } = await open();
    expect(await pay.create('LT07', body('LT07', 'user_wait', 200_000))).toMatchObject({ kind: 'refused' });
    const secrets = (await keys.forSecrets())!;
    const named = JSON.stringify({
      ...(JSON.parse(body('LT07', 'user_wait', 200_000)) as object),
      user_name: encryptName(secrets.key, '张三'),
    });
    expect(await pay.create('LT07', named, secrets.serialNo)).toMatchObject({ kind: 'done' });
    const sealed = (JSON.parse(simulator.ledger.find('1900000109', 'LT07')!.body) as { user_name: string }).user_name;
    const key = { key: simulator.keys[0]!.privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING };
    expect(privateDecrypt(key, Buffer.from(sealed, 'base64')).toString()).toBe('张三');
  });
});

describe('what goes wrong on the way', () => {
  test('leaves a transfer unknown after a connection that broke, though it was accepted', async () => {
    const { pay, create } = await open();
    expect(await create('LT10', 'user_timeout')).toMatchObject({ kind: 'unknown' });
    expect(await pay.query('LT10')).toMatchObject({ kind: 'done' });
  });

  test.each([
    ['user_500', 'unknown', 'SYSTEM_ERROR'],
    ['user_429', 'later', 'FREQUENCY_LIMITED'],
    ['user_noten', 'not-enough', 'NOT_ENOUGH'],
  ])('%s is told %s twice, then done under the same number', async (openid, kind, code) => {
    const { create, paid, simulator } = await open();
    expect(await create('LT11', openid)).toMatchObject({ kind, code });
    expect(await create('LT11', openid)).toMatchObject({ kind, code });
    expect(await create('LT11', openid)).toMatchObject({ kind: 'done' });
    await soon(() => expect(paid('LT11')).toHaveLength(1));
    expect(simulator.ledger.entries).toHaveLength(1);
  });

  test('an account that holds too little pays nothing', async () => {
    const { create, simulator } = await open({ balance: 99 });
    expect(await create('LT12', 'user_ok', 100)).toMatchObject({ kind: 'not-enough' });
    expect(simulator.ledger.entries).toHaveLength(0);
  });

  test('more calls than the limit are told to come later', async () => {
    const { pay, simulator } = await open();
    simulator.config.qps = 3;
    const answers = await Promise.all(Array.from({ length: 30 }, () => pay.query('LT404')));
    expect(answers.filter(({ kind }) => kind === 'later').length).toBeGreaterThan(0);
  });

  test('an answer nobody signed rightly is believed in nothing, whatever it says', async () => {
    const { pay, create, simulator } = await open();
    await pay.query('LT404');
    simulator.config.badSignatureRate = 1;
    expect(await create('LT13', 'user_ok')).toEqual({ kind: 'unknown', code: 'SIGNATURE_bad', message: '' });
    expect(await pay.query('LT404')).toMatchObject({ kind: 'unknown', code: 'SIGNATURE_bad' });
    expect(await pay.balance()).toMatchObject({ kind: 'unknown' });
    simulator.config.badSignatureRate = 0;
    simulator.config.clockSkewSec = -301;
    expect(await pay.query('LT404')).toMatchObject({ kind: 'unknown', code: 'SIGNATURE_skewed' });
    simulator.config.clockSkewSec = 290;
    expect(await pay.query('LT404')).toEqual({ kind: 'not-found' });
  });

  test("a merchant's own fault stops him: another key, another number, another appid", async () => {
    const { merchant, keys, body } = await open();
    const other = openWechatPay({ ...merchant, privateKey: newPublicKey().privateKey }, keys);
    expect(await other.query('LT1')).toMatchObject({ kind: 'stop', code: 'SIGN_ERROR' });
    expect(await other.create('LT1', body('LT1', 'user_ok'))).toMatchObject({ kind: 'stop' });
    const nobody = openWechatPay({ ...merchant, mchId: '1' }, keys);
    expect(await nobody.balance()).toMatchObject({ kind: 'stop' });
    const right = openWechatPay(merchant, keys);
    const wrongApp = body('LT1', 'user_ok').replace(merchant.appId, 'wx0');
    expect(await right.create('LT1', wrongApp)).toMatchObject({ kind: 'stop', code: 'INVALID_REQUEST' });
  });

  test('a host that is not there leaves everything unknown; a query goes to the second one', async () => {
    const { merchant, keys, body, simulator } = await open();
    const away = openWechatPay({ ...merchant, hosts: ['http://127.0.0.1:9', simulator.url] }, keys);
    expect(await away.create('LT14', body('LT14', 'user_ok'))).toMatchObject({ kind: 'unknown' });
    expect(simulator.ledger.bills.size).toBe(0);
    expect(await away.query('LT14')).toEqual({ kind: 'not-found' });
  });

  test('codes that nobody listed settle nothing', () => {
    expect(classify(400, 'SOMETHING_NEW', '', true)).toMatchObject({ kind: 'unknown' });
    expect(classify(403, 'FREQUENCY_LIMIT_EXCEED', '', true)).toMatchObject({ kind: 'later' });
    expect(classify(400, 'RATELIMIT_EXCEEDED', '', false)).toMatchObject({ kind: 'later' });
    expect(classify(400, 'ALREADY_EXISTS', '', true)).toMatchObject({ kind: 'exists' });
    expect(classify(400, 'INVALID_REQUEST', '此IP地址不允许调用接口', true)).toMatchObject({ kind: 'stop' });
    expect(classify(400, 'INVALID_REQUEST', '暂不支持展示当前传入的用户收款感知', true)).toMatchObject({
      kind: 'refused',
    });
    // A proxy on the way can say this as well.
    expect(classify(400, 'PARAM_ERROR', '', false)).toMatchObject({ kind: 'unknown' });
    expect(classify(502, '', '<html>', false)).toMatchObject({ kind: 'unknown' });
  });
});

describe('the keys of the platform', () => {
  test('are fetched when unknown, at most every five minutes, and several hold at a time', async () => {
    let now = Date.now();
    const { pay, simulator } = await open({ clock: () => now });
    expect(await pay.query('LT1')).toEqual({ kind: 'not-found' });
    expect(simulator.asked.certificates).toBe(1);
    simulator.rotate();
    expect(await pay.query('LT1')).toMatchObject({ kind: 'unknown', code: 'SIGNATURE_unknown-key' });
    await Promise.all(Array.from({ length: 10 }, () => pay.query('LT1')));
    expect(simulator.asked.certificates).toBe(1);
    now += 5 * 60_000;
    // Our clock is now ahead of theirs by as much as is allowed.
    simulator.config.clockSkewSec = 300;
    expect(await Promise.all(Array.from({ length: 10 }, () => pay.query('LT1')))).toEqual(
      Array.from({ length: 10 }, () => ({ kind: 'not-found' })),
    );
    expect(simulator.asked.certificates).toBe(2);
  });

  test('are fetched again two seconds after a fetch that failed, twice as late each time, at last every five minutes', async () => {
    let now = Date.now();
    const { merchant, simulator } = await open();
    const state = { fetches: 0, isAway: true };
    const fetchKeys = async () => {
      state.fetches += 1;
      if (state.isAway) throw new Error('away');
      return fetchCertificates(merchant);
    };
    const keys = new PlatformKeys([], fetchKeys, () => now);
    const judge = () =>
      keys.judge(
        { timestamp: String(Math.floor(now / 1000)), nonce: 'n', signature: 's', serial: simulator.keys[0]!.serialNo },
        '',
      );
    for (const [times, wait] of [2, 4, 8, 16, 32, 64, 128, 256, 300, 300].entries()) {
      expect(await Promise.all([judge(), judge()])).toEqual(['unknown-key', 'unknown-key']);
      expect(state.fetches).toBe(times + 1);
      now += wait * 1000 - 1;
      expect(await judge()).toBe('unknown-key');
      expect(state.fetches).toBe(times + 1);
      now += 1;
    }
    state.isAway = false;
    expect(await judge()).toBe('bad');
    expect(state.fetches).toBe(11);
  });

  test('a public key is never fetched: it is known or it is not', async () => {
    const { pay, simulator, merchant } = await open();
    await pay.query('LT1');
    const { serialNo, pem } = simulator.rotate({ publicKey: true });
    expect(await pay.query('LT1')).toMatchObject({ kind: 'unknown', code: 'SIGNATURE_unknown-key' });
    expect(simulator.asked.certificates).toBe(1);
    const keys = new PlatformKeys([{ serialNo, pem }], () => fetchCertificates(merchant));
    expect(await openWechatPay(merchant, keys).query('LT1')).toEqual({ kind: 'not-found' });
    expect((await keys.forSecrets())!.serialNo).toBe(serialNo);
    expect((await keys.forSecrets())!.key.equals(createPublicKey(pem))).toBe(true);
    expect(simulator.asked.certificates).toBe(1);
  });

  test('a list of certificates that its own certificates did not sign is refused', async () => {
    const { merchant, simulator } = await open();
    simulator.config.badSignatureRate = 1;
    await expect(fetchCertificates(merchant)).rejects.toThrow(/signature bad/);
    simulator.config.badSignatureRate = 0;
    await expect(fetchCertificates({ ...merchant, apiV3Key: Buffer.alloc(32) })).rejects.toThrow();
    expect(await fetchCertificates(merchant)).toHaveLength(1);
  });
});

describe('the bill of a day', () => {
  test('tells what went out and what came back, on the day it moved', async () => {
    const { pay, create, simulator } = await open();
    const day = (offset: number) =>
      new Date(simulator.now() + 8 * 3600_000 + offset * 24 * 3600_000).toISOString().slice(0, 10);
    expect(await pay.fundBill(day(-1))).toEqual({ kind: 'done', lines: [] });
    await create('LT20', 'user_wait', 188);
    const [made] = [day(0)];
    simulator.advance(24 * 3600_000);
    simulator.advance(24 * 3600_000);
    expect(await pay.fundBill(made)).toMatchObject({
      kind: 'done',
      lines: [{ outBillNo: 'LT20', isIncome: false, amount: 188, balance: 999_812 }],
    });
    expect(await pay.fundBill(day(-1))).toMatchObject({
      lines: [{ outBillNo: 'LT20', isIncome: true, amount: 188, balance: 1_000_000 }],
    });
  });

  test('an address elsewhere is not gone to', async () => {
    const { merchant, keys, create, simulator } = await open();
    await create('LT21', 'user_wait');
    simulator.advance(24 * 3600_000);
    const port = new URL(simulator.url).port;
    const byName = openWechatPay({ ...merchant, hosts: [`http://localhost:${port}`] }, keys);
    const day = new Date(simulator.now() + 8 * 3600_000 - 24 * 3600_000).toISOString().slice(0, 10);
    expect(await byName.fundBill(day)).toMatchObject({ kind: 'unknown', code: 'OTHER_HOST' });
  });
});
