import { accountHeader } from '@zhuiyuan/contract/account/role-kind';
import { publicDrawApi } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { ClaimStatus, RefundPolicy } from '@zhuiyuan/contract/campaign/campaign-states';
import { Delivery } from '@zhuiyuan/contract/payout/payout-enums';
import { publicClaimApi } from '@zhuiyuan/contract/payout/public-claim';
import { publicTraceApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { openCashWorld } from '../../../test/factories/cash.ts';
import { makeCodeWorld, opsOf, range } from '../../../test/factories/codes.ts';
import { findFaults } from '../../../test/factories/lottery.ts';
import { expireClaims } from '../../campaign/draw/expire-claims.ts';
import { dateClaims } from '../../../test/factories/notes.ts';

let codes: Awaited<ReturnType<typeof makeCodeWorld>>;
let world: Awaited<ReturnType<typeof openCashWorld>>;
let ops: ReturnType<typeof opsOf>;
let seg: number;
beforeAll(async () => {
  world = await openCashWorld({
    firm: async (app) => {
      codes = await makeCodeWorld(app);
      return codes.firmId;
    },
  });
  ops = opsOf(world.app, codes);
  ({ seg } = await codes.issue({ itemCount: 1000 }));
});
afterAll(() => world.close());
beforeEach(() => world.configure({ autoConfirmMs: 5 }));

let used = 0;
/** An activity whose every code wins cash, and a code of it at each call. */
const laidOut = async (...of: Parameters<typeof world.campaign>) => {
  const activity = await world.campaign(...of);
  const first = used + 1;
  used += 20;
  const lotId = await ops.makeLot(activity.productId);
  expect((await ops.use(range(seg, first, used), { productId: activity.productId, lotId })).code).toBe(200);
  let next = first - 1;
  return { ...activity, code: () => ops.codeOf(seg, (next += 1)) };
};
type Laid = Awaited<ReturnType<typeof laidOut>>;

/** What WeChat sends a page back with that somebody opened. */
const codeOf = (openid: string) => world.simulator.signIn.issue(world.merchant.appId, openid);

let address = 0;
/** Somebody with a phone of his own. */
const shopper = (held = '') => {
  const at = { 'x-forwarded-for': `203.0.113.${(address += 1) % 250}` };
  let token = held;
  const headers = () => ({ ...at, ...(token && { [accountHeader]: token }) });
  const { app } = world;
  const scan = async (code: string) => {
    const { data } = await app.call('', publicTraceApi.scan, { code, deviceId: `d${address}` }, at);
    return data.token;
  };
  const login = async (scanToken: string, authCode = '') => {
    const { data } = await app.call('', publicDrawApi.login, { token: scanToken, agrees: true, authCode }, headers());
    ({ token } = data);
    return data;
  };
  return {
    scan,
    login,
    token: () => token,
    /** From a code to the number of the claim. */
    win: async (activity: Laid, authCode = '') => {
      const scanToken = await scan(await activity.code());
      await login(scanToken, authCode);
      const { data } = await app.call(
        '',
        publicDrawApi.ticket,
        { token: scanToken, activityId: activity.id },
        headers(),
      );
      const drawn = await app.call('', publicDrawApi.draw, { ticket: data.ticket, clientSeed: '' }, headers());
      expect(drawn.code).toBe(200);
      return drawn.data.claim!.claimNo;
    },
    claim: (claimNo: string, authCode = '') => app.call('', publicClaimApi.claim, { claimNo, authCode }, headers()),
    pay: (claimNo: string) => app.call('', publicClaimApi.claimPay, { claimNo }, headers()),
  };
};

const waitFor = (person: ReturnType<typeof shopper>, claimNo: string, wanted: object) =>
  eventually(async () => {
    await world.step();
    expect((await person.pay(claimNo)).data).toMatchObject(wanted);
  });
const recordsOf = async (openid: string) => (await world.records()).filter((row) => row.openid === openid);

test('a shopper scans in WeChat, wins, and the money is with him without his asking', async () => {
  const activity = await laidOut();
  const person = shopper();
  const claimNo = await person.win(activity, codeOf('lucky_ok'));
  expect((await person.pay(claimNo)).data).toEqual({
    claimNo,
    status: ClaimStatus.open,
    delivery: Delivery.SENDING,
    reason: '',
    canClaim: false,
    pay: null,
  });
  await waitFor(person, claimNo, { status: ClaimStatus.claimed, delivery: Delivery.RECEIVED, canClaim: false });
  expect(await recordsOf('lucky_ok')).toHaveLength(1);
  expect(
    world
      .paid()
      .filter(({ openid }) => openid === 'lucky_ok')
      .map(({ amount }) => amount),
  ).toEqual([188]);
  expect(await person.claim(claimNo)).toMatchObject({ code: 62301, message: '奖品已领取' });
  expect(await findFaults(world.app)).toEqual([]);
});

test('who won outside of WeChat asks for it there; asked twice at once it goes out once', async () => {
  const activity = await laidOut();
  const person = shopper();
  const claimNo = await person.win(activity);
  expect((await person.pay(claimNo)).data).toMatchObject({ delivery: null, canClaim: true });
  expect(await person.claim(claimNo)).toMatchObject({ code: 62233, message: '请在微信中打开' });
  expect(await person.claim(claimNo, 'forged')).toMatchObject({ code: 62322 });
  expect((await shopper().claim(claimNo)).code).toBe(401);
  const other = shopper();
  await other.login(await other.scan(await activity.code()));
  expect((await other.claim(claimNo, codeOf('thief_ok'))).code).toBe(404);

  world.configure({ autoConfirmMs: -1 });
  expect((await person.claim(claimNo, codeOf('later_ok'))).data).toMatchObject({ delivery: Delivery.SENDING });
  const asked = await Promise.all([1, 2, 3, 4].map(() => person.claim(claimNo)));
  expect(asked.map(({ data }) => data.delivery)).toEqual(Array.from({ length: 4 }, () => Delivery.SENDING));
  expect(await recordsOf('later_ok')).toHaveLength(1);
  await waitFor(person, claimNo, {
    delivery: Delivery.SENT,
    pay: { mchId: world.merchant.mchId, appId: world.merchant.appId, package: expect.any(String), isOver: false },
  });
  for (const bill of world.simulator.ledger.bills.values()) world.simulator.transfers.confirm(bill);
  await waitFor(person, claimNo, { status: ClaimStatus.claimed, pay: null });
  expect(await findFaults(world.app)).toEqual([]);
});

test('a prize that is to be asked for waits, and five at once who ask get it once', async () => {
  const activity = await laidOut(RefundPolicy.again, { isManual: true });
  const person = shopper();
  const claimNo = await person.win(activity, codeOf('asker_ok'));
  await world.step();
  expect((await person.pay(claimNo)).data).toMatchObject({ delivery: null, canClaim: true });
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => person.claim(claimNo)));
  expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200]);
  await waitFor(person, claimNo, { status: ClaimStatus.claimed });
  expect(await recordsOf('asker_ok')).toMatchObject([{ attemptNo: 1, amount: 188 }]);
  expect(await findFaults(world.app)).toEqual([]);
});

test('what came back is asked for again, five times at most; where it is closed it is not', async () => {
  const [again, close] = [await laidOut(RefundPolicy.again), await laidOut(RefundPolicy.close)];
  const [kept, gone] = [shopper(), shopper()];
  const claimNo = await kept.win(again, codeOf('slow_wait'));
  const closed = await gone.win(close, codeOf('gone_wait'));
  await waitFor(kept, claimNo, { delivery: Delivery.SENT });
  await waitFor(gone, closed, { delivery: Delivery.SENT });
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    world.simulator.advance(25 * 3600_000);
    await waitFor(kept, claimNo, {
      delivery: Delivery.REFUND,
      reason: '用户超时未确认收款',
      canClaim: attempt < 5,
      pay: null,
    });
    if (attempt === 5) break;
    const answers = await Promise.all([1, 2, 3].map(() => kept.claim(claimNo)));
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200]);
    expect(await recordsOf('slow_wait')).toMatchObject([{ attemptNo: attempt + 1 }]);
    await waitFor(kept, claimNo, { delivery: Delivery.SENT });
  }
  expect(await kept.claim(claimNo)).toMatchObject({ code: 62321 });
  await waitFor(gone, closed, { status: ClaimStatus.closed, canClaim: false });
  expect(await gone.claim(closed)).toMatchObject({ code: 62319 });
  expect(world.paid().filter(({ openid }) => openid.endsWith('_wait'))).toEqual([]);
  expect(await findFaults(world.app)).toEqual([]);
});

test('a prize that is over or looked at first is not paid', async () => {
  const activity = await laidOut();
  const person = shopper();
  const [late, held] = [await person.win(activity), await person.win(activity)];
  const set = (claimNo: string, columns: object) =>
    world.app.db.updateTable('claim').set(columns).where('claimNo', '=', claimNo).execute();
  await dateClaims(world.app, sql`claim_no = ${late}`, sql`now() - interval '1 second'`);
  await set(held, { hold: true });
  expect(await person.claim(late, codeOf('late_person_ok'))).toMatchObject({ code: 62302, message: '奖品已过期' });
  expect(await person.claim(held, codeOf('late_person_ok'))).toMatchObject({ code: 62303 });
  await set(held, { hold: false });
});

test('asked for and over at the same moment it is either paid or closed, never both', async () => {
  const activity = await laidOut(RefundPolicy.again, { isManual: true });
  const won: { person: ReturnType<typeof shopper>; claimNo: string }[] = [];
  for (let at = 0; at < 15; at += 1) {
    const person = shopper();
    won.push({ person, claimNo: await person.win(activity, codeOf(`race${at}_ok`)) });
  }
  await dateClaims(world.app, sql`activity_id = ${activity.id}`, sql`clock_timestamp() + interval '150 milliseconds'`);
  const asked = won.map(async ({ person, claimNo }, at) => {
    // One after the other, before that moment and after it.
    await sleep(at * 20);
    return (await person.claim(claimNo)).code;
  });
  const closing = [1, 2, 3, 4, 5, 6, 7, 8].map(async (turn) => {
    // From before that moment on.
    await sleep(100 + turn * 30);
    return expireClaims(world.app);
  });
  const codesOf = await Promise.all(asked);
  await Promise.all(closing);
  expect(codesOf.every((code) => [200, 62302, 62319].includes(code))).toBe(true);
  await world.work();
  await expireClaims(world.app);
  const claims = await world.app.db
    .selectFrom('claim')
    .where('activityId', '=', activity.id)
    .orderBy('drawId')
    .select(['status', 'drawId'])
    .execute();
  expect(claims.map(({ status }) => status)).toEqual(
    codesOf.map((code) => (code === 200 ? ClaimStatus.claimed : ClaimStatus.closed)),
  );
  const paid = codesOf.filter((code) => code === 200).length;
  expect(await world.budget(activity)).toEqual({
    remain: 1_000_000 - paid * 188,
    reserved: 0,
    paid: paid * 188,
    released: 0,
  });
  expect(await findFaults(world.app)).toEqual([]);
});

test('whoever WeChat names is the one account of that person, on every phone', async () => {
  const activity = await laidOut();
  const [first, second] = [shopper(), shopper()];
  const scanned = await first.scan(await activity.code());
  const one = await first.login(scanned, codeOf('same_ok'));
  const there = await second.login(scanned);
  const same = await second.login(scanned, codeOf('same_ok'));
  expect([same.uid, same.isNew]).toEqual([one.uid, false]);
  expect(there.uid).not.toBe(one.uid);
  // The phone that is signed in as one person is handed to another.
  const another = await first.login(scanned, codeOf('other_ok'));
  expect(another.uid).not.toBe(one.uid);
  expect(another.token).not.toBe(one.token);
  expect((await first.login(scanned, codeOf('same_ok'))).uid).toBe(one.uid);
  // A code is good once: used again the phone stays who it is.
  const code = codeOf('other_ok');
  await second.login(scanned, code);
  expect((await first.login(scanned, code)).uid).toBe(one.uid);
  const phones = await Promise.all([1, 2, 3, 4, 5].map(() => shopper().login(scanned, codeOf('crowd_ok'))));
  expect(new Set(phones.map(({ uid }) => uid)).size).toBe(1);
});

test('a page is sent to WeChat and comes back with who opened it', async () => {
  const activity = await laidOut();
  const person = shopper();
  const token = await person.scan(await activity.code());
  const { url } = await world.app.data('', publicClaimApi.oauth, { token, back: '/c/abc?x=1', state: 's1' });
  expect(url.startsWith(`${world.simulator.url}/connect/oauth2/authorize?appid=${world.merchant.appId}&`)).toBe(true);
  const sent = await fetch(url.replace('#wechat_redirect', ''), { redirect: 'manual' });
  expect(sent.status).toBe(302);
  const back = new URL(sent.headers.get('location')!);
  expect([back.origin, back.pathname, back.searchParams.get('x'), back.searchParams.get('state')]).toEqual([
    new URL(world.app.config.publicUrl).origin,
    '/c/abc',
    '1',
    's1',
  ]);
  const claimNo = await person.win(activity, back.searchParams.get('code')!);
  expect((await person.pay(claimNo)).data.delivery).toBe(Delivery.SENDING);
  const ofPrize = await world.app.data('', publicClaimApi.oauth, { claimNo, back: '/c/abc' });
  expect(ofPrize.url).toContain('/connect/oauth2/authorize?');
  for (const bad of ['//evil.cn', 'https://evil.cn', '/\\evil.cn'])
    expect((await world.app.call('', publicClaimApi.oauth, { token, back: bad })).code).toBe(400);
});
