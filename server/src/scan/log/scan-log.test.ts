import { Holder, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { complaintApi } from '@zhuiyuan/contract/scan/log/complaint';
import { publicTraceApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { scanLogApi } from '@zhuiyuan/contract/scan/log/scan-log';
import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { Code } from '@zhuiyuan/contract/kit/codes';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { makeAgent } from '../../../test/factories/parties.ts';
import { makeCodeWorld } from '../../../test/factories/codes.ts';
import { forgetScans, keepScanMonths } from './keep-scan-log.ts';
import { openKeyring } from '../../codes/cipher/keyring.ts';
import { findAbnormalCodes } from './find-abnormal-codes.ts';
import { raiseRisk } from './raise-risk.ts';

const permissions = ['list', 'log', 'update', 'export', 'complaint'].map((one) => `admin:identity:select:${one}`);

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
let token: string;
let platform: string;
let seg: number;
beforeAll(async () => {
  app = await openTestApp();
  world = await makeCodeWorld(app);
  ({ token } = await makeStaff(app, { firmId: world.firmId, permissions }));
  ({ token: platform } = await makeStaff(app, { permissions }));
  ({ seg } = await world.issue({ itemCount: 100 }));
  await app.data(world.token, codeOpApi.use, {
    pick: { mode: 1, ranges: [{ seg, serialFrom: 1, serialTo: 100 }] },
    productId: world.productId,
    lotId: world.lotId,
    idemKey: randomUUID(),
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ['scan_log', 'unit_scan', 'odd_code', 'complaint', 'risk_event'])
    await sql`delete from ${sql.table(table)}`.execute(app.db);
});

const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) MicroMessenger/8.0';
const codeOf = async (serial: number) =>
  openKeyring(app).readText(
    app.db,
    await app.db.selectFrom('segment').selectAll().where('seg', '=', seg).executeTakeFirstOrThrow(),
    serial,
    0,
  );
const scan = (code: string, deviceId: string, ip = '203.0.113.5') =>
  app.call('', publicTraceApi.scan, { code, deviceId, entry: 1 }, { 'x-forwarded-for': ip, 'user-agent': agent });
/** As though the scans of so far had been made a minute ago and nobody had looked since, so that they count as settled. */
const settle = async () => {
  await sql`update scan_log set at = at - interval '1 minute' where at > now() - interval '40 seconds'`.execute(app.db);
  await sql`update rollup_cursor set upto = upto - interval '5 minutes'`.execute(app.db);
};

test('a query is recorded with its verdict, its number and a masked address, and found by every filter', async () => {
  const code = await codeOf(1);
  await scan(code, 'a');
  await scan(code, 'b');
  await scan('随便写的', 'b');
  const { list } = await app.data(token, scanLogApi.list, { code: code.toLowerCase() });
  expect(list).toMatchObject([
    { verdict: 'REPEAT', times: 2, code, storeName: '明前龙井 250g', lotNo: 'L261104-1', ip: '203.0.*.*', entry: 1 },
    { verdict: 'FIRST', times: 1, device: '微信 · iPhone', userName: '游客', cross: 0, agentName: '' },
  ]);
  const count = async (filters: object, who = token) => (await app.data(who, scanLogApi.list, filters)).total;
  expect(await count({ verdict: 'FIRST' })).toBe(1);
  expect(await count({ verdict: 'OVER' })).toBe(0);
  expect(await count({ productId: world.productId })).toBe(2);
  expect(await count({ productId: 999 })).toBe(0);
  expect(await count({ entry: 0 })).toBe(0);
  expect(await count({ cross: 1 })).toBe(0);
  expect(await count({ uid: 5 })).toBe(0);
  expect(await count({ agentId: 5 })).toBe(0);
  expect(await count({ dateLimit: 'today' })).toBe(2);
  expect(await count({ code: '随便写的' })).toBe(0);
  expect(await count({ code: '随便写的' }, platform)).toBe(1);
  expect(await count({}, platform)).toBe(3);
  await app.db
    .updateTable('scanLog')
    .set({ province: '浙江省', city: '杭州市' })
    .where('verdict', '=', 'FIRST')
    .execute();
  await app.db
    .insertInto('city')
    .values([
      { id: 330000, pid: 0, level: 0, name: '浙江省', mergerName: '浙江省' },
      { id: 330100, pid: 330000, level: 1, name: '杭州市', mergerName: '浙江省,杭州市' },
      { id: 330200, pid: 330000, level: 1, name: '宁波市', mergerName: '浙江省,宁波市' },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  expect(await count({ regionCode: '330000' })).toBe(1);
  expect(await count({ regionCode: '330100' })).toBe(1);
  expect(await count({ regionCode: '330200' })).toBe(0);
  expect((await app.data(token, scanLogApi.export, { code })).fileName).toBeTruthy();
  expect((await app.call(token, scanLogApi.export, { uid: 5 })).message).toBe('没有可导出的数据');
});

test('a code counted too often becomes odd, can be trusted, and stays trusted', async () => {
  const code = await codeOf(2);
  for (const device of 'abcde') await scan(code, device);
  await settle();
  await findAbnormalCodes(app.db);
  const odd = await app.data(token, scanLogApi.abnormal);
  expect(odd.list).toMatchObject([{ code, cnt: 5, storeName: '明前龙井 250g', isWhite: false, agentName: '' }]);
  const { id } = odd.list[0]!;
  expect(id).toBe(toCodeId(seg, 2));
  await app.data(token, scanLogApi.trust, { id, reason: '门店陈列样品' });
  expect((await app.data(token, scanLogApi.abnormal)).total).toBe(0);
  expect((await app.data(token, scanLogApi.abnormal, { isWhite: 1 } as never)).list).toMatchObject([
    { id, whiteReason: '门店陈列样品', whiteBy: '测试' },
  ]);
  await scan(code, 'f');
  await settle();
  await findAbnormalCodes(app.db);
  expect((await app.data(token, scanLogApi.abnormal)).total).toBe(0);
  await app.data(token, scanLogApi.distrust, { id });
  expect((await app.data(token, scanLogApi.abnormal, { code })).list).toMatchObject([{ cnt: 6 }]);
  expect((await app.call(token, scanLogApi.trust, { id, reason: '' })).message).toBe('请填写原因');
  expect((await app.call(token, scanLogApi.trust, { id: 7, reason: '无' })).code).toBe(404);
});

test('odd codes are found by the agent who holds them and by their product', async () => {
  const codes = [await codeOf(6), await codeOf(7), await codeOf(8)];
  for (const code of codes) for (const device of 'abcde') await scan(code, device);
  await settle();
  await findAbnormalCodes(app.db);
  const [agentId, otherId] = [await makeAgent(app, world.firmId), await makeAgent(app, world.firmId)];
  const held = { seg, firmId: world.firmId, holderId: agentId, shipStatus: Shipping.signed, shipSeq: 1 };
  await app.db
    .insertInto('codeUnit')
    .values([
      { ...held, serial: 6, holderKind: Holder.agent },
      { ...held, serial: 7, holderKind: Holder.shop },
    ])
    .execute();
  const find = async (filters: object) =>
    (await app.data(token, scanLogApi.abnormal, filters)).list.map(({ code }) => code).sort();
  expect(await find({})).toEqual([...codes].sort());
  expect(await find({ agentId })).toEqual([codes[0]]);
  expect(await find({ agentId: otherId })).toEqual([]);
  expect(await find({ productId: world.productId, code: codes[2] })).toEqual([codes[2]]);
  expect(await find({ code: 'NOTACODE' })).toEqual([]);
});

test('a code asked about from three cities within a week becomes odd, from two it does not', async () => {
  for (const [serial, cities] of [
    [3, ['杭州市', '成都市', '广州市']],
    [4, ['杭州市', '成都市', '成都市']],
  ] as const)
    for (const [i, city] of cities.entries()) {
      const { data } = await scan(await codeOf(serial), `c${i}`);
      await app.db.updateTable('scanLog').set({ city }).where('id', '=', data.scanId!).execute();
    }
  await settle();
  await findAbnormalCodes(app.db);
  expect((await app.data(token, scanLogApi.abnormal, { code: await codeOf(3) })).list).toMatchObject([
    { cityCount: 3, cnt: 3 },
  ]);
  expect((await app.data(token, scanLogApi.abnormal, { code: await codeOf(4) })).total).toBe(0);
});

test('a report is listed with a masked contact, shown whole on demand, handled once and with a result', async () => {
  const { data } = await scan(await codeOf(5), 'r');
  const report = { token: data.token, content: '涂层被刮开过', contact: '13812345678', buyPlace: '杭州武林夜市' };
  expect((await app.call('', publicTraceApi.report, report)).code).toBe(200);
  const { list } = await app.data(token, complaintApi.list, { state: 0 });
  expect(list).toMatchObject([
    { content: '涂层被刮开过', contact: '138****5678', buyPlace: '杭州武林夜市', storeName: '明前龙井 250g', state: 0 },
  ]);
  const { id } = list[0]!;
  expect((await app.data(token, complaintApi.info, { id })).contact).toBe('13812345678');
  expect((await app.call(token, complaintApi.handle, { id, state: 2 })).message).toBe('请输入处理结果');
  expect((await app.call(token, complaintApi.handle, { id, state: 0 as never })).message).toBe('请选择处理状态');
  const { version } = list[0]!;
  await app.data(token, complaintApi.handle, { id, version, state: 1, result: '等消费者寄回' });
  const late = await app.call(token, complaintApi.handle, { id, version, state: 2, result: '无法联系' });
  expect(late.code).toBe(Code.stale);
  const [now] = (await app.data(token, complaintApi.list, { state: 1 })).list;
  expect(now).toMatchObject({ result: '等消费者寄回', version: version + 1 });
  await app.data(token, complaintApi.handle, { id, version: now!.version, state: 2, result: '已联系消费者换货' });
  expect(await app.call(token, complaintApi.handle, { id, state: 2, result: '再来一次' })).toMatchObject({
    code: 61171,
    message: '举报已处理完毕，请刷新后重试',
  });
  expect((await app.data(token, complaintApi.list, { state: 2 })).list).toMatchObject([
    { result: '已联系消费者换货', handledBy: '测试' },
  ]);
  expect((await app.data(token, complaintApi.export, {})).fileName).toBeTruthy();
});

test('other firms and people without the permission see none of it', async () => {
  const other = await makeCodeWorld(app);
  const stranger = await makeStaff(app, { firmId: other.firmId, permissions });
  const { data } = await scan(await codeOf(6), 's');
  const report = { token: data.token, content: '涂层被刮开过', contact: '13812345678', buyPlace: '杭州武林夜市' };
  expect((await app.call('', publicTraceApi.report, report)).code).toBe(200);
  for (const endpoint of [scanLogApi.list, scanLogApi.abnormal, scanLogApi.risks, complaintApi.list])
    expect((await app.data(stranger.token, endpoint as typeof scanLogApi.list)).total).toBe(0);
  const { id } = (await app.data(token, complaintApi.list)).list[0]!;
  expect((await app.call(stranger.token, complaintApi.info, { id })).code).toBe(404);
  expect((await app.call(stranger.token, complaintApi.handle, { id, state: 1 })).code).toBe(404);
  expect((await app.call(stranger.token, scanLogApi.trust, { id: toCodeId(seg, 2), reason: '夺' })).code).toBe(404);
  const nobody = await makeStaff(app, { firmId: world.firmId });
  for (const endpoint of [scanLogApi.list, scanLogApi.abnormal, complaintApi.list])
    expect((await app.call(nobody.token, endpoint as typeof scanLogApi.list)).code).toBe(403);
});

test('an event is dealt with once', async () => {
  await raiseRisk(app.db, { firmId: 0, type: 9, level: 3, key: 'k', title: '试', detail: {} });
  await raiseRisk(app.db, { firmId: 0, type: 9, level: 3, key: 'k', title: '试', detail: {} });
  const { list } = await app.data(platform, scanLogApi.risks, { type: 9, status: 0 });
  expect(list).toMatchObject([{ hitCount: 2, title: '试' }]);
  const { id } = list[0]!;
  expect((await app.call(platform, scanLogApi.handleRisk, { id, status: 2 })).message).toBe('请输入处理结果');
  const { version } = list[0]!;
  await app.data(platform, scanLogApi.handleRisk, { id, version, status: 1, result: '正在查来源' });
  const late = await app.call(platform, scanLogApi.handleRisk, { id, version, status: 3, result: '误报' });
  expect(late.code).toBe(Code.stale);
  const [now] = (await app.data(platform, scanLogApi.risks, { type: 9, status: 1 })).list;
  expect(now).toMatchObject({ result: '正在查来源', version: version + 1 });
  await app.data(platform, scanLogApi.handleRisk, { id, version: now!.version, status: 2, result: '已封禁来源' });
  expect(await app.call(platform, scanLogApi.handleRisk, { id, status: 3 })).toMatchObject({ code: 61172 });
  await raiseRisk(app.db, { firmId: 0, type: 9, level: 3, key: 'k', title: '又来', detail: {} });
  expect((await app.data(platform, scanLogApi.risks, { status: 0, type: 9 })).list).toMatchObject([{ hitCount: 1 }]);
});

test('the log is kept by months; lines find their month, what is over 36 months old is detached', async () => {
  const insert = (at: string) =>
    app.db
      .insertInto('scanLog')
      .values({ firmId: world.firmId, codeText: 'OLD', verdict: 'INVALID', at, lng: 120.123456, lat: 30.123456 })
      .execute();
  await insert('2022-03-31 23:59:59+08');
  await insert('2022-04-01 00:00:00+08');
  await keepScanMonths(app.db);
  await keepScanMonths(app.db);
  const months = async () => {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'scan_log'::regclass order by 1`.execute(app.db);
    return rows.map(({ name }) => name);
  };
  const now = new Date(Date.now() + 8 * 3_600_000);
  const month = (add: number) =>
    `scan_log_${new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + add, 1)).toISOString().slice(0, 7).replace('-', '_')}`;
  expect(await months()).toEqual([month(0), month(1), month(2), 'scan_log_rest'].sort());
  const { rows } = await sql<{ n: number }>`select count(*) as n from scan_log_rest`.execute(app.db);
  expect(rows[0]!.n).toBe(0);
  const old = await sql<{ n: number }>`select count(*) as n from scan_log_2022_03`.execute(app.db);
  expect(old.rows[0]!.n).toBe(1);
  expect((await scan(await codeOf(50), 'after')).data.verdict).toBe('FIRST');
});

test('positions are rounded after 90 days, invented texts go after 30', async () => {
  await app.db
    .insertInto('scanLog')
    .values([
      { codeText: 'TYPED', verdict: 'INVALID', at: sql<string>`now() - interval '31 days'` },
      { codeText: 'FRESH', verdict: 'INVALID', at: sql<string>`now() - interval '29 days'` },
      {
        firmId: world.firmId,
        codeText: 'OURS',
        verdict: 'FIRST',
        lng: 120.12345,
        lat: 30.98765,
        at: sql<string>`now() - interval '91 days'`,
      },
    ])
    .execute();
  await forgetScans(app.db);
  const texts = await app.db
    .selectFrom('scanLog')
    .select('codeText')
    .where('codeText', 'in', ['TYPED', 'FRESH'])
    .execute();
  expect(texts).toEqual([{ codeText: 'FRESH' }]);
  expect(
    await app.db.selectFrom('scanLog').select(['lng', 'lat']).where('codeText', '=', 'OURS').executeTakeFirst(),
  ).toEqual({ lng: 120.123, lat: 30.988 });
});
