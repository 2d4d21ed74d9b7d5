import { accountHeader } from '@zhuiyuan/contract/account/role-kind';
import { campaignRefusals } from '@zhuiyuan/contract/campaign/campaign-refusals';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { publicDrawApi } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { tellPhoneApi } from '@zhuiyuan/contract/campaign/draw/tell-phone';
import { GeoMode, GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { consumerApi } from '@zhuiyuan/contract/consumer/consumer';
import { consumerConfigApi } from '@zhuiyuan/contract/consumer/consumer-config';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { BanScope } from '@zhuiyuan/contract/risk/risk-enums';
import { publicTraceApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { makeCodeWorld, opsOf, range } from '../../test/factories/codes.ts';
import { findFaults, makeActivity, type MadeActivity } from '../../test/factories/lottery.ts';
import { phone as userAgent } from '../../test/factories/risk.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
let token: string;
let activities: [MadeActivity, MadeActivity];
let codes: [string[], string[]];
beforeAll(async () => {
  app = await openTestApp({ poolSize: 8 });
  world = await makeCodeWorld(app);
  const ops = opsOf(app, world);
  ({ token } = await makeStaff(app, {
    firmId: world.firmId,
    permissions: [
      'admin:lottery:customerConfig:info',
      'admin:lottery:customerConfig:update',
      'admin:lottery:customer:list',
      'admin:lottery:customer:update',
      'admin:lottery:customer:black',
    ],
  }));
  const make = async () => {
    const activity = await makeActivity(app, world, [{ stock: 1000, weight: 1_000_000, points: 3 }]);
    const { seg } = await world.issue({ itemCount: 60 });
    const lotId = await ops.makeLot(activity.productId);
    expect((await ops.use(range(seg, 1, 60), { productId: activity.productId, lotId })).code).toBe(200);
    return [activity, await Promise.all(Array.from({ length: 60 }, (_none, nth) => ops.codeOf(seg, nth + 1)))] as const;
  };
  const [[first, ofFirst], [second, ofSecond]] = [await make(), await make()];
  activities = [first, second];
  codes = [ofFirst, ofSecond];
});
afterAll(() => app.close());

const say = (changes: object) => app.data(token, consumerConfigApi.update, changes as never);
beforeEach(() =>
  say({
    needPhone: false,
    geoMode: GeoMode.asked,
    privacyText: '',
    scanLimit: null,
    drawLimit: null,
    firstPoints: 0,
    sharePoints: 0,
    pointsMonths: 0,
    collectFields: [],
    collectReason: '',
    servicePhone: '',
    serviceHours: '',
    serviceQr: '',
    followOn: false,
    followQr: '',
  }),
);

let count = 0;
/** Somebody new with a phone of his own. */
const shopper = () => {
  const nth = (count += 1);
  const at = { 'x-forwarded-for': `203.0.113.${nth}`, 'user-agent': userAgent };
  let account = '';
  const headers = () => ({ ...at, ...(account && { [accountHeader]: account }) });
  const scanned = async (code: string) =>
    (await app.call('', publicTraceApi.scan, { code, deviceId: `terms ${nth}` } as never, headers())).data;
  const agree = async (scan: string) => {
    const { data } = await app.call('', publicDrawApi.login, { token: scan, agrees: true }, headers());
    account = data.token;
    return data.uid;
  };
  return {
    scanned,
    agree,
    /** Scans another code, of one activity or the other, and agrees. */
    come: async (which: 0 | 1 = 0) => {
      const { token: scan } = await scanned(codes[which].pop()!);
      await agree(scan);
      return scan;
    },
    play: async (scan: string) => (await app.call('', publicDrawApi.scan, { token: scan }, headers())).data,
    ticket: (scan: string, which: 0 | 1 = 0, place = {}) =>
      app.call('', publicDrawApi.ticket, { token: scan, activityId: activities[which].id, ...place }, headers()),
    draw: (ticket: string) => app.call('', publicDrawApi.draw, { ticket, clientSeed: 'ab' }, headers()),
    tellPhone: (scan: string, number: string) =>
      app.call('', tellPhoneApi.phone, { token: scan, phone: number } as never, headers()),
    locate: (scan: string) =>
      app.call('', publicTraceApi.geo, { token: scan, lng: 104.0665, lat: 30.5723 } as never, headers()),
  };
};

test('what is not sent stays, and a statement that was changed has another number', async () => {
  await say({ privacyText: '第一稿', scanLimit: 50 });
  const before = await app.data(token, consumerConfigApi.info, {});
  await say({ drawLimit: 7 });
  await say({ privacyText: '第一稿' });
  const same = await app.data(token, consumerConfigApi.info, {});
  expect(same).toMatchObject({ privacyText: '第一稿', scanLimit: 50, drawLimit: 7, scoreHold: 40 });
  expect(same.privacyVersion).toBe(before.privacyVersion);
  await say({ privacyText: '第二稿' });
  expect((await app.data(token, consumerConfigApi.info, {})).privacyVersion).toBe(before.privacyVersion + 1);
  const { code, data } = await app.call(token, consumerConfigApi.update, { scoreHold: 90 } as never);
  expect([code, data]).toMatchObject([400, { fields: [{ field: 'scoreBlock' }] }]);
  expect((await app.call(token, consumerConfigApi.update, { drawLimit: 201 } as never)).code).toBe(400);
});

test('whoever agreed to an older statement agrees anew before he draws', async () => {
  await say({ privacyText: '甲' });
  const person = shopper();
  const scan = await person.come();
  expect((await person.play(scan)).needConsent).toBe(false);
  await say({ privacyText: '乙' });
  expect((await person.play(scan)).needConsent).toBe(true);
  expect((await person.ticket(scan)).code).toBe(drawRefusals.noConsent[0]);
  const { data: rules } = await app.call('', publicDrawApi.rules, { activityId: activities[0].id });
  expect(rules.privacyText).toBe('乙');
  await person.agree(scan);
  expect((await person.ticket(scan)).code).toBe(200);
});

test('a number that is wanted is told once, and kept as that of the consumer', async () => {
  await say({ needPhone: true });
  const person = shopper();
  const scan = await person.come();
  expect(await person.play(scan)).toMatchObject({ needPhone: true, eligibility: { code: drawRefusals.noPhone[0] } });
  expect((await person.ticket(scan)).code).toBe(drawRefusals.noPhone[0]);
  expect((await person.tellPhone(scan, '123')).code).toBe(400);
  expect((await person.tellPhone(scan, '18600002093')).code).toBe(200);
  expect(await person.play(scan)).toMatchObject({ needPhone: false, eligibility: { ok: true } });
  expect((await person.ticket(scan)).code).toBe(200);
  const { list } = await app.data(token, consumerApi.list, { keywords: '18600002093' } as never);
  expect(list).toMatchObject([{ phone: '186****2093' }]);
  expect((await shopper().tellPhone(scan, '18600002093')).code).toBe(401);
});

test('a place is wanted before a draw, or neither asked for nor kept', async () => {
  await say({ geoMode: GeoMode.must });
  const person = shopper();
  const answer = await person.scanned(codes[0].pop()!);
  expect(answer).toMatchObject({ geoWanted: true, geoOff: false });
  const uid = await person.agree(answer.token);
  expect((await person.play(answer.token)).activity!.geoRequired).toBe(true);
  expect((await person.ticket(answer.token)).code).toBe(campaignRefusals.noPlace[0]);
  const place = { lng: 104.0665, lat: 30.5723 };
  expect((await person.ticket(answer.token, 0, place)).code).toBe(200);

  await say({ geoMode: GeoMode.off });
  const other = await person.scanned(codes[0].pop()!);
  expect(other).toMatchObject({ geoWanted: false, geoOff: true });
  expect((await person.locate(other.token)).data).toEqual({ city: null });
  const given = await person.ticket(other.token, 0, place);
  expect((await person.draw(given.data.ticket)).code).toBe(200);
  const log = await app.db.selectFrom('scanLog').where('id', '=', other.scanId!).select(['lng', 'geoSource']).execute();
  expect(log).toEqual([{ lng: null, geoSource: expect.not.toSatisfy((source: number) => source === GeoSource.gps) }]);
  expect(await app.db.selectFrom('draw').where('uid', '=', uid).select('lng').execute()).toEqual([{ lng: null }]);
});

test('who scanned more often than a day allows draws no more on it; his scans are answered', async () => {
  await say({ scanLimit: 2 });
  const person = shopper();
  const scans = [await person.come(), await person.come()];
  expect((await person.ticket(scans[1]!)).code).toBe(200);
  const third = await person.scanned(codes[0].pop()!);
  expect(third.verdict).toBe('FIRST');
  expect((await person.play(third.token)).eligibility.code).toBe(drawRefusals.manyScans[0]);
  expect((await person.ticket(third.token)).code).toBe(drawRefusals.manyScans[0]);
});

test('the draws of a day are limited over all activities, also of tickets that are drawn at once', async () => {
  const person = shopper();
  const tickets: string[] = [];
  for (let nth = 0; nth < 8; nth += 1) {
    const which = nth % 2 === 0 ? 0 : 1;
    const given = await person.ticket(await person.come(which), which);
    tickets.push(given.data.ticket);
  }
  await say({ drawLimit: 3 });
  const answers = await Promise.all(tickets.map(person.draw));
  expect(answers.map(({ code }) => code).toSorted()).toEqual([
    200,
    200,
    200,
    ...Array(5).fill(drawRefusals.dayLimit[0]),
  ]);
  const late = await person.come();
  expect(await person.play(late)).toMatchObject({
    eligibility: { code: drawRefusals.dayLimit[0] },
    left: { day: 0 },
  });
  // What was drawn is told again.
  const drawn = answers.findIndex(({ code }) => code === 200);
  expect((await person.draw(tickets[drawn]!)).data.repeat).toBe(true);
  expect(await findFaults(app)).toEqual([]);
});

test('the first scan of a code brings its points once, to who made it and may have them', async () => {
  await say({ firstPoints: 20 });
  const [person, other] = [shopper(), shopper()];
  const [code, next] = [codes[0].pop()!, codes[0].pop()!];
  const { token: scan } = await person.scanned(code);
  expect((await person.play(scan)).firstPoints).toBe(0);
  const uid = await person.agree(scan);
  const asked = await Promise.all(Array.from({ length: 6 }, () => person.play(scan)));
  expect(asked.map(({ firstPoints }) => firstPoints)).toEqual(Array(6).fill(20));
  const { token: second } = await other.scanned(code);
  const otherUid = await other.agree(second);
  expect((await other.play(second)).firstPoints).toBe(0);
  const pointsOf = async (id: number) => (await app.data(token, consumerApi.info, { id })).points;
  expect([await pointsOf(uid), await pointsOf(otherUid)]).toEqual([20, 0]);
  await app.data(token, consumerApi.black, { ids: [uid], scope: BanScope.payouts, days: 7, reason: '刷分' });
  const { token: kept } = await person.scanned(next);
  expect((await person.play(kept)).firstPoints).toBe(0);
  expect(await pointsOf(uid)).toBe(20);
  expect(await findFaults(app)).toEqual([]);
});

test('who is disabled has no points of a first scan', async () => {
  await say({ firstPoints: 20 });
  const person = shopper();
  const { token: scan } = await person.scanned(codes[0].pop()!);
  const uid = await person.agree(scan);
  const pointsOf = async () => (await app.data(token, consumerApi.info, { id: uid })).points;
  expect((await person.play(scan)).firstPoints).toBe(20);
  await app.data(token, consumerApi.status, { ids: [uid], status: Enabled.off });
  const { token: next } = await person.scanned(codes[0].pop()!);
  expect((await person.play(next)).firstPoints).toBe(0);
  expect(await pointsOf()).toBe(20);
  // What was given before is told again, and what was not comes with the next look after he is enabled.
  expect((await person.play(scan)).firstPoints).toBe(20);
  await app.data(token, consumerApi.status, { ids: [uid], status: Enabled.on });
  expect((await person.play(next)).firstPoints).toBe(20);
  expect(await pointsOf()).toBe(40);
});

test('whom to call is a number that can be called', async () => {
  for (const servicePhone of ['客服小王', 'abc-def', '400'])
    expect(await app.call(token, consumerConfigApi.update, { servicePhone } as never)).toMatchObject({
      code: 400,
      message: '客服电话格式不正确',
    });
  for (const servicePhone of ['400-800-1234', '0571-88880000', '13812345678', ''])
    expect((await app.call(token, consumerConfigApi.update, { servicePhone } as never)).code).toBe(200);
});

test('whom to call stands on the page of the code, that of the draw and in the rules', async () => {
  await say({ servicePhone: '400-800-1234', serviceHours: '9:00-18:00' });
  const person = shopper();
  const answer = await person.scanned(codes[0].pop()!);
  expect(answer.firm!.phone).toBe('400-800-1234');
  const told = { servicePhone: '400-800-1234', serviceHours: '9:00-18:00' };
  expect((await person.play(answer.token)).activity).toMatchObject(told);
  expect((await app.call('', publicDrawApi.rules, { activityId: activities[0].id })).data).toMatchObject(told);
});

test('codes of WeChat stand on the pages: whom to write to always, the official account where the firm leads there and nothing is wrong', async () => {
  const missing = await app.call(token, consumerConfigApi.update, { followOn: true } as never);
  expect([missing.code, missing.data]).toMatchObject([
    400,
    { fields: [{ field: 'followQr', message: '请选择公众号二维码' }] },
  ]);
  const pictures = { serviceQr: '/media/service.png', followQr: '/media/account.png' };
  await say({ ...pictures, followOn: false });
  const person = shopper();
  const code = codes[0].pop()!;
  const before = await person.scanned(code);
  expect(before.firm).toMatchObject({ serviceQr: pictures.serviceQr });
  expect(before.firm).not.toHaveProperty('followQr');
  expect((await person.play(before.token)).activity).toMatchObject({ serviceQr: pictures.serviceQr, followQr: '' });

  await say({ followOn: true });
  expect((await shopper().scanned(code)).firm).toMatchObject(pictures);
  expect((await person.play(before.token)).activity).toMatchObject(pictures);
  const { data: rules } = await app.call('', publicDrawApi.rules, { activityId: activities[0].id });
  expect(rules.serviceQr).toBe(pictures.serviceQr);
  expect((await person.scanned('AMNSQ74WBEFWXYM2')).firm).toBeNull();

  await say({ followOn: false, serviceQr: '' });
  const after = await shopper().scanned(code);
  expect(after.firm).not.toHaveProperty('followQr');
  expect(after.firm).not.toHaveProperty('serviceQr');
});

test('what new activities ask of their winners is told to who makes them, and of what is asked anew each time', async () => {
  const { token: maker } = await makeStaff(app, {
    firmId: world.firmId,
    permissions: ['admin:lottery:active:save'],
  });
  expect(await app.data(maker, consumerConfigApi.collect, {})).toEqual({ collectFields: [], collectReason: '' });
  const card = { collectFields: [{ key: 'card', required: true }] };
  const refused = await app.call(token, consumerConfigApi.update, card as never);
  expect(refused.data).toMatchObject({ fields: [{ field: 'collectReason', message: '收集身份证须填写用途说明' }] });
  await say({ ...card, collectReason: '代扣个人所得税' });
  expect(await app.data(maker, consumerConfigApi.collect, {})).toEqual({ ...card, collectReason: '代扣个人所得税' });
  expect((await app.call(maker, consumerConfigApi.info, {})).code).toBe(403);
  // Those that run keep their own.
  const person = shopper();
  const scan = await person.come();
  expect((await person.play(scan)).activity).toMatchObject({ collectFields: [], collectReason: '' });
});

test('points are good for up to three years, or for ever', async () => {
  for (const pointsMonths of [-1, 37, 1.5]) {
    const { code, data } = await app.call(token, consumerConfigApi.update, { pointsMonths } as never);
    expect([code, data]).toMatchObject([400, { fields: [{ message: '积分有效期须为0-36个月' }] }]);
  }
  const person = shopper();
  const uid = await person.agree((await person.scanned(codes[0].pop()!)).token);
  await say({ firstPoints: 20 });
  await person.play((await person.scanned(codes[0].pop()!)).token);
  expect(await app.data(token, consumerApi.info, { id: uid })).toMatchObject({ pointsExpired: 0, pointsDue: null });
  await say({ pointsMonths: 36 });
  const { pointsDue } = await app.data(token, consumerApi.info, { id: uid });
  expect(pointsDue).toMatchObject({ points: 20, day: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) });
});

test('of two who change different terms at once neither loses his', async () => {
  for (let round = 1; round <= 6; round += 1) {
    await Promise.all([say({ firstPoints: round }), say({ sharePoints: 100 + round })]);
    expect(await app.data(token, consumerConfigApi.info, {} as never)).toMatchObject({
      firstPoints: round,
      sharePoints: 100 + round,
    });
  }
});
