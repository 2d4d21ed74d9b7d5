import { accountHeader } from '@zhuiyuan/contract/account/role-kind';
import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { Delivery } from '@zhuiyuan/contract/payout/payout-enums';
import { publicClaimApi } from '@zhuiyuan/contract/payout/public-claim';
import { myPacketsApi } from '@zhuiyuan/contract/red/send/my-packets';
import { publicTraceApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { openCashWorld } from '../../../test/factories/cash.ts';
import { makeCodeWorld, opsOf } from '../../../test/factories/codes.ts';
import { makeTeller } from '../../../test/factories/fund.ts';
import { findFaults } from '../../../test/factories/lottery.ts';
import { makeFirm } from '../../../test/factories/parties.ts';
import { makeRedActive, sendAsStaff } from '../../../test/factories/red.ts';
import { simulatedMerchant } from '../../../test/simulated-merchant.ts';
import { openAccount } from '../../account/account-session.ts';
import { beginHeld, rejectHeld } from '../../payout/open-payouts.ts';
import { requirePayer } from './find-receivers.ts';
import { noteAgain } from '../../../test/factories/notes.ts';

let codes: Awaited<ReturnType<typeof makeCodeWorld>>;
let world: Awaited<ReturnType<typeof openCashWorld>>;
let ops: ReturnType<typeof opsOf>;
let seg: number;
let staffId: number;
let reviewerId: number;
beforeAll(async () => {
  world = await openCashWorld({
    firm: async (app) => {
      codes = await makeCodeWorld(app);
      return codes.firmId;
    },
  });
  ops = opsOf(world.app, codes);
  ({ seg } = await codes.issue({ itemCount: 10 }));
  [staffId, reviewerId] = [
    (await makeStaff(world.app, { firmId: world.firmId, permissions: [] })).id,
    (await makeStaff(world.app, { firmId: world.firmId, permissions: [] })).id,
  ];
});
afterAll(() => world.close());
beforeEach(() => world.configure({ autoConfirmMs: -1 }));

const openid = (ending = 'ok') => `o${randomUUID().slice(0, 12)}_${ending}`;

/** Sends packets of an activity by hand, to OpenIDs. */
const send = async (
  openids: readonly string[],
  { amount = 500, redActiveId = 0, by = staffId } = {},
): Promise<number> => {
  const id = redActiveId || (await makeRedActive(world.app, world.firmId, { poolId: world.poolId }));
  await world.app.db.transaction().execute(async (db) => {
    const payer = await requirePayer(db as never, id);
    const packets = openids.map((one) => ({ openid: one, uid: null, consumer: '', amount, remark: '' }));
    await sendAsStaff(
      db as never,
      { payer, packets, remark: '补发', fileName: '名单.csv', idemKey: randomUUID(), reviewAbove: 100_000 },
      by,
    );
  });
  return id;
};

/** Somebody's phone; known to the app that pays by an OpenID where one is given. */
const phoneOf = async (openId?: string, appId = world.merchant.appId) => {
  const account = await openAccount(world.app.db);
  if (openId !== undefined)
    await world.app.db.insertInto('accountOpenId').values({ appId, openId, accountId: account.accountId }).execute();
  return phone(account.token);
};
const phone = (token = '') => {
  const headers: Record<string, string> = token ? { [accountHeader]: token } : {};
  const { app } = world;
  return {
    list: (more: object = {}) => app.call('', myPacketsApi.list, more as never, headers),
    info: (id: number) => app.call('', myPacketsApi.info, { id }, headers),
    ask: async (more: object = {}) => (await app.call('', myPacketsApi.ask, more as never, headers)).data.redActiveId,
    login: (redActiveId: number, authCode: string) =>
      app.call('', myPacketsApi.login, { redActiveId, authCode }, headers),
  };
};
type Phone = ReturnType<typeof phone>;
const idsOf = async (one: Phone) => (await one.list()).data.list.map(({ id }) => id);
const waitFor = (one: Phone, id: number, wanted: object) =>
  eventually(async () => {
    await world.step();
    expect((await one.info(id)).data).toMatchObject(wanted);
  });
const billOf = (receiver: string) =>
  [...world.simulator.ledger.bills.values()].find((bill) => bill.openid === receiver)!;
const attemptsOf = async (id: number) => (await world.attempts()).filter(({ redInfoId }) => redInfoId === id);

test('a receiver finds his packet, confirms it, twice too, and has it once', async () => {
  const mine = openid();
  await send([mine]);
  const one = await phoneOf(mine);
  const [id] = await idsOf(one);
  expect((await one.list()).data).toMatchObject({
    total: 1,
    list: [{ amount: 500, sendName: '茶业公司', wishing: '恭喜发财', delivery: Delivery.SENDING, isWaiting: false }],
  });
  await waitFor(one, id!, {
    delivery: Delivery.SENT,
    isWaiting: true,
    pay: {
      status: ClaimStatus.open,
      canClaim: false,
      pay: { mchId: world.merchant.mchId, appId: world.merchant.appId, package: expect.any(String), isOver: false },
    },
  });
  const bill = billOf(mine);
  expect((await one.info(id!)).data.pay.pay!.package).toBe(bill.packageInfo);
  world.simulator.transfers.confirm(bill);
  world.simulator.transfers.confirm(bill);
  await Promise.all([1, 2, 3, 4].map(() => one.info(id!)));
  await waitFor(one, id!, {
    delivery: Delivery.RECEIVED,
    isWaiting: false,
    receivedAt: expect.any(String),
    pay: { status: ClaimStatus.claimed, pay: null },
  });
  expect(await attemptsOf(id!)).toHaveLength(1);
  expect(world.paid().filter((paid) => paid.openid === mine)).toHaveLength(1);
  expect(await findFaults(world.app)).toEqual([]);
});

test('nobody sees or confirms that of another account, of another app, or of no account', async () => {
  const mine = openid();
  await send([mine]);
  const own = await phoneOf(mine);
  const [id] = await idsOf(own);
  await waitFor(own, id!, { delivery: Delivery.SENT });
  // The same letters are another person at another app, as at that of another firm's merchant.
  for (const other of [await phoneOf(openid()), await phoneOf(mine, 'wx0000000000000000'), await phoneOf()]) {
    expect(await idsOf(other)).toEqual([]);
    expect((await other.info(id!)).code).toBe(404);
  }
  expect((await phone().list()).code).toBe(401);
  expect((await phone().info(id!)).code).toBe(401);
  expect((await own.info(999_999_999)).code).toBe(404);
});

test('a packet of another firm is of the person its own app knows', async () => {
  const firmId = await makeFirm(world.app);
  const appId = 'wxf0re1gn000000000';
  const known = world.simulator.addMerchant('1900000777', { balance: 1_000_000 });
  const { id: mchConfId } = await world.app.db
    .insertInto('merchant')
    .values({
      ...simulatedMerchant(
        { simulator: world.simulator, known, masterKey: world.app.config.masterKey, url: 'http://127.0.0.1:1' },
        firmId,
      ),
      appid: appId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const redActiveId = await makeRedActive(world.app, firmId);
  await world.app.db.updateTable('redActive').set({ mchConfId }).where('id', '=', redActiveId).execute();
  await noteAgain(world.app);
  const mine = openid();
  await send([mine], { redActiveId, by: await makeTeller(world.app, firmId) });
  const [here, there] = [await phoneOf(mine), await phoneOf(mine, appId)];
  const [id] = await idsOf(there);
  expect(await idsOf(here)).toEqual([]);
  expect((await here.info(id!)).code).toBe(404);
  expect((await there.info(id!)).data).toMatchObject({ delivery: Delivery.SENDING });
});

test('pages are the newest first', async () => {
  const mine = openid();
  const redActiveId = await send([mine, openid()], { amount: 101 });
  for (const amount of [102, 103]) await send([mine], { amount, redActiveId });
  const one = await phoneOf(mine);
  const page = async (number: number) => (await one.list({ page: number, limit: 2 })).data;
  expect((await page(1)).list.map(({ amount }) => amount)).toEqual([103, 102]);
  expect(await page(2)).toMatchObject({ total: 3, totalPage: 2, list: [{ amount: 101 }] });
});

test('what was not confirmed in a day comes back for good, whatever is asked', async () => {
  const mine = openid('wait');
  await send([mine]);
  const one = await phoneOf(mine);
  const [id] = await idsOf(one);
  await waitFor(one, id!, { delivery: Delivery.SENT, isWaiting: true });
  world.simulator.advance(25 * 3_600_000);
  await waitFor(one, id!, {
    delivery: Delivery.REFUND,
    isWaiting: false,
    pay: { status: ClaimStatus.closed, reason: '用户超时未确认收款', canClaim: false, pay: null },
  });
  for (let turn = 0; turn < 3; turn += 1) await world.step();
  expect(await attemptsOf(id!)).toHaveLength(1);
  expect(world.paid().filter((paid) => paid.openid === mine)).toEqual([]);
  expect(await findFaults(world.app)).toEqual([]);
});

test('what waits for another person is not his before it was let go, and never where it was taken back', async () => {
  const [mine, other] = [openid(), openid()];
  const redActiveId = await makeRedActive(world.app, world.firmId, { poolId: world.poolId, budgetAmount: 300_000 });
  await send([mine, other, ...Array.from({ length: 5 }, () => openid())], { amount: 20_000, redActiveId });
  const [one, two] = [await phoneOf(mine), await phoneOf(other)];
  expect(await idsOf(one)).toEqual([]);
  const [kept, gone] = await Promise.all(
    [mine, other].map(async (receiver) => (await world.records()).find((row) => row.openid === receiver)!.id),
  );
  expect((await one.info(kept!)).code).toBe(404);
  const review = { by: reviewerId, remark: '已核对' };
  await world.app.db.transaction().execute((db) => beginHeld(db as never, [kept!], review));
  await world.app.db.transaction().execute((db) => rejectHeld(db as never, [gone!], review));
  expect(await idsOf(one)).toEqual([kept]);
  expect(await idsOf(two)).toEqual([]);
});

test('a shopper who never drew says at WeChat who he is, and finds what was sent to him', async () => {
  const mine = openid();
  const { token: scanned } = await world.app.data('', publicTraceApi.scan, {
    code: await ops.codeOf(seg, 1),
    deviceId: 'd1',
  });
  const redActiveId = await send([mine]);
  const stranger = phone();
  expect(await stranger.ask()).toBeNull();
  expect(await stranger.ask({ token: scanned })).toBe(redActiveId);
  expect(await stranger.ask({ redActiveId })).toBe(redActiveId);
  expect(await stranger.ask({ redActiveId: 999_999_999 })).toBeNull();
  const { url } = await world.app.data('', publicClaimApi.oauth, {
    redActiveId,
    back: `/c#packets/${redActiveId}`,
    state: 's1',
  } as never);
  expect(url).toContain(`appid=${world.merchant.appId}&`);
  expect((await world.app.data('', publicClaimApi.oauth, { redActiveId: 999_999_999, back: '/c' } as never)).url).toBe(
    '',
  );
  expect((await stranger.login(redActiveId, 'forged')).code).toBe(62322);
  expect((await stranger.login(999_999_999, 'any')).code).toBe(404);
  const code = world.simulator.signIn.issue(world.merchant.appId, mine);
  const { token } = (await stranger.login(redActiveId, code)).data;
  expect((await stranger.login(redActiveId, code)).code).toBe(62322);
  const known = phone(token);
  expect(await idsOf(known)).toHaveLength(1);
  expect(await known.ask({ token: scanned })).toBeNull();
  expect(await known.ask({ redActiveId })).toBeNull();
});
