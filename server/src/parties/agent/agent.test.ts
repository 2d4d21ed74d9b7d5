import { moveStock } from '../../codes/state/custody/move-stock.ts';
import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { firmWorld, makeFirmStaff } from '../../../test/factories/access.ts';
import { makeAgent, makeChannel, makeFirm, makeSalesman, makeShop } from '../../../test/factories/parties.ts';
import { downloadSheet } from '../../../test/sheets.ts';
import { seedRegions } from '../../seeds/first/seed-regions.ts';

let app: TestApp;
let firmId: number;
let token: string;
const everyAct = ['list', 'save', 'update', 'delete', 'status', 'export', 'region', 'move', 'bind'].map(
  (act) => `admin:identity:agent:${act}`,
);

let serial = 0;
const draft = (more: object = {}) => ({
  name: `西湖区供销社${(serial += 1)}`,
  agentType: 2,
  contact: '沈清和',
  phone: '13812344570',
  regionCode: '330106',
  regions: ['330000'],
  ...more,
});
const save = (more: object = {}) => app.data(token, agentApi.save, draft(more));
const info = (id: number) => app.data(token, agentApi.info, { id });
const findPlace = async (id: number) => {
  const { pid, path, level } = await info(id);
  return { pid, path, level };
};

beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld(everyAct));
  await seedRegions(app.db);
});
afterAll(() => app.close());

describe('saving', () => {
  it('numbers agents, keeps every field and masks the phone in lists', async () => {
    const [channelId, salesmanId] = [await makeChannel(app, firmId, '线下'), await makeSalesman(app, firmId, '林可')];
    const { id } = await save({
      channelId,
      salesmanId,
      creditLimit: 5_000_000,
      coopFrom: '2026-01-01',
      gln: '6901234000016',
    });
    const row = await info(id);
    expect(row).toMatchObject({
      phone: '13812344570',
      channelName: '线下',
      picName: '林可',
      creditLimit: 5_000_000,
      coopFrom: '2026-01-01',
      coopTo: null,
      gln: '6901234000016',
      regionName: '浙江省杭州市西湖区',
      regions: [{ regionCode: '330000', regionName: '浙江省', productId: 0, storeName: '' }],
      stockQty: 0,
      dedBalance: 0,
      isBound: false,
    });
    expect(row.agentNo).toMatch(/^A\d{6}$/);
    const { list } = await app.data(token, agentApi.list, { keywords: row.agentNo });
    expect(list).toMatchObject([{ id, phone: '138****4570', regionNames: ['浙江省'], firmId }]);
  });

  it('names what is missing or wrong at its field', async () => {
    const answer = await app.call(token, agentApi.save, { agentType: 1, phone: '12345' } as never);
    expect(answer.data).toMatchObject({
      fields: expect.arrayContaining([
        { field: 'name', message: '请输入经销商名称' },
        { field: 'contact', message: '请输入联系人' },
        { field: 'phone', message: '手机号格式不正确' },
        { field: 'regionCode', message: '请选择所在地区' },
        { field: 'regions', message: '请选择授权销售区域' },
      ]),
    });
    const findField = async (more: object) => {
      const { code, data, message } = await app.call(token, agentApi.save, draft(more));
      expect(code).toBe(400);
      return [(data as unknown as { fields: { field: string }[] }).fields[0]!.field, message];
    };
    expect(await findField({ agentType: undefined })).toEqual(['agentType', '请选择经销商类型']);
    expect(await findField({ coopFrom: '2026-02-01', coopTo: '2026-01-01' })).toEqual([
      'coopTo',
      '结束日期不能早于开始日期',
    ]);
    expect(await findField({ gln: '6901234000017' })).toEqual(['gln', 'GLN校验位不正确']);
    expect(await findField({ creditLimit: -1 })).toEqual(['creditLimit', '信用额度应为不小于0的金额']);
    expect(await findField({ regions: ['999999'] })).toEqual(['regions', '授权销售区域不正确']);
    expect(await findField({ pid: 99_999_999 })).toEqual(['pid', '上级经销商不存在']);
    expect((await app.call(token, agentApi.save, draft({ agentType: 5, regions: [] }))).code).toBe(200);
    const { name, agentNo } = await info((await save()).id);
    expect(await findField({ name })).toEqual(['name', '名称已存在']);
    expect(await findField({ agentNo })).toEqual(['agentNo', '编号已存在']);
  });

  it('takes only enabled channels, salesmen and agents above of the same firm', async () => {
    const other = await makeFirm(app);
    for (const [field, id] of Object.entries({
      channelId: await makeChannel(app, other),
      salesmanId: await makeSalesman(app, other),
      pid: await makeAgent(app, other),
    }))
      expect(await app.call(token, agentApi.save, draft({ [field]: id })), field).toMatchObject({
        code: 400,
        data: { fields: [{ field }] },
      });
    const channelId = await makeChannel(app, firmId);
    const { id } = await save({ channelId });
    await app.db.updateTable('channel').set({ status: Enabled.off }).where('id', '=', channelId).execute();
    expect((await app.call(token, agentApi.save, draft({ channelId }))).message).toBe('渠道不存在或已停用');
    expect((await app.call(token, agentApi.update, { ...draft({ channelId }), id })).code).toBe(200);
  });

  it('refuses an old version and lets a wider region swallow the narrower', async () => {
    const { id, version } = await save({ regions: ['330106', '330100', '320000', '330100'] });
    expect((await info(id)).regions.map((one) => one.regionCode)).toEqual(['320000', '330100']);
    await app.data(token, agentApi.update, { ...draft(), id, version });
    expect((await app.call(token, agentApi.update, { ...draft(), id, version })).code).toBe(409);
  });
});

describe('the tree', () => {
  it('moves an agent with everybody below and recounts their levels', async () => {
    const { id: east } = await save();
    const { id: west } = await save();
    const { id: province } = await save({ pid: east });
    const { id: city } = await save({ pid: province });
    const { id: county } = await save({ pid: city });
    expect(await findPlace(county)).toEqual({ pid: city, path: `/${east}/${province}/${city}/`, level: 4 });
    const tops = new Map((await app.data(token, agentApi.tree, { pid: 0 })).map((row) => [row.id, row.belowCount]));
    expect([tops.get(east), tops.get(west), tops.get(province)]).toEqual([3, 0, undefined]);
    await app.data(token, agentApi.move, { id: province, pid: west });
    expect(await findPlace(province)).toEqual({ pid: west, path: `/${west}/`, level: 2 });
    expect(await findPlace(county)).toEqual({ pid: city, path: `/${west}/${province}/${city}/`, level: 4 });
    await app.data(token, agentApi.update, { ...draft(), id: province, pid: 0 });
    expect(await findPlace(city)).toEqual({ pid: province, path: `/${province}/`, level: 2 });
    const inTree = await app.data(token, agentApi.tree, { pid: province });
    expect(inTree).toMatchObject([{ id: city, belowCount: 1 }]);
    const under = await app.data(token, agentApi.list, { pid: province });
    expect(under.list.map((row) => row.id).toSorted((a, b) => a - b)).toEqual([province, city, county]);
    expect((await app.data(token, agentApi.list, { parentId: province })).list.map((row) => row.id)).toEqual([city]);
  });

  it('refuses rings and a sixth level', async () => {
    const { id: top } = await save();
    const { id: below } = await save({ pid: top });
    for (const pid of [top, below])
      expect(await app.call(token, agentApi.move, { id: top, pid })).toMatchObject({
        code: 400,
        message: '上级不能是自己或自己的下级',
        data: { fields: [{ field: 'pid' }] },
      });
    let pid = below;
    for (const _ of [3, 4, 5]) pid = (await save({ pid })).id;
    expect((await info(pid)).level).toBe(5);
    expect((await app.call(token, agentApi.save, draft({ pid }))).message).toBe('经销商最多5级');
    const { id: other } = await save();
    expect((await app.call(token, agentApi.move, { id: top, pid: other })).message).toBe('经销商最多5级');
    expect(await findPlace(below)).toEqual({ pid: top, path: `/${top}/`, level: 2 });
  });

  it('stays a tree when many agents are moved at the same time', async () => {
    const { firmId: firm, token: staff } = await makeFirmStaff(app, everyAct);
    const ids: number[] = [];
    for (let at = 0; at < 6; at += 1) ids.push(await makeAgent(app, firm));
    for (let round = 0; round < 5; round += 1)
      await Promise.all(
        ids.map((id, at) => app.call(staff, agentApi.move, { id, pid: ids[(at + 1 + round) % ids.length]! })),
      );
    const rows = await app.db.selectFrom('agent').select(['id', 'pid', 'path']).where('firmId', '=', firm).execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    const pathTo = (id: number, seen: number[] = []): string => {
      const { pid } = byId.get(id)!;
      expect(seen).not.toContain(id);
      return pid === 0 ? '/' : `${pathTo(pid, [...seen, id])}${pid}/`;
    };
    for (const row of rows) expect(row.path).toBe(pathTo(row.id));
  });
});

describe('sales regions', () => {
  it('are replaced as a whole, and those for one product outlive an edit of the form', async () => {
    const { id } = await save();
    const { id: productId } = await app.db
      .insertInto('product')
      .values({ firmId, storeName: '明前龙井', productNo: 'P-AG', unit: '盒' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const items = [
      { regionCode: '320000', productId: 0 },
      { regionCode: '310000', productId },
    ];
    await app.data(token, agentApi.region, { id, items });
    await app.data(token, agentApi.update, { ...draft({ regions: ['330000'] }), id });
    expect((await info(id)).regions).toEqual([
      { regionCode: '310000', regionName: '上海市', productId, storeName: '明前龙井' },
      { regionCode: '330000', regionName: '浙江省', productId: 0, storeName: '' },
    ]);
    expect(
      (await app.call(token, agentApi.region, { id, items: [{ regionCode: '310000', productId: 99_999_999 }] }))
        .message,
    ).toBe('产品不存在');
  });

  it('are set once per version', async () => {
    const { id, version } = await save({ regions: ['330000'] });
    const set = (code: string) =>
      app.call(token, agentApi.region, { id, version, items: [{ regionCode: code, productId: 0 }] });
    expect((await set('320000')).code).toBe(200);
    expect((await set('310000')).code).toBe(409);
    expect((await info(id)).regions.map(({ regionCode }) => regionCode)).toEqual(['320000']);
  });

  it('tell whose regions overlap, except those of the agent’s own line', async () => {
    const { token: staff } = await makeFirmStaff(app, everyAct);
    const make = async (name: string, regions: string[], pid = 0) =>
      (await app.data(staff, agentApi.save, draft({ name, regions, pid }))).id;
    const zhejiang = await make('浙江总代', ['330000']);
    const hangzhou = await make('杭州市代', ['330100'], zhejiang);
    await make('宁波市代', ['330200'], zhejiang);
    const overlaps = async (input: object) =>
      (await app.data(staff, agentApi.regionOverlap, input as never)).map(
        (one) => `${one.regionName} ${one.agentName}`,
      );
    expect(await overlaps({ id: hangzhou, items: [{ regionCode: '330106' }] })).toEqual([]);
    expect(await overlaps({ id: hangzhou, items: [{ regionCode: '330200' }] })).toEqual(['浙江省宁波市 宁波市代']);
    expect(await overlaps({ items: [{ regionCode: '330106' }] })).toEqual(['浙江省 浙江总代', '浙江省杭州市 杭州市代']);
    expect(await overlaps({ pid: hangzhou, items: [{ regionCode: '330106' }] })).toEqual([]);
    const ofRegion = async (regionCode: string) =>
      (await app.data(staff, agentApi.list, { regionCode })).list.map((row) => row.name).toSorted();
    expect(await ofRegion('330106')).toEqual(['杭州市代', '浙江总代']);
    expect(await ofRegion('330000')).toEqual(['宁波市代', '杭州市代', '浙江总代']);
    expect(await ofRegion('320000')).toEqual([]);
  });
});

describe('deleting', () => {
  it('is refused for an agent with agents, shops, money or goods', async () => {
    const [parent, keeper, creditor, holder] = [
      await makeAgent(app, firmId),
      await makeAgent(app, firmId),
      await makeAgent(app, firmId),
      await makeAgent(app, firmId),
    ];
    const child = await makeAgent(app, firmId, { pid: parent });
    await makeShop(app, firmId, keeper);
    await app.db
      .insertInto('dedAccount')
      .values({
        firmId,
        ownerKind: DeductibleOwner.agent,
        ownerId: creditor,
        peerKind: DeductibleOwner.firm,
        peerId: firmId,
        balance: 1,
        totalIn: 1,
      })
      .execute();
    await holdGoods(holder);
    const refusal = async (id: number) => {
      const { code, message } = await app.call(token, agentApi.remove, { id });
      return [code, message];
    };
    expect(await refusal(parent)).toEqual([61090, '存在下级经销商，不能删除']);
    expect(await refusal(keeper)).toEqual([61091, '存在关联门店，不能删除']);
    expect(await refusal(creditor)).toEqual([61093, '抵扣余额不为零，不能删除']);
    expect(await refusal(holder)).toEqual([61155, '名下仍有13件在途或库存，不能删除']);
    expect((await app.data(token, agentApi.list, { pid: holder })).list[0]!.stockQty).toBe(13);
    expect(await app.data(token, agentApi.removeMany, { ids: [child, keeper] })).toEqual({
      ok: 1,
      fail: [{ id: keeper, message: '存在关联门店，不能删除' }],
    });
    expect(await app.data(token, agentApi.remove, { id: parent })).toBe(null);
    expect((await app.call(token, agentApi.info, { id: parent })).code).toBe(404);
  });

  it('lets no agent be hung below one that is being deleted', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [above, below] = [await makeAgent(app, firmId), await makeAgent(app, firmId)];
      const [moved, removed] = await Promise.all([
        app.call(token, agentApi.move, { id: below, pid: above }),
        app.call(token, agentApi.remove, { id: above }),
      ]);
      expect([moved.code, removed.code]).toSatisfy(
        ([move, remove]) => (move === 200 && remove === 61090) || (move === 400 && remove === 200),
      );
    }
  });
});

/** Thirteen items of two lots, some of them on their way to him. */
const holdGoods = async (holderId: number) => {
  const product = { firmId, storeName: '库存', productNo: `H${holderId}`, unit: '盒', image: '/media/a.png' };
  const { id: productId } = await app.db
    .insertInto('product')
    .values(product)
    .returning('id')
    .executeTakeFirstOrThrow();
  const lots = await app.db
    .insertInto('lot')
    .values(['A', 'B'].map((lotNo) => ({ firmId, productId, lotNo: `${lotNo}${holderId}`, produceDate: '2026-11-04' })))
    .returning('id')
    .execute();
  const one = { holderKind: Holder.agent, productId };
  await moveStock(app.db, firmId, [
    { ...one, holderId, lotId: lots[0]!.id, hand: 9 },
    { ...one, holderId, lotId: lots[1]!.id, transit: 4 },
    { ...one, holderId: holderId + 1_000_000, lotId: lots[0]!.id, hand: 1 },
  ]);
};

it('filters by level, kind, channel, salesman, state and time', async () => {
  const { firmId: firm, token: staff } = await makeFirmStaff(app, everyAct);
  const channelId = await makeChannel(app, firm);
  const salesmanId = await makeSalesman(app, firm);
  const top = (await app.data(staff, agentApi.save, draft({ name: '甲方', agentType: 1, channelId }))).id;
  await app.data(staff, agentApi.save, draft({ name: '乙方', pid: top, salesmanId, status: 1, phone: '13900000001' }));
  const names = async (filters: object) =>
    (await app.data(staff, agentApi.list, filters)).list.map((row) => row.name).join();
  expect(await names({ level: 2 })).toBe('乙方');
  expect(await names({ agentType: 1 })).toBe('甲方');
  expect(await names({ channelId })).toBe('甲方');
  expect(await names({ salesmanId })).toBe('乙方');
  expect(await names({ status: 1 })).toBe('乙方');
  expect(await names({ keywords: '1390000' })).toBe('乙方');
  expect(await names({ dateLimit: 'today' })).toBe('乙方,甲方');
  expect(await names({ dateLimit: 'yesterday' })).toBe('');
});

it('exports the rows the filters mean', async () => {
  const { id } = await save({ name: '=导出经销商' });
  const { fileName } = await app.data(token, agentApi.export, { ids: String(id) });
  const [head, ...rows] = (await downloadSheet(app, fileName)).rows;
  expect(head).toContain('授权区域');
  expect(rows).toHaveLength(1);
  expect(rows[0]).toEqual(expect.arrayContaining(["'=导出经销商", '138****4570', '浙江省', '省代', '1级']));
  expect((await app.call(token, agentApi.export, { keywords: '没有这家' })).code).toBe(63701);
});

it('switches an agent off and on', async () => {
  const { id } = await save();
  await app.data(token, agentApi.updateStatus, { id, status: 1 });
  expect((await info(id)).status).toBe(1);
  expect((await app.data(token, agentApi.listAll, {})).find((row) => row.id === id)?.status).toBe(1);
});
