import { RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { StopKind } from '../../codes/state/code-states.ts';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { publicTraceApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { codePermissions, makeCodeWorld } from '../../../test/factories/codes.ts';
import { openKeyring } from '../../codes/cipher/keyring.ts';
import { toVerifyCode } from '../../codes/cipher/to-verify-code.ts';
import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
let seg: number;
beforeAll(async () => {
  app = await openTestApp();
  world = await makeCodeWorld(app);
  ({ seg } = await world.issue({ itemCount: 10_000 }));
  await activate(seg, 5000);
});
afterAll(() => app.close());

/** Binds the first codes of a segment to the firm's product and lot. */
const activate = (of: number, serialTo: number) =>
  app.data(world.token, codeOpApi.use, {
    pick: { mode: 1, ranges: [{ seg: of, serialFrom: 1, serialTo }] },
    productId: world.productId,
    lotId: world.lotId,
    idemKey: randomUUID(),
  });

const codeOf = async (serial: number, of = seg, face: 0 | 1 = 0) =>
  openKeyring(app).readText(
    app.db,
    await app.db.selectFrom('segment').selectAll().where('seg', '=', of).executeTakeFirstOrThrow(),
    serial,
    face,
  );
let address = 0;
/** Every device comes from an address of its own unless told. */
const scan = (code: string, deviceId: string, ip = `203.0.113.${(address += 1) % 250}`) =>
  app.call('', publicTraceApi.scan, { code, deviceId }, { 'x-forwarded-for': ip });

test('first, then repeated from a second device, then over the limit', async () => {
  const code = await codeOf(1);
  const first = await scan(code, 'd1');
  expect(first.data).toMatchObject({
    verdict: 'FIRST',
    level: 'ok',
    times: 1,
    lotNo: 'L261104-1',
    product: { storeName: '明前龙井 250g' },
  });
  expect((await scan(code, 'd2')).data).toMatchObject({ verdict: 'REPEAT', times: 2, firstTime: first.data.firstTime });
  for (const device of ['d3', 'd4', 'd5']) expect((await scan(code, device)).data.verdict).toBe('REPEAT');
  expect((await scan(code, 'd6')).data).toMatchObject({ verdict: 'OVER', times: 6 });
});

test('the same device within the dedupe time repeats its verdict and does not count', async () => {
  const code = await codeOf(2);
  expect((await scan(code, 'same')).data).toMatchObject({ verdict: 'FIRST', times: 1 });
  expect((await scan(code, 'same')).data).toMatchObject({ verdict: 'FIRST', times: 1 });
  expect((await scan(code, 'other')).data).toMatchObject({ verdict: 'REPEAT', times: 2 });
});

test('of two phones that take turns each keeps its verdict and counts once within the dedupe time', async () => {
  const code = await codeOf(11);
  expect((await scan(code, 'left')).data).toMatchObject({ verdict: 'FIRST', times: 1 });
  expect((await scan(code, 'right')).data).toMatchObject({ verdict: 'REPEAT', times: 2 });
  for (const [device, verdict] of [
    ['left', 'FIRST'],
    ['right', 'REPEAT'],
    ['left', 'FIRST'],
    ['right', 'REPEAT'],
  ] as const)
    expect((await scan(code, device)).data).toMatchObject({ verdict, times: 2 });
  await app.db
    .updateTable('scanLog')
    .where('codeText', '=', code)
    .set({ at: sql<string>`at - interval '11 minutes'` })
    .execute();
  await app.db
    .updateTable('unitScan')
    .where('seg', '=', seg)
    .where('serial', '=', 11)
    .set({
      firstAt: sql<string>`first_at - interval '11 minutes'`,
      lastAt: sql<string>`last_at - interval '11 minutes'`,
    })
    .execute();
  expect((await scan(code, 'left')).data).toMatchObject({ verdict: 'REPEAT', times: 3 });
});

test('of fifty simultaneous first scans exactly one is the first, and all are counted', async () => {
  const code = await codeOf(3);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => scan(code, `crowd ${i}`)));
  expect(answers.filter(({ data }) => data.verdict === 'FIRST')).toHaveLength(1);
  const row = await app.db
    .selectFrom('unitScan')
    .where('seg', '=', seg)
    .where('serial', '=', 3)
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(row.cnt).toBe(50);
});

test('codes that are not active, void, frozen, invented or of the wrong face get their verdict and no more', async () => {
  expect((await scan(await codeOf(5001), 'a')).data).toMatchObject({
    verdict: 'INACTIVE',
    product: null,
    lotNo: null,
    firm: { name: expect.any(String) },
  });
  const invented = await scan('AMNSQ74WBEFWXYME', 'a');
  expect(invented.data).toMatchObject({ verdict: 'INVALID', product: null, firm: null, lotNo: null, codeText: '' });
  expect((await scan('随便写的', 'a')).data.verdict).toBe('INVALID');
  expect((await scan(await codeOf(4, seg, 1), 'a')).data.verdict).toBe('INVALID');
  expect((await scan(await codeOf(10_001), 'a')).data.verdict).toBe('INVALID');

  await app.db
    .insertInto('codeUnit')
    .values({ seg, serial: 4, firmId: world.firmId, voidKind: StopKind.void, voidSeq: 9_000_000 })
    .execute();
  expect((await scan(await codeOf(4), 'a')).data).toMatchObject({ verdict: 'VOID', product: null });
  await app.data(world.token, identityApi.segmentState, { seg, state: 1, reason: '核查' });
  expect((await scan(await codeOf(6), 'a')).data.verdict).toBe('FROZEN');
  await app.data(world.token, identityApi.segmentState, { seg, state: 0, reason: '核查完毕' });
  await app.db
    .updateTable('lot')
    .set({ recallState: RecallState.recalled, recallText: '召回' })
    .where('id', '=', world.lotId)
    .execute();
  expect((await scan(await codeOf(6), 'a')).data.verdict).toBe('FROZEN');
  await app.db.updateTable('lot').set({ recallState: RecallState.normal }).where('id', '=', world.lotId).execute();
  expect((await scan(await codeOf(6), 'a')).data.verdict).toBe('FIRST');
});

test('printed addresses, lower case and spaces lead to the same code', async () => {
  const code = await codeOf(7);
  const typed = [
    `https://zy.cn/c/${code}`,
    `https://zy.cn/01/06901234567892/21/${code}`,
    code.toLowerCase().replace(/(.{4})/g, '$1 '),
  ];
  for (const [i, text] of typed.entries()) expect((await scan(text, `t${i}`)).data.times).toBe(i + 1);
});

test('an address that guesses is asked for a captcha; other shoppers behind it are not locked out', async () => {
  const ip = '198.51.100.7';
  for (let i = 0; i < 30; i += 1) expect((await scan(`AAAA${i}`, `guess ${i}`, ip)).data.verdict).toBe('INVALID');
  const asked = await scan(await codeOf(8), 'honest', ip);
  expect(asked.data).toMatchObject({
    captcha: true,
    token: '',
    challenge: { picture: expect.stringMatching(/^data:image\/png;base64,/) },
  });
  const { answer } = await app.db
    .selectFrom('captcha')
    .where('key', '=', asked.data.challenge!.key)
    .select('answer')
    .executeTakeFirstOrThrow();
  const read = {
    code: await codeOf(8),
    deviceId: 'honest',
    captchaKey: asked.data.challenge!.key,
    captchaCode: answer,
  };
  expect((await app.call('', publicTraceApi.scan, read, { 'x-forwarded-for': ip })).data.verdict).toBe('FIRST');
  expect((await app.call('', publicTraceApi.scan, read, { 'x-forwarded-for': ip })).data.captcha).toBe(true);
});

test('a device that floods is refused, other devices are not', async () => {
  const code = await codeOf(9);
  for (let i = 0; i < 120; i += 1) await scan(code, 'flood');
  expect((await scan(code, 'flood')).data.verdict).toBe('LIMITED');
  expect((await scan(code, 'calm')).data.verdict).toBe('REPEAT');
});

test('a digit code asks for its verify code before it counts; five wrong ones lock it for a day', async () => {
  const { segments } = await world.issue({ fmt: 'N20', pinLen: 4, itemCount: 10 });
  const digits = segments[0]!.seg;
  await activate(digits, 10);
  const generation = (await openKeyring(app).generation(app.db, '1'))!;
  const asked = await scan(await codeOf(1, digits), 'p1');
  expect(asked.data).toMatchObject({ verdict: 'NEED_PIN', needPin: true, times: 0, product: null });
  const right = toVerifyCode(generation.pinKey, toCodeId(digits, 1), 4);
  const wrong = right === '0000' ? '1111' : '0000';
  expect(await app.data('', publicTraceApi.pin, { token: asked.data.token, pin: wrong })).toMatchObject({
    verdict: 'PIN_WRONG',
    remain: 4,
  });
  expect(await app.data('', publicTraceApi.pin, { token: asked.data.token, pin: right })).toMatchObject({
    verdict: 'FIRST',
    times: 1,
  });
  expect((await scan(await codeOf(1, digits), 'p1')).data.verdict).toBe('FIRST');

  const second = await scan(await codeOf(2, digits), 'p2');
  for (let i = 0; i < 5; i += 1)
    await app.data('', publicTraceApi.pin, {
      token: second.data.token,
      pin: '9999' === toVerifyCode(generation.pinKey, toCodeId(digits, 2), 4) ? '8888' : '9999',
    });
  const locked = await app.data('', publicTraceApi.pin, {
    token: second.data.token,
    pin: toVerifyCode(generation.pinKey, toCodeId(digits, 2), 4),
  });
  expect(locked).toMatchObject({ verdict: 'PIN_WRONG', remain: 0, text: '验证码错误次数过多，请24小时后再试' });
});

test('a changed or foreign token opens nothing', async () => {
  expect((await app.call('', publicTraceApi.detail, { token: 'x.y' })).code).toBe(401);
  const { data } = await scan(await codeOf(10), 'tok');
  expect((await app.call('', publicTraceApi.detail, { token: `${data.token}x` })).code).toBe(401);
  expect((await app.call('', publicTraceApi.detail, { token: data.token })).code).toBe(200);
});

test('a report is kept with the firm of the code', async () => {
  const { data } = await scan(await codeOf(11), 'rep');
  expect((await app.call('', publicTraceApi.report, { token: data.token, content: '包装可疑' })).code).toBe(200);
  expect((await app.call('', publicTraceApi.report, { token: data.token, content: '' })).code).toBe(400);
  const rows = await app.db.selectFrom('complaint').selectAll().execute();
  expect(rows).toMatchObject([{ firmId: world.firmId, content: '包装可疑' }]);
  for (let i = 0; i < 2; i += 1) await app.data('', publicTraceApi.report, { token: data.token, content: `补充${i}` });
  expect(await app.call('', publicTraceApi.report, { token: data.token, content: '再来' })).toMatchObject({
    code: 61162,
    message: '您已多次举报该编码，我们会尽快核实',
  });
});

test('the console tells a code’s whole life and lists its scans', async () => {
  const { seg: own } = await world.issue({ itemCount: 20 });
  await activate(own, 20);
  await app.data(world.token, identityApi.segmentState, { seg: own, state: 1, reason: '核查' });
  await app.data(world.token, identityApi.segmentState, { seg: own, state: 0, reason: '核查完毕' });
  const code = await codeOf(12, own);
  await scan(code, 'l1');
  await scan(code, 'l2');
  const timeline = await app.data(world.token, identityApi.timeline, { code });
  expect(timeline.map(({ kind }) => kind).sort()).toEqual(['issue', 'op', 'op', 'op', 'scan', 'scan']);
  expect(timeline.at(-1)!.kind).toBe('issue');
  expect((await app.data(world.token, identityApi.scans, { code })).list.map(({ verdict }) => verdict)).toEqual([
    'REPEAT',
    'FIRST',
  ]);
  expect(await app.data(world.token, identityApi.info, { code })).toMatchObject({
    life: 1,
    scanCnt: 2,
    lotNo: 'L261104-1',
    serial: 12,
  });
});

test('quota, review and withdrawal keep the firm’s account straight', async () => {
  await app.db
    .updateTable('firm')
    .set({ codeQuota: 3_000_000, codeUsed: 0, settings: JSON.stringify({ taskAuditOver: 1_000_000 }) })
    .where('id', '=', world.firmId)
    .execute();
  const used = async () =>
    (await app.db.selectFrom('firm').where('id', '=', world.firmId).select('codeUsed').executeTakeFirstOrThrow())
      .codeUsed;
  const draft = (itemCount: number) => ({ name: '额度', itemCount, idemKey: randomUUID() });
  const big = await app.data(world.token, taskApi.save, draft(2_000_000));
  expect(big.phase).toBe(0);
  expect(await app.call(world.token, taskApi.save, draft(1_000_001))).toMatchObject({
    code: 61019,
    message: '企业码额度不足，剩余1000000个',
  });
  expect(await used()).toBe(2_000_000);
  await app.data(world.token, taskApi.cancel, { id: big.id });
  expect(await used()).toBe(0);
  expect(await app.call(world.token, taskApi.cancel, { id: big.id })).toMatchObject({ code: 61020 });
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => app.call(world.token, taskApi.save, draft(1_000_000))),
  );
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 200, 200, 61019, 61019]);
  expect(await used()).toBe(3_000_000);
  const key = draft(1);
  await app.db.updateTable('firm').set({ codeQuota: null }).where('id', '=', world.firmId).execute();
  const [a, b] = await Promise.all([
    app.data(world.token, taskApi.save, key),
    app.data(world.token, taskApi.save, key),
  ]);
  expect(a).toEqual(b);
});

test('platform staff cannot bind one firm’s codes to another firm’s product', async () => {
  const platform = await makeStaff(app, { permissions: codePermissions });
  const other = await makeCodeWorld(app);
  const answer = await app.call(platform.token, codeOpApi.use, {
    pick: { mode: 1, ranges: [{ seg, serialFrom: 6000, serialTo: 6001 }] },
    productId: other.productId,
    lotId: other.lotId,
    idemKey: randomUUID(),
  });
  expect(answer).toMatchObject({ code: 61002 });
});
