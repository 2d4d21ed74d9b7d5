import { merchantApi } from '@zhuiyuan/contract/fund/merchant/merchant';
import { Delivery } from '@zhuiyuan/contract/payout/payout-enums';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRoot } from '../../test/factories/access.ts';
import { openPayWorld } from '../../test/factories/payout.ts';
import { fasterPace } from '../../test/payout-pace.ts';
import { findMerchants } from './find-merchant.ts';
import { openMerchants } from './pay-merchants.ts';
import { payOnce } from './run-payouts.ts';

let world: Awaited<ReturnType<typeof openPayWorld>>;
let token: string;
beforeAll(async () => {
  world = await openPayWorld({ config: { autoConfirmMs: 100 } });
  token = await openRoot(world.app);
});
afterAll(() => world.close());

const change = (more: object) => world.app.call(token, merchantApi.update, { id: world.merchant.id, ...more } as never);
const busy = { code: 62441, message: '该商户有发放未结束，暂不能修改商户号、AppID和接口地址' };
/** A worker that opens merchants as they are stored. */
const openWorker = () => {
  const merchants = openMerchants(findMerchants(world.app.config));
  return () => payOnce({ db: world.app.db, log: world.parts.log, merchants, pace: fasterPace });
};
const isOver = async () =>
  (await world.records()).every(({ status }) => ([Delivery.RECEIVED, Delivery.FAILED] as string[]).includes(status));

it('stays the account it is while money is on its way through it', async () => {
  const { simulator, merchant } = world;
  const work = openWorker();
  await world.open(world.toRow('o1_slow_timeout', 1234));
  // Nothing is posted yet, and nothing is known after it was.
  expect(await change({ mchid: '1900000110' })).toMatchObject(busy);
  await work();
  for (const more of [{ mchid: '1900000110' }, { appid: 'wxother' }]) expect(await change(more)).toMatchObject(busy);
  // What is about neither is changed.
  expect(await change({ name: '改名', qps: 100, mchid: merchant.mchId })).toMatchObject({ code: 200 });
  await expect.poll(async () => (await work(), isOver()), { interval: 5 }).toBe(true);
  expect([...simulator.ledger.bills.values()].filter(({ state }) => state === 'SUCCESS')).toHaveLength(1);
  expect(await change({ mchid: '1900000110' })).toMatchObject({ code: 200 });
  expect(await change({ mchid: merchant.mchId })).toMatchObject({ code: 200 });
});

it('pays once whoever comes first, the worker or the other account', async () => {
  const { simulator, merchant } = world;
  const { id } = merchant;
  const other = simulator.addMerchant('1900000110', { balance: 1_000_000, appId: merchant.appId });
  const keysOf = ({ mchId, serialNo, privateKey, apiV3Key }: typeof other) => ({
    mchid: mchId,
    serialNo,
    privateKey,
    apiV3Key,
  });
  const own = { mchid: merchant.mchId, serialNo: merchant.serialNo, privateKey: merchant.privateKey };
  const workers = Array.from({ length: 4 }, openWorker);
  const answers: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    const keys = round % 2 === 0 ? keysOf(other) : { ...own, apiV3Key: merchant.apiV3Key };
    // What the workers opened is older than the change, and the attempt younger.
    const [said] = await Promise.all([
      change(keys),
      ...workers.map((work) => work()),
      world
        .open(world.toRow(`o${round}_slow_timeout`, 100 + round))
        .then(() => Promise.all(workers.map((one) => one()))),
    ]);
    answers.push(said!.code);
    await expect
      .poll(async () => (await Promise.all(workers.map((one) => one())), isOver()), { interval: 5 })
      .toBe(true);
  }
  expect(answers.every((code) => code === 200 || code === 62441)).toBe(true);
  const amounts = [...simulator.ledger.bills.values()]
    .filter(({ state, amount }) => state === 'SUCCESS' && amount < 200)
    .map(({ amount }) => amount);
  expect(amounts.toSorted()).toEqual([...new Set(amounts)].toSorted());
  const received = (await world.records()).filter(
    ({ mchConfId, status, amount }) => mchConfId === id && status === Delivery.RECEIVED && amount < 200,
  );
  expect(received.map(({ amount }) => amount).toSorted()).toEqual(amounts.toSorted());
});
