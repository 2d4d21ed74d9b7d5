import { accountHeader } from '@zhuiyuan/contract/account/role-kind';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { publicDrawApi } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { consumerApi } from '@zhuiyuan/contract/consumer/consumer';
import { BillState, Delivery } from '@zhuiyuan/contract/payout/payout-enums';
import { publicClaimApi } from '@zhuiyuan/contract/payout/public-claim';
import { BanScope } from '@zhuiyuan/contract/risk/risk-enums';
import { publicTraceApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStaff } from '../../test/factories/access.ts';
import { openCashWorld } from '../../test/factories/cash.ts';
import { makeCodeWorld, opsOf, range } from '../../test/factories/codes.ts';
import { findFaults } from '../../test/factories/lottery.ts';
import { phone } from '../../test/factories/risk.ts';
import { keepPaying } from '../payout/run-payouts.ts';

const count = 60;
const already = 16;
let world: Awaited<ReturnType<typeof openCashWorld>>;
let codes: Awaited<ReturnType<typeof makeCodeWorld>>;
beforeAll(async () => {
  world = await openCashWorld({
    merchant: { userDayMax: 1000 },
    firm: async (app) => {
      codes = await makeCodeWorld(app);
      return codes.firmId;
    },
  });
});
afterAll(() => world.close());

/** Somebody with a ticket for each of many codes, of whom WeChat knows. */
const openShopper = async (activity: { id: number; productId: number }) => {
  const { app, merchant } = world;
  const ops = opsOf(app, codes);
  const { seg } = await codes.issue({ itemCount: count });
  const lotId = await ops.makeLot(activity.productId);
  expect((await ops.use(range(seg, 1, count), { productId: activity.productId, lotId })).code).toBe(200);
  const at = { 'x-forwarded-for': '203.0.113.77', 'user-agent': phone };
  const headers = () => ({ ...at, ...(token && { [accountHeader]: token }) });
  let token = '';
  let uid = 0;
  const tickets: string[] = [];
  const texts = await Promise.all(Array.from({ length: count }, (_none, nth) => ops.codeOf(seg, nth + 1)));
  for (const code of texts) {
    const { data: scan } = await app.call('', publicTraceApi.scan, { code, deviceId: 'the phone of a race' }, at);
    if (!token) {
      ({ token, uid } = (await app.call('', publicDrawApi.login, { token: scan.token, agrees: true }, headers())).data);
      const { accountId } = await app.db
        .selectFrom('member')
        .where('id', '=', uid)
        .select('accountId')
        .executeTakeFirstOrThrow();
      await app.db
        .insertInto('accountOpenId')
        .values({ appId: merchant.appId, openId: 'o_race_ok', accountId })
        .execute();
    }
    const given = await app.call('', publicDrawApi.ticket, { token: scan.token, activityId: activity.id }, headers());
    expect(given.code).toBe(200);
    tickets.push(given.data.ticket);
  }
  return {
    uid,
    tickets,
    draw: (ticket: string) => app.call('', publicDrawApi.draw, { ticket, clientSeed: 'ab' }, headers()),
    claim: (claimNo: string) => app.call('', publicClaimApi.claim, { claimNo } as never, headers()),
  };
};

test('who is listed while he draws, claims and is paid draws nothing more from then on, and loses and gains nothing by it', async () => {
  const { app, firmId } = world;
  const activity = await world.campaign(0, { isManual: true });
  const person = await openShopper(activity);
  const { token } = await makeStaff(app, { firmId, permissions: ['admin:lottery:customer:black'] });
  const won: string[] = [];
  for (const ticket of person.tickets.slice(0, already)) {
    const { data } = await person.draw(ticket);
    won.push(data.claim!.claimNo);
  }

  const ended = new AbortController();
  const worker = keepPaying(world.parts, ended.signal);
  let isListed = false;
  /** What was asked, whether he stood on the list for sure when it was, and what came of it. */
  const told: { kind: 'draw' | 'claim'; wasListed: boolean; code: number }[] = [];
  const note = async (kind: 'draw' | 'claim', ask: () => Promise<{ code: number }>) => {
    const wasListed = isListed;
    told.push({ kind, wasListed, code: (await ask()).code });
  };
  const each = async (asks: (() => Promise<void>)[]) => {
    const rest = asks.values();
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (const ask of rest) await ask();
      }),
    );
  };
  const drawing = each(person.tickets.slice(already).map((ticket) => () => note('draw', () => person.draw(ticket))));
  const claiming = each(won.map((claimNo) => () => note('claim', () => person.claim(claimNo))));
  const listing = (async () => {
    const drawn = () => told.filter(({ kind, code }) => kind === 'draw' && code === 200).length;
    await expect.poll(drawn, { timeout: 60_000, interval: 5 }).toBeGreaterThan(7);
    const { code, data } = await app.call(token, consumerApi.black, {
      ids: [person.uid],
      scope: BanScope.all,
      days: 7,
      reason: '刷奖',
    });
    expect([code, data.ok]).toEqual([200, 1]);
    isListed = true;
  })();
  await Promise.all([drawing, claiming, listing]);

  const codesOf = (kind: string, wasListed: boolean) => [
    ...new Set(told.filter((one) => one.kind === kind && one.wasListed === wasListed).map(({ code }) => code)),
  ];
  expect(codesOf('draw', true)).toEqual([drawRefusals.banned[0]]);
  for (const kind of ['draw', 'claim'])
    for (const code of codesOf(kind, false)) expect([200, drawRefusals.banned[0]]).toContain(code);
  const drawn = told.filter(({ kind, code }) => kind === 'draw' && code === 200).length;
  const { length: draws } = await app.db
    .selectFrom('draw')
    .where('activityId', '=', activity.id)
    .select('id')
    .execute();
  expect(draws).toBe(already + drawn);
  // A draw that was made is told again; one that was refused is not made by asking once more.
  expect((await person.draw(person.tickets[0]!)).data.repeat).toBe(true);
  expect((await person.draw(person.tickets.at(-1)!)).code).toBe(drawRefusals.banned[0]);
  expect(await findFaults(app)).toEqual([]);

  // What waits is paid when he is off the list, all of it once.
  const claims = await app.db
    .selectFrom('claim')
    .where('activityId', '=', activity.id)
    .orderBy('drawId')
    .select('claimNo')
    .execute();
  expect(claims).toHaveLength(draws);
  expect((await person.claim(claims.at(-1)!.claimNo)).code).toBe(drawRefusals.banned[0]);
  expect((await app.call(token, consumerApi.unblack, { id: person.uid })).code).toBe(200);
  // Some had come before he was listed.
  for (const { claimNo } of claims) expect([200, 62301]).toContain((await person.claim(claimNo)).code);
  ended.abort();
  await worker;
  // What waited is looked at again after ten minutes.
  await app.db
    .updateTable('payout')
    .set({ nextRunAt: sql<string>`now()` })
    .where('state', '=', BillState.new)
    .execute();
  await world.work();
  const records = await world.records();
  expect(records.map(({ status }) => status)).toEqual(Array.from({ length: draws }, () => Delivery.RECEIVED));
  expect(new Set(records.map(({ sourceId }) => sourceId)).size).toBe(draws);
  expect(world.paid()).toHaveLength(draws);
  expect(await world.budget(activity)).toMatchObject({ reserved: 0, paid: draws * 188 });
  expect(await findFaults(app)).toEqual([]);
  expect(world.errors).toEqual([]);
});
