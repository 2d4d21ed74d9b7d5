import { redHoldApi } from '@zhuiyuan/contract/payout/red-hold';
import { redSendApi } from '@zhuiyuan/contract/red/send/red-send';
import { configApi } from '@zhuiyuan/contract/settings/config';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeStaff } from '../../../test/factories/access.ts';
import { openCashWorld } from '../../../test/factories/cash.ts';
import { findFaults } from '../../../test/factories/lottery.ts';
import { makeRedActive } from '../../../test/factories/red.ts';
import { readSendRules } from './send-rules.ts';

const first = { asksPassword: true, reviewAbove: 100_000 };

let world: Awaited<ReturnType<typeof openCashWorld>>;
let token: string;
let other: string;
let platform: string;
beforeAll(async () => {
  world = await openCashWorld();
  const permissions = ['list', 'save', 'resend'].map((act) => `admin:lottery:redInfo:${act}`);
  ({ token } = await makeStaff(world.app, { firmId: world.firmId, permissions }));
  ({ token: other } = await makeStaff(world.app, { firmId: world.firmId, permissions }));
  ({ token: platform } = await makeStaff(world.app, { permissions: ['admin:system:config:save:form'] }));
});
afterAll(() => world.close());

const set = (key: string, value: string, by = platform) =>
  world.app.call(by, configApi.saveUnique, { key, value } as never);
const rules = () => world.app.data(token, redSendApi.rules, {});
/** Saves settings, and waits until this process has heard of it. */
const settled = async (values: Record<string, string>, expected: object) => {
  for (const [key, value] of Object.entries(values)) expect(await set(key, value)).toMatchObject({ code: 200 });
  await expect.poll(rules).toEqual(expected);
};
afterEach(() => settled({ 'manual.send_password': '1', 'manual.four_eyes_amount': '100000' }, first));

const openid = () => `o${randomUUID().slice(0, 12)}_ok`;
const send = async (draft: object, by = token) =>
  world.app.call(by, redSendApi.save, { remark: '补发', idemKey: randomUUID(), ...draft } as never);
const makeOrder = async (count: number, amount: number) => ({
  redActiveId: await makeRedActive(world.app, world.firmId, { poolId: world.poolId, budgetAmount: 1_000_000 }),
  uids: await world.people(Array.from({ length: count }, openid)),
  amount,
});

test('what packets by hand need is told to who sends them, and to nobody else', async () => {
  expect(await rules()).toEqual(first);
  const reader = await makeStaff(world.app, {
    firmId: world.firmId,
    permissions: ['admin:lottery:redInfo:list'],
  });
  expect((await world.app.call(reader.token, redSendApi.rules, {})).code).toBe(403);
});

test('without the password they go out as soon as the platform says so, and no sooner', async () => {
  const order = await makeOrder(1, 100);
  expect(await send(order)).toMatchObject({ code: 62012 });
  await settled({ 'manual.send_password': '0' }, { ...first, asksPassword: false });
  expect(await send(order)).toMatchObject({ code: 200, data: { count: 1, isHeld: false } });
  // A password that is sent along is not looked at.
  expect(await send({ ...(await makeOrder(1, 100)), password: 'whatever' })).toMatchObject({ code: 200 });
  await settled({ 'manual.send_password': '1' }, first);
  expect(await send(await makeOrder(1, 100))).toMatchObject({ code: 62012 });
  expect(await findFaults(world.app)).toEqual([]);
});

test('another person is needed above the sum that was set when they were sent', async () => {
  await settled(
    { 'manual.send_password': '0', 'manual.four_eyes_amount': '500' },
    { asksPassword: false, reviewAbove: 500 },
  );
  expect(await send(await makeOrder(1, 500))).toMatchObject({ code: 200, data: { isHeld: false } });
  const order = await makeOrder(3, 167);
  const held = await send({ ...order, idemKey: 'held once' });
  expect(held).toMatchObject({ code: 200, data: { isHeld: true } });
  // What was sent stays under the sum of its time.
  await settled({ 'manual.four_eyes_amount': '2000' }, { asksPassword: false, reviewAbove: 2000 });
  expect(await send({ ...order, idemKey: 'held once' })).toEqual(held);
  expect(await send(await makeOrder(3, 167))).toMatchObject({ data: { isHeld: false } });
  expect(await findFaults(world.app)).toEqual([]);
  const [{ id }] = (await world.app.db
    .selectFrom('redInfo')
    .where('redActiveId', '=', order.redActiveId)
    .select('id')
    .orderBy('id')
    .execute()) as [{ id: number }];
  const letGo = { id, pass: true, remark: '', all: true } as never;
  expect(await world.app.call(token, redHoldApi.hold, letGo)).toMatchObject({ code: 62419 });
  expect(await world.app.call(other, redHoldApi.hold, letGo)).toMatchObject({ code: 200, data: { count: 3 } });
  expect(await findFaults(world.app)).toEqual([]);
});

test('at 0 every order needs another person', async () => {
  await settled(
    { 'manual.send_password': '0', 'manual.four_eyes_amount': '0' },
    { asksPassword: false, reviewAbove: 0 },
  );
  expect(await send(await makeOrder(1, 100))).toMatchObject({ code: 200, data: { isHeld: true } });
  expect(await findFaults(world.app)).toEqual([]);
});

test('is set by the platform alone, and only to what it can mean', async () => {
  const staff = await makeStaff(world.app, {
    firmId: world.firmId,
    permissions: ['admin:system:config:save:form'],
  });
  expect((await set('manual.send_password', '0', staff.token)).code).toBe(403);
  for (const value of ['-1', '1.5', '一千', '1e3', '100000000000'])
    expect(await set('manual.four_eyes_amount', value)).toMatchObject({ code: 400 });
  for (const value of ['2', 'false']) expect(await set('manual.send_password', value)).toMatchObject({ code: 400 });
  expect(await rules()).toEqual(first);
  // Emptied, the first value counts.
  expect(await set('manual.four_eyes_amount', '')).toMatchObject({ code: 200 });
  expect(await set('manual.send_password', '')).toMatchObject({ code: 200 });
  await expect.poll(() => readSendRules(world.app.db)).toEqual(first);
});
