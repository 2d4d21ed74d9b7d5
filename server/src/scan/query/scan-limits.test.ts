import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { publicTraceApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { makeCodeWorld } from '../../../test/factories/codes.ts';
import { openKeyring } from '../../codes/cipher/keyring.ts';
import { watchInvalidShare } from '../log/watch-invalid-share.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
let seg: number;
beforeAll(async () => {
  app = await openTestApp();
  world = await makeCodeWorld(app);
  ({ seg } = await world.issue({ itemCount: 1000 }));
  await app.data(world.token, codeOpApi.use, {
    pick: { mode: 1, ranges: [{ seg, serialFrom: 1, serialTo: 1000 }] },
    productId: world.productId,
    lotId: world.lotId,
    idemKey: randomUUID(),
  });
});
beforeEach(async () => {
  await app.db.deleteFrom('scanLog').execute();
  await app.db.deleteFrom('unitScan').execute();
  await app.db.deleteFrom('riskEvent').execute();
});
afterAll(() => app.close());

const codeOf = async (serial: number) =>
  openKeyring(app).readText(
    app.db,
    await app.db.selectFrom('segment').selectAll().where('seg', '=', seg).executeTakeFirstOrThrow(),
    serial,
    0,
  );
const scan = (code: string, deviceId: string, ip: string, more = {}) =>
  app.call('', publicTraceApi.scan, { code, deviceId, ...more }, { 'x-forwarded-for': ip });
const readCaptcha = async (key: string) =>
  (await app.db.selectFrom('captcha').where('key', '=', key).select('answer').executeTakeFirstOrThrow()).answer;
const times = <T>(count: number, task: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => task(i)));

test('of eighty invented codes at once from one address thirty are answered, the rest meet a captcha', async () => {
  const answers = await times(80, (i) => scan(`INVENTED${i}`, `rotating ${i}`, '198.51.100.1'));
  expect(answers.filter(({ data }) => data.verdict === 'INVALID')).toHaveLength(30);
  expect(answers.filter(({ data }) => data.captcha && data.challenge)).toHaveLength(50);
  expect(await app.db.selectFrom('riskEvent').selectAll().execute()).toMatchObject([
    { type: 3, level: 2, firmId: 0, status: 0, hitCount: 1, title: expect.stringContaining('198.51.100.1') },
  ]);
});

test('addresses of one IPv6 network guess as one; another network notices nothing', async () => {
  const answers = await times(80, (i) =>
    scan(`INVENTED${i}`, `rotating ${i}`, `2001:db8:7:7:${(i + 1).toString(16)}::1`),
  );
  expect(answers.filter(({ data }) => data.verdict === 'INVALID')).toHaveLength(30);
  expect((await scan('INVENTED', 'further', '2001:db8:7:7::99')).data.captcha).toBe(true);
  expect((await scan('INVENTED', 'neighbour', '2001:db8:7:8::1')).data.verdict).toBe('INVALID');
  expect(await app.db.selectFrom('riskEvent').select('title').execute()).toEqual([
    { title: expect.stringContaining('2001:db8:7:7::/64') },
  ]);
});

test('a line that guesses on from network to network meets a captcha in all of them; another line notices nothing', async () => {
  await app.db
    .insertInto('scanLog')
    .values(
      Array.from({ length: 479 }, (_, at) => ({
        codeText: `INVENTED${at}`,
        verdict: 'INVALID',
        ip: `2001:db8:9:${at.toString(16)}::1`,
        device: `d${at}`.padEnd(32, '0'),
      })),
    )
    .execute();
  expect((await scan('INVENTED', 'last', '2001:db8:9:ffff::1')).data.verdict).toBe('INVALID');
  expect((await scan('INVENTED', 'further', '2001:db8:9:fffe::1')).data.captcha).toBe(true);
  expect((await scan('INVENTED', 'neighbour', '2001:db8:a::1')).data.verdict).toBe('INVALID');
  expect(await app.db.selectFrom('riskEvent').select('title').execute()).toEqual([
    { title: '来源 2001:db8:9::/48 10分钟内查询480个不存在的编码，已要求输入图形验证码' },
  ]);
});

test('a browser without a mark is one device wherever in its IPv6 network it asks from', async () => {
  for (let i = 0; i < 121; i += 1) {
    const { data } = await scan(await codeOf(i + 1), '', `2001:db8:7:9::${(i + 1).toString(16)}`);
    if (i === 120) expect(data.verdict).toBe('LIMITED');
  }
});

test('shoppers behind a guesser’s address read a picture and get their verdict; other addresses notice nothing', async () => {
  const ip = '198.51.100.2';
  await times(40, (i) => scan(`INVENTED${i}`, `g ${i}`, ip));
  const honest = await times(10, async (i) => {
    const asked = await scan(await codeOf(i + 1), `honest ${i}`, ip);
    expect(asked.data).toMatchObject({ captcha: true, product: null, token: '' });
    const captchaKey = asked.data.challenge!.key;
    return scan(await codeOf(i + 1), `honest ${i}`, ip, { captchaKey, captchaCode: await readCaptcha(captchaKey) });
  });
  expect(honest.map(({ data }) => data.verdict)).toEqual(Array(10).fill('FIRST'));
  expect((await scan(await codeOf(20), 'elsewhere', '198.51.100.3')).data.verdict).toBe('FIRST');
});

test('a device that goes on guessing with captchas is refused after a hundred, and only it', async () => {
  const ip = '198.51.100.4';
  for (let i = 0; i < 100; i += 1) {
    const first = await scan(`INVENTED${i}`, 'guesser', ip);
    if (!first.data.captcha) continue;
    const captchaKey = first.data.challenge!.key;
    const again = { captchaKey, captchaCode: await readCaptcha(captchaKey) };
    expect((await scan(`INVENTED${i}`, 'guesser', ip, again)).data.verdict).toBe('INVALID');
  }
  const refused = await scan(await codeOf(1), 'guesser', ip);
  expect(refused.data).toMatchObject({ verdict: 'LIMITED', captcha: false, product: null });
  const neighbour = await scan(await codeOf(1), 'neighbour', ip);
  expect(neighbour.data.captcha).toBe(true);
  const events = await app.db.selectFrom('riskEvent').selectAll().orderBy('id').execute();
  expect(events.map(({ level, hitCount }) => [level, hitCount])).toEqual([
    [2, 70],
    [3, 1],
  ]);
});

test('of two hundred queries at once one device gets at most 120', async () => {
  const answers = await times(200, async (i) => scan(await codeOf((i % 900) + 1), 'burst', '198.51.100.5'));
  const answered = answers.filter(({ data }) => data.verdict !== 'LIMITED');
  expect(answered.length).toBeGreaterThan(0);
  expect(answered.length).toBeLessThanOrEqual(120);
  for (let i = 0; i < 130; i += 1) await scan(await codeOf(i + 1), 'steady', '198.51.100.6');
  const { n } = await app.db
    .selectFrom('scanLog')
    .where('verdict', 'not in', ['LIMITED'])
    .where('ip', '=', '198.51.100.6')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  expect(n).toBe(120);
});

test('a code counted sixty times within the hour asks for a captcha, and still answers who reads it', async () => {
  const code = await codeOf(7);
  const answers = await times(60, (i) => scan(code, `crowd ${i}`, `203.0.113.${i}`));
  expect(answers.filter(({ data }) => data.verdict === 'FIRST')).toHaveLength(1);
  const late = await scan(code, 'late', '203.0.113.100');
  expect(late.data).toMatchObject({ captcha: true, verdict: 'LIMITED' });
  const captchaKey = late.data.challenge!.key;
  const read = { captchaKey, captchaCode: await readCaptcha(captchaKey) };
  expect((await scan(code, 'late', '203.0.113.100', read)).data).toMatchObject({ verdict: 'OVER', times: 61 });
});

test('more than a fifth of invented codes within five minutes raises one event, however often one looks', async () => {
  await times(40, async (i) => scan(await codeOf(i + 1), `s ${i}`, `203.0.114.${i}`));
  await watchInvalidShare(app.db);
  await times(9, (i) => scan(`INVENTED${i}`, `m ${i}`, `203.0.115.${i}`));
  await watchInvalidShare(app.db);
  expect(await app.db.selectFrom('riskEvent').select('id').execute()).toEqual([]);
  await times(5, (i) => scan(`INVENTED${i}`, `n ${i}`, `203.0.116.${i}`));
  await watchInvalidShare(app.db);
  await watchInvalidShare(app.db);
  expect(await app.db.selectFrom('riskEvent').selectAll().execute()).toMatchObject([
    { type: 9, level: 3, firmId: 0, hitCount: 2, title: '近5分钟54次查询中，不存在的编码占26%' },
  ]);
});

test('a recalled lot answers frozen at once, and as before when the recall is lifted', async () => {
  const { token } = await makeStaff(app, { firmId: world.firmId, permissions: ['admin:identity:lot:recall'] });
  await app.data(token, lotApi.recall, { id: world.lotId, text: '抽检不合格' });
  expect((await scan(await codeOf(500), 'r1', '203.0.117.1')).data.verdict).toBe('FROZEN');
  await app.data(token, lotApi.cancelRecall, { id: world.lotId });
  expect((await scan(await codeOf(500), 'r1', '203.0.117.1')).data.verdict).toBe('FIRST');
});
