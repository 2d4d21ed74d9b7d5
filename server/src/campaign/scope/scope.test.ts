import { mostRanges, mostRegions } from '@zhuiyuan/contract/campaign/scope/scope-draft';
import { scopeApi } from '@zhuiyuan/contract/campaign/scope/scope';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { makeCodeWorld, opsOf } from '../../../test/factories/codes.ts';
import { seedRegions } from '../../seeds/first/seed-regions.ts';

const everyAct = ['list', 'save', 'update', 'delete'].map((act) => `admin:lottery:scope:${act}`);

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
let token: string;
/** A segment whose first half is bound to the lot. */
let seg: number;

beforeAll(async () => {
  app = await openTestApp();
  await seedRegions(app.db);
  world = await makeCodeWorld(app);
  ({ token } = await makeStaff(app, { firmId: world.firmId, permissions: everyAct }));
  seg = (await world.issue({ productId: world.productId, lotId: world.lotId })).seg;
  const ranges = [{ seg, serialFrom: 1, serialTo: 500 }];
  await opsOf(app, world).use({ mode: 1, ranges });
});
afterAll(() => app.close());

let serial = 0;
const save = (draft: object) => app.call(token, scopeApi.save, { name: `范围${(serial += 1)}`, ...draft } as never);
const made = async (draft: object): Promise<number> => {
  const { code, message, data } = await save(draft);
  expect([code, message]).toEqual([200, 'ok']);
  return data!.id;
};
const fieldsOf = async (draft: object) => {
  const { data } = (await save(draft)) as { data: { fields?: { field: string; message: string }[] } };
  return (data.fields ?? []).map(({ field, message }) => [field, message]);
};
const run = (serialFrom: number, serialTo: number, more: object = {}) => ({ seg, serialFrom, serialTo, ...more });

describe('saving', () => {
  it('asks for what the modes need', async () => {
    expect(await fieldsOf({ name: '', regionMode: 1, rangeMode: 1 })).toEqual([
      ['name', '请输入范围名称'],
      ['regions', '请选择地区'],
      ['ranges', '请添加码段'],
    ]);
    expect(await fieldsOf({ rangeMode: 1, ranges: [run(9, 3)] })).toEqual([
      ['ranges.0.serialTo', '码段起始不能大于结束'],
    ]);
    expect(await fieldsOf({ regionMode: 2, regions: ['990000'] })).toEqual([['regions', '地区不正确']]);
    const many = Array.from({ length: mostRegions + 1 }, () => '330000');
    expect(await fieldsOf({ regionMode: 1, regions: many })).toEqual([['regions', '一个范围最多3000个地区']]);
    const rows = Array.from({ length: mostRanges + 1 }, (_, n) => run(n + 1, n + 1));
    expect(await fieldsOf({ rangeMode: 1, ranges: rows })).toEqual([['ranges', '一个范围最多200个码段']]);
  });

  it('keeps regions in their shortest form, and neither regions nor ranges that no mode asks for', async () => {
    const id = await made({ regionMode: 1, regions: ['330106', '330000', '330100', '110101', '330106'] });
    expect(await app.data(token, scopeApi.info, { id })).toMatchObject({
      regions: ['110101', '330000'],
      regionNames: ['北京市东城区', '浙江省'],
      regionCount: 2,
      ranges: [],
    });
    const none = await made({ regions: ['330000'], ranges: [run(1, 5)] });
    expect(await app.data(token, scopeApi.info, { id: none })).toMatchObject({
      regions: [],
      ranges: [],
      rangeCount: 0,
    });
  });

  it('holds ranges apart, within their segment and within their lot', async () => {
    const ofLot = { lotId: world.lotId };
    const rangeMode = 1;
    expect(await fieldsOf({ rangeMode, ranges: [run(1, 10), run(10, 20)] })).toEqual([['ranges', '码段之间不能重叠']]);
    expect(await fieldsOf({ rangeMode, ranges: [run(1, 10), run(990, 1001)] })).toEqual([
      ['ranges.1.serialTo', '序号超出码段范围（1-1000）'],
    ]);
    expect(await fieldsOf({ rangeMode, ranges: [{ ...run(1, 10), seg: 99_999 }] })).toEqual([
      ['ranges.0.seg', '码段不存在'],
    ]);
    expect(await fieldsOf({ rangeMode, ranges: [run(1, 500, ofLot), run(501, 501, ofLot)] })).toEqual([
      ['ranges.1.serialTo', '码段超出批次范围'],
    ]);
    const id = await made({ rangeMode, ranges: [run(501, 1000), run(1, 500, ofLot)] });
    expect((await app.data(token, scopeApi.info, { id })).ranges).toEqual([
      { lotId: world.lotId, lotNo: 'L261104-1', seg, codeLevel: 0, serialFrom: 1, serialTo: 500 },
      { lotId: null, lotNo: '', seg, codeLevel: 0, serialFrom: 501, serialTo: 1000 },
    ]);
    await expect(
      sql`insert into scope_range (firm_id, scope_id, seg, span) values (${world.firmId}::bigint, ${id}::bigint, ${seg}::int, '[500,501)')`.execute(
        app.db,
      ),
    ).rejects.toThrow('scope_range_no_overlap');
  });

  it('knows nothing of another firm’s segments and lots', async () => {
    const other = await makeCodeWorld(app);
    const { seg: foreign } = await other.issue();
    expect(await fieldsOf({ rangeMode: 1, ranges: [{ ...run(1, 10), seg: foreign }] })).toEqual([
      ['ranges.0.seg', '码段不存在'],
    ]);
    expect(await fieldsOf({ rangeMode: 1, ranges: [run(1, 10, { lotId: other.lotId })] })).toEqual([
      ['ranges.0.lotId', '批次不存在'],
    ]);
  });

  it('keeps a range whose codes went to another lot since, and takes no new one like it', async () => {
    const { seg: own } = await world.issue({ productId: world.productId, lotId: world.lotId });
    const ops = opsOf(app, world);
    const pick = (from: number, to: number) => ({ mode: 1, ranges: [{ seg: own, serialFrom: from, serialTo: to }] });
    await ops.use(pick(1, 100));
    const ranges = [{ seg: own, serialFrom: 1, serialTo: 100, lotId: world.lotId }];
    const id = await made({ name: '改绑前', rangeMode: 1, ranges });
    const moved = await ops.update(pick(50, 60), { newLotId: await ops.makeLot() });
    expect(moved.code).toBe(200);
    expect((await app.call(token, scopeApi.update, { id, name: '改绑后' } as never)).code).toBe(200);
    expect(await fieldsOf({ rangeMode: 1, ranges })).toEqual([['ranges.0.serialTo', '码段超出批次范围']]);
  });

  it('keeps names apart within the firm and refuses an old version', async () => {
    const id = await made({ name: '同名范围' });
    expect(await fieldsOf({ name: '同名范围' })).toEqual([['name', '范围名称已存在']]);
    const { version } = await app.data(token, scopeApi.info, { id });
    await app.data(token, scopeApi.update, { id, version, name: '改名范围' } as never);
    expect((await app.call(token, scopeApi.update, { id, version, name: '再改' } as never)).code).toBe(409);
    await app.data(token, scopeApi.remove, { id });
    expect((await app.call(token, scopeApi.info, { id })).code).toBe(404);
    expect((await save({ name: '改名范围' })).code).toBe(200);
  });
});

it('lists scopes with the names of their first regions', async () => {
  const cities = await app.db.selectFrom('city').select('id').where('level', '=', 2).orderBy('id').limit(60).execute();
  await made({ name: '六十城', regionMode: 1, regions: cities.map(({ id }) => String(id)) });
  const { list } = await app.data(token, scopeApi.list, { name: '六十城', regionMode: 1, status: 0 });
  expect(list).toHaveLength(1);
  expect(list[0]).toMatchObject({ regionCount: 60, rangeCount: 0 });
  expect(list[0]!.regionNames).toHaveLength(50);
  await app.data(token, scopeApi.updateStatus, { id: list[0]!.id, status: 1 });
  expect((await app.data(token, scopeApi.list, { name: '六十城', status: 0 })).list).toEqual([]);
  expect(await app.data(token, scopeApi.listAll, { keywords: '六十' })).toMatchObject([{ name: '六十城', status: 1 }]);
});

describe('a try', () => {
  const tried = async (scopeId: number, input: object) => {
    const answer = await app.call(token, scopeApi.test, { scopeId, ...input } as never);
    return answer.code === 200 ? answer.data : (answer as unknown as { data: { fields: object[] } }).data.fields;
  };

  it('says what a shopper would be told', async () => {
    const ranges = [run(1, 100, { lotId: world.lotId })];
    const id = await made({ regionMode: 1, regions: ['330000'], rangeMode: 1, ranges });
    const [first, later] = await opsOf(app, world).textsOf(seg, 100, 101);
    expect(await tried(id, { code: first, regionCode: '330106' })).toEqual({
      isAllowed: true,
      message: '命中：允许参与',
      regionName: '浙江省杭州市西湖区',
      code: { seg, serial: 100, codeLevel: 0, lotNo: 'L261104-1' },
    });
    expect(await tried(id, { code: later, regionCode: '330106' })).toMatchObject({
      isAllowed: false,
      message: '该码不在活动范围内',
    });
    expect(await tried(id, { code: first, regionCode: '110101' })).toMatchObject({
      message: '您所在的地区不在活动范围内',
    });
    expect(await tried(id, { code: first })).toMatchObject({ isAllowed: false, message: '请开启定位后参与' });
    expect(await tried(id, { code: first, lng: 120.15, lat: 30.27 })).toMatchObject({
      isAllowed: true,
      regionName: '浙江省杭州市',
    });
  });

  it('asks at its field for what it cannot be judged without', async () => {
    const id = await made({ regionMode: 1, regions: ['330000'], geoFallback: 1, rangeMode: 1, ranges: [run(1, 9)] });
    expect(await tried(id, {})).toEqual([{ field: 'regionCode', message: '没有定位时按IP所在地区判断，请选择地区' }]);
    expect(await tried(id, { regionCode: '330000' })).toEqual([{ field: 'code', message: '该范围限码段，请输入编码' }]);
    expect(await tried(id, { regionCode: '330000', code: 'ZZZZ' })).toMatchObject([{ field: 'code' }]);
    expect(await tried(id, { lng: 2.35, lat: 48.86 })).toEqual([{ field: 'lat', message: '该位置不在国内任何城市' }]);
    expect(await tried(id, { lat: 30 })).toMatchObject([{ field: 'lng' }]);
  });

  it('takes no code of another firm', async () => {
    const id = await made({});
    const other = await makeCodeWorld(app);
    const { seg: foreign } = await other.issue();
    const [code] = await opsOf(app, other).textsOf(foreign, 1);
    expect(await tried(id, { code })).toMatchObject([{ field: 'code', message: '编码不存在' }]);
    const platform = (await makeStaff(app, { permissions: everyAct })).token;
    expect(await app.call(platform, scopeApi.test, { scopeId: id, code } as never)).toMatchObject({
      code: 400,
      message: '该码不属于范围所在的企业',
    });
  });
});
