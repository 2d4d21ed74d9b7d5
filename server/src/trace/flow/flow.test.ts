import { flowApi } from '@zhuiyuan/contract/trace/flow/flow';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeFirmStaff, makeStaff } from '../../../test/factories/access.ts';
import { flowPermissions, type FlowWorld, makeFlowWorld } from '../../../test/factories/trace.ts';
import { publicFlows } from './public-flows.ts';

let app: TestApp;
let world: FlowWorld;
beforeAll(async () => {
  app = await openTestApp();
  world = await makeFlowWorld(app);
});
afterAll(() => app.close());

const refusalOf = async (change: object) => app.call(world.token, flowApi.save, world.draft(change) as never);
const fieldOf = async (change: object) => {
  const { code, data } = (await refusalOf(change)) as unknown as {
    code: number;
    data: { fields: { field: string; message: string }[] };
  };
  expect(code).toBe(400);
  return `${data.fields[0]!.field} ${data.fields[0]!.message}`;
};

describe('saving', () => {
  it('makes a record for each lot, titled by type and lot, and shows its values in words', async () => {
    const { ids } = await world.save({ lotIds: [world.lotId, world.otherLotId], audit: 3 });
    expect(ids).toHaveLength(2);
    const row = await world.info(ids[0]!);
    expect(row).toMatchObject({
      title: '萎凋 L261104-1',
      audit: 3,
      public: true,
      opSrc: 0,
      rangeText: '整批',
      chainNo: null,
      values: { f1: 12 },
    });
    expect(row.shown).toEqual([
      { key: 'f1', label: '萎凋时间', value: '12小时', images: [], files: [], showToConsumer: true },
    ]);
  });

  it('says beside the field what does not fit', async () => {
    expect(await fieldOf({ values: {} })).toBe('values.f1 请输入萎凋时间');
    expect(await fieldOf({ values: { f1: -1 } })).toBe('values.f1 萎凋时间不能小于0小时');
    expect(await fieldOf({ occurAt: '2999-01-01 00:00:00' })).toBe('occurAt 发生时间不能晚于现在');
    expect(await fieldOf({ flowTypeId: 999_999 })).toBe('flowTypeId 流程类型已停用或不存在');
    expect(await fieldOf({ productId: 999_999 })).toBe('productId 产品已停用或不存在');
    expect(await fieldOf({ lotIds: [999_999] })).toBe('lotIds 批次不属于所选产品');
    expect(await fieldOf({ lng: 120 })).toBe('lat 请同时填写经度和纬度');
    expect(await fieldOf({ files: [{ name: 'a.pdf', url: '/file/none.pdf' }] })).toBe(
      'files 附件“a.pdf”不存在，请重新上传',
    );
  });

  it('takes papers that were uploaded, up to 20 MB', async () => {
    const paper = async (attSize: number) => {
      const url = `/file/${attSize}.pdf`;
      const row = {
        firmId: world.firmId,
        name: '报告.pdf',
        attDir: url,
        sattDir: url,
        attSize,
        attType: 'pdf',
        pid: 0,
      };
      await app.db.insertInto('attachment').values(row).execute();
      return { name: '报告.pdf', url };
    };
    const small = await paper(1000);
    expect((await world.info((await world.save({ files: [small] })).id)).files).toEqual([small]);
    expect(await fieldOf({ files: [await paper(21 * 1024 * 1024)] })).toBe('files 附件“报告.pdf”超过20 MB');
  });

  it('takes a run of codes only where all of it is bound to the one lot', async () => {
    const seg = await world.activate();
    const run = (serialFrom: number, serialTo: number) => ({ seg, serialFrom, serialTo });
    const { id } = await world.save(run(11, 20));
    expect((await world.info(id)).rangeText).toBe(`码段 ${seg}：11–20`);
    expect(await fieldOf(run(90, 101))).toBe('serialTo 所选号段未全部启用到该批次');
    expect(await fieldOf({ ...run(1, 10), lotIds: [world.otherLotId] })).toBe('serialTo 所选号段未全部启用到该批次');
    expect(await fieldOf(run(1, 9_000_000))).toBe('serialTo 序号超出码段范围（1-1000）');
    expect(await fieldOf({ ...run(1, 5), seg: 16_000_000 })).toBe('seg 编码不存在');
    expect(await fieldOf(run(20, 11))).toBe('serialTo 起始序号不能大于结束序号');
    expect(await fieldOf({ ...run(1, 5), lotIds: [world.lotId, world.otherLotId] })).toBe(
      'lotIds 指定码段时只能选择一个批次',
    );
    expect(await fieldOf({ seg })).toBe('serialFrom 请填写码段和起止序号');
  });
});

describe('review', () => {
  it('passes what waits, with a reason refuses it, and lets it be sent again', async () => {
    const { id } = await world.save();
    expect((await app.call(world.token, flowApi.audit, { ids: [id], audit: 2 } as never)).message).toBe(
      '请填写驳回原因',
    );
    expect(await app.data(world.token, flowApi.audit, { ids: [id], audit: 2, remark: '缺少图片' } as never)).toEqual({
      ok: 1,
      fail: [],
    });
    expect(await world.info(id)).toMatchObject({ audit: 2, auditRemark: '缺少图片' });
    expect((await world.pass(id)).fail).toEqual([{ id, message: '只有未审核的流程可以审核' }]);
    await app.data(world.token, flowApi.submit, { id });
    expect((await app.call(world.token, flowApi.submit, { id })).code).toBe(61114);
    expect(await world.pass(id)).toEqual({ ok: 1, fail: [] });
    expect(await world.info(id)).toMatchObject({ audit: 1, auditName: '测试' });
  });

  it('leaves an audited record as it is: an edit voids it and makes another', async () => {
    const { id } = await world.save();
    await world.pass(id);
    const before = await world.info(id);
    const change = { ...world.draft({ values: { f1: 14 } }), id, version: before.version } as never;
    const twin = await app.data(world.token, flowApi.update, change);
    expect(twin.id).not.toBe(id);
    expect(await world.info(twin.id)).toMatchObject({ audit: 0, values: { f1: 14 }, replacedId: id, chainNo: null });
    expect(await world.info(id)).toMatchObject({
      values: { f1: 12 },
      hash: before.hash,
      voidReason: '已编辑，由新记录代替',
    });
    expect((await app.call(world.token, flowApi.update, change)).code).toBe(409);
    expect(await app.call(world.token, flowApi.update, { ...world.draft(), id } as never)).toMatchObject({
      code: 61113,
    });
  });

  it('changes a record in place before it is audited, once per version', async () => {
    const { id, version } = await world.save({ audit: 3 });
    const change = { ...world.draft({ place: '二号车间', values: { f1: 9 } }), id, version } as never;
    expect(await app.data(world.token, flowApi.update, change)).toEqual({ id, version: version + 1 });
    expect((await app.call(world.token, flowApi.update, change)).code).toBe(409);
    expect(await world.info(id)).toMatchObject({ audit: 0, place: '二号车间', values: { f1: 9 } });
  });

  it('deletes drafts and voids audited ones, which stay', async () => {
    const { id } = await world.save();
    expect((await app.call(world.token, flowApi.void, { id, reason: '录错批次' })).code).toBe(61112);
    await world.pass(id);
    expect((await app.call(world.token, flowApi.remove, { id })).code).toBe(61111);
    expect((await app.call(world.token, flowApi.void, { id } as never)).message).toBe('请填写原因');
    await app.data(world.token, flowApi.void, { id, reason: '录错批次' });
    expect((await app.call(world.token, flowApi.void, { id, reason: '录错批次' })).code).toBe(61113);
    expect((await app.call(world.token, flowApi.setPublic, { id, public: false } as never)).code).toBe(61113);
    const { id: draft } = await world.save({ audit: 3 });
    expect(await app.data(world.token, flowApi.removeMany, { ids: [id, draft] } as never)).toEqual({
      ok: 1,
      fail: [{ id, message: '已审核的流程不能删除，请作废' }],
    });
    expect((await app.call(world.token, flowApi.info, { id: draft })).code).toBe(404);
  });

  it('copies a record to other lots as drafts', async () => {
    const { id } = await world.save({ place: '一号车间' });
    const { ids } = await app.data(world.token, flowApi.copy, { id, lotIds: [world.otherLotId] } as never);
    expect(await world.info(ids[0]!)).toMatchObject({
      audit: 3,
      lotNo: 'L261105-2',
      title: '萎凋 L261105-2',
      place: '一号车间',
      values: { f1: 12 },
    });
  });
});

describe('the chain of a lot', () => {
  const verify = (lotId: number) => app.data(world.token, flowApi.verify, { lotId });
  const freshLot = async (lotNo: string) => {
    const { firmId, productId } = world;
    const lot = { firmId, productId, lotNo, produceDate: '2026-11-01' };
    return (await app.db.insertInto('lot').values(lot).returning('id').executeTakeFirstOrThrow()).id;
  };
  const chained = async (lotNo: string, count: number) => {
    const lotId = await freshLot(lotNo);
    const ids: number[] = [];
    for (let at = 0; at < count; at += 1) ids.push((await world.save({ lotIds: [lotId] })).id);
    await world.pass(...ids);
    return { lotId, ids };
  };

  it('is whole after audits, voids and changes of what is shown', async () => {
    const { lotId, ids } = await chained('C1', 3);
    await app.data(world.token, flowApi.setPublic, { id: ids[0]!, public: false } as never);
    await app.data(world.token, flowApi.void, { id: ids[1]!, reason: '录错' });
    expect(await verify(lotId)).toEqual({ ok: true, count: 3, firstBroken: null });
    expect(await verify(await freshLot('C0'))).toEqual({ ok: true, count: 0, firstBroken: null });
  });

  it('finds a row that was altered, whatever was altered in it', async () => {
    const changes = {
      title: '换过的标题',
      place: '别处',
      occurAt: '2020-01-01 00:00:00',
      fieldValues: JSON.stringify({ f1: 13 }),
      images: JSON.stringify(['/media/other.png']),
      hash: 'a'.repeat(64),
      auditBy: 999,
      operatorName: '别人',
    };
    for (const [column, value] of Object.entries(changes)) {
      const { lotId, ids } = await chained(`A-${column.slice(0, 12)}`, 3);
      await app.db
        .updateTable('flow')
        .set({ [column]: value })
        .where('id', '=', ids[1]!)
        .execute();
      expect(await verify(lotId), column).toEqual({ ok: false, count: 3, firstBroken: ids[1] });
    }
  });

  it('finds rows that were taken out, in the middle and at the end', async () => {
    const middle = await chained('G1', 3);
    await app.db.deleteFrom('flow').where('id', '=', middle.ids[1]!).execute();
    expect(await verify(middle.lotId)).toEqual({ ok: false, count: 2, firstBroken: middle.ids[2] });
    const end = await chained('G2', 3);
    await app.db.deleteFrom('flow').where('id', '=', end.ids[2]!).execute();
    expect(await verify(end.lotId)).toEqual({ ok: false, count: 2, firstBroken: null });
  });

  it('does not fork when many are passed at the same time', async () => {
    const lotId = await freshLot('P1');
    const ids: number[] = [];
    for (let at = 0; at < 12; at += 1) ids.push((await world.save({ lotIds: [lotId] })).id);
    const answers = await Promise.all([...ids, ...ids].map((id) => world.pass(id)));
    expect(answers.reduce((sum, { ok }) => sum + ok, 0)).toBe(12);
    expect(await verify(lotId)).toEqual({ ok: true, count: 12, firstBroken: null });
    const { rows } = await sql<{ places: string }>`
      select string_agg(chain_no::text, ',' order by chain_no) as places from flow where lot_id = ${lotId} and firm_id > 0`.execute(
      app.db,
    );
    expect(rows[0]!.places).toBe('1,2,3,4,5,6,7,8,9,10,11,12');
  });

  it('stays whole when records are edited and voided while others are passed', async () => {
    const { lotId, ids } = await chained('P2', 6);
    const waiting = await Promise.all(Array.from({ length: 6 }, () => world.save({ lotIds: [lotId] })));
    await Promise.all([
      ...waiting.map(({ id }) => world.pass(id)),
      ...ids.slice(0, 3).map((id) => app.data(world.token, flowApi.void, { id, reason: '录错' })),
      ...ids
        .slice(3)
        .map((id) => app.data(world.token, flowApi.update, { ...world.draft({ lotIds: [lotId] }), id } as never)),
    ]);
    expect(await verify(lotId)).toEqual({ ok: true, count: 12, firstBroken: null });
  });
});

describe('what is shown', () => {
  it('lists by lot, type, stage, words, state and day', async () => {
    const { id } = await world.save({
      title: '特别的一步',
      place: '云岭酒坊',
      occurAt: '2025-03-02 10:00:00',
      audit: 3,
    });
    const found = async (filter: object) =>
      (await app.data(world.token, flowApi.list, filter as never)).list.map((row) => row.id);
    expect(await found({ keywords: '特别' })).toEqual([id]);
    expect(await found({ keywords: '酒坊', lotId: world.lotId, stage: 3, flowTypeId: world.typeId })).toEqual([id]);
    expect(await found({ keywords: '特别', stage: 1 })).toEqual([]);
    expect(await found({ dateLimit: '2025-03-01,2025-03-31' })).toEqual([id]);
    expect(await found({ keywords: '特别', audit: 0 })).toEqual([]);
    expect(await found({ keywords: '特别', isVoid: true })).toEqual([]);
    expect((await app.call(world.token, flowApi.export, { keywords: '特别' } as never)).code).toBe(200);
    expect((await app.call(world.token, flowApi.export, { keywords: '没有这样的' } as never)).message).toBe(
      '没有可导出的数据',
    );
  });

  it('counts the steps a product must have by audited, valid records', async () => {
    await app.db
      .updateTable('product')
      .set({ flowTypeIds: JSON.stringify([world.typeId]) })
      .where('id', '=', world.productId)
      .execute();
    const lot = { firmId: world.firmId, productId: world.productId, lotNo: 'N1', produceDate: '2026-11-01' };
    const lotId = (await app.db.insertInto('lot').values(lot).returning('id').executeTakeFirstOrThrow()).id;
    const completeness = () => app.data(world.token, flowApi.completeness, { lotId });
    expect(await completeness()).toEqual({ need: 1, done: 0, missing: ['萎凋'] });
    const { id } = await world.save({ lotIds: [lotId] });
    expect((await completeness()).done).toBe(0);
    await world.pass(id);
    expect(await completeness()).toEqual({ need: 1, done: 1, missing: [] });
    await app.data(world.token, flowApi.void, { id, reason: '录错' });
    expect((await completeness()).done).toBe(0);
  });

  it('tells shoppers of public, audited and valid records of their code only, without inner fields', async () => {
    const seg = await world.activate();
    const lot = { firmId: world.firmId, productId: world.productId, lotNo: 'S1', produceDate: '2026-11-01' };
    const { id: lotId } = await app.db.insertInto('lot').values(lot).returning('id').executeTakeFirstOrThrow();
    const make = async (change: object) => {
      const { id } = await world.save({ lotIds: [lotId], ...change });
      await world.pass(id);
      return id;
    };
    await make({ title: '公开', values: { f1: 12, f2: '周茂', f3: ['/media/a.png'] }, images: ['/media/b.png'] });
    await make({ title: '不公开', public: false });
    await world.save({ lotIds: [lotId], title: '未审核' });
    await app.data(world.token, flowApi.void, { id: await make({ title: '作废' }), reason: '录错' });
    const ranged = await make({ title: '号段', occurAt: '2026-11-05 00:00:00' });
    await app.db.updateTable('flow').set({ seg, span: '[11,21)' }).where('id', '=', ranged).execute();
    const seen = (serial: number) => publicFlows(app.db, { productId: world.productId, lotId, seg, serial });
    const { flows, chain } = await seen(5);
    expect(flows).toEqual([
      {
        typeId: world.typeId,
        typeName: '萎凋',
        icon: 'leaf',
        title: '公开',
        occurAt: '2026-11-04 08:30:00',
        place: null,
        fields: [{ label: '萎凋时间', value: '12小时' }],
        images: ['/media/b.png', '/media/a.png'],
        files: [],
      },
    ]);
    expect(chain).toMatchObject({ ok: false, count: 4 });
    expect((await seen(11)).flows.map(({ title }) => title)).toEqual(['公开', '号段']);
    const staff = await app.data(world.token, flowApi.timeline, { lotId, seg, serial: 20 });
    expect(staff.map(({ title }) => title)).toEqual(['公开', '不公开', '未审核', '作废', '号段']);
  });
});

it('stays with its firm and its permissions', async () => {
  const { id } = await world.save();
  const stranger = await makeFirmStaff(app, flowPermissions);
  expect((await app.call(stranger.token, flowApi.info, { id })).code).toBe(404);
  expect((await app.call(stranger.token, flowApi.verify, { lotId: world.lotId })).code).toBe(404);
  expect((await app.call(stranger.token, flowApi.audit, { ids: [id], audit: 1 } as never)).code).toBe(404);
  const reader = await makeStaff(app, { firmId: world.firmId, permissions: ['admin:identity:flow:list'] });
  expect((await app.call(reader.token, flowApi.info, { id })).code).toBe(200);
  expect((await app.call(reader.token, flowApi.audit, { ids: [id], audit: 1 } as never)).code).toBe(403);
});
