import { inspectionApi, inspectorApi } from '@zhuiyuan/contract/parties/inspector/inspector';
import { RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { firmWorld, makeStaff } from '../../../test/factories/access.ts';
import { makeAgent, makeInspector } from '../../../test/factories/parties.ts';
import { downloadSheet } from '../../../test/sheets.ts';
import { seedRegions } from '../../seeds/first/seed-regions.ts';

let app: TestApp;
let firmId: number;
let token: string;
const everyAct = ['list', 'save', 'update', 'delete', 'record', 'export', 'police'].map(
  (act) => `admin:identity:inspector:${act}`,
);

let serial = 0;
const draft = (more: object = {}) => ({
  auditor: '陆沉',
  phone: `137${String((serial += 1)).padStart(8, '0')}`,
  regions: ['330000', '310000'],
  scopes: ['query', 'freeze'],
  ...more,
});

beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld(everyAct));
  await seedRegions(app.db);
});
afterAll(() => app.close());

describe('inspectors', () => {
  it('are saved with regions and scopes, whole for editing and masked in lists', async () => {
    const { id, version } = await app.data(
      token,
      inspectorApi.save,
      draft({ phone: '13911112222', jobNo: 'JC1' }) as never,
    );
    expect(await app.data(token, inspectorApi.info, { id })).toMatchObject({
      phone: '13911112222',
      regions: ['330000', '310000'],
      regionNames: ['浙江省', '上海市'],
      scopeNames: '流向查询、冻结',
      recordCount: 0,
      uidBound: false,
    });
    expect((await app.data(token, inspectorApi.list, { phone: '1391111' })).list).toMatchObject([
      { id, phone: '139****2222' },
    ]);
    const change = { ...draft({ auditor: '陆远', jobNo: '' }), id, version };
    await app.data(token, inspectorApi.update, change as never);
    expect((await app.call(token, inspectorApi.update, change as never)).code).toBe(409);
    expect((await app.data(token, inspectorApi.list, { auditor: '陆远' })).total).toBe(1);
  });

  it('need a name, a free phone, a region and a scope', async () => {
    await app.data(token, inspectorApi.save, draft({ phone: '13700007777', jobNo: 'J7' }) as never);
    const refused = async (more: object) => (await app.call(token, inspectorApi.save, draft(more) as never)).message;
    expect(await refused({ auditor: '' })).toBe('请输入稽查员姓名');
    expect(await refused({ phone: '13700007777' })).toBe('手机号已被使用');
    expect(await refused({ jobNo: 'J7' })).toBe('工号已被使用');
    expect(await refused({ regions: [] })).toBe('请选择稽查区域');
    expect(await refused({ scopes: [] })).toBe('请选择至少一项权限');
    expect(await refused({ scopes: ['everything'] })).toBe('取值不正确');
  });

  it('are switched off and deleted, their records stay', async () => {
    const id = await makeInspector(app, firmId);
    await record(id, { shopName: '旧店' });
    await app.data(token, inspectorApi.updateStatus, { id, status: 1 });
    expect((await app.data(token, inspectorApi.list, { status: 1 })).list.map((row) => row.id)).toEqual([id]);
    expect(await app.data(token, inspectorApi.removeMany, { ids: [id, 9_999_999] })).toMatchObject({ ok: 1 });
    expect((await app.call(token, inspectorApi.info, { id })).code).toBe(404);
    expect((await app.data(token, inspectionApi.list, { auditorId: id })).total).toBe(1);
  });
});

const record = async (inspectorId: number, more: object = {}) => {
  const row = { firmId, inspectorId, seg: 1, serial: 1, code: 'ANKZM978FKKY9T48', opinion: 1 };
  const { id } = await app.db
    .insertInto('inspect')
    .values({ ...row, ...more })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

describe('records', () => {
  it('show what was found, filter by inspector, opinion and agent, and are counted', async () => {
    const id = await makeInspector(app, firmId, '顾北');
    const top = await makeAgent(app, firmId, { name: '浙江总代' });
    const below = await makeAgent(app, firmId, { name: '杭州市代', pid: top });
    const crossed = await record(id, {
      agentId: below,
      authRegions: JSON.stringify(['330100']),
      regionCode: '310101',
      opinion: 2,
      images: JSON.stringify(['/media/a.png']),
      shopName: '外滩烟酒店',
      remark: '低价串货',
    });
    const fine = await record(id, { opinion: 1 });
    expect(await app.data(token, inspectionApi.info, { id: crossed })).toMatchObject({
      auditor: '顾北',
      agentName: '杭州市代',
      authRegion: '浙江省杭州市',
      foundRegion: expect.stringContaining('上海市'),
      images: ['/media/a.png'],
      remark: '低价串货',
      policeNo: '',
    });
    const findIds = async (filters: object) =>
      (await app.data(token, inspectionApi.list, { auditorId: id, ...filters })).list.map((row) => row.id);
    expect(await findIds({})).toEqual([fine, crossed]);
    expect(await findIds({ opinion: 2 })).toEqual([crossed]);
    expect(await findIds({ agentId: top })).toEqual([crossed]);
    expect(await findIds({ dateLimit: 'yesterday' })).toEqual([]);
    expect(await app.data(token, inspectorApi.info, { id })).toMatchObject({ recordCount: 2, crossCount: 1 });
    const { fileName } = await app.data(token, inspectionApi.export, { auditorId: id });
    const { rows } = await downloadSheet(app, fileName);
    expect(rows).toHaveLength(3);
    expect(rows[2]).toEqual(expect.arrayContaining(['顾北', '杭州市代', '浙江省杭州市', '窜货']));
    expect((await app.call(token, inspectionApi.export, { auditorId: 9_999_999 })).code).toBe(63701);
  });

  it('become one warning each, however many press at once, and keep its number', async () => {
    const auditorId = await makeInspector(app, firmId, '沈砚');
    const agentId = await makeAgent(app, firmId, { name: '苏州总代' });
    const id = await record(auditorId, { agentId, regionCode: '310101', opinion: 2, remark: '低价' });
    const other = await record(auditorId, { opinion: 4 });
    const warn = (one: number) => app.call(token, inspectionApi.police, { id: one });
    const answers = await Promise.all([warn(id), warn(id), warn(id)]);
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 61163, 61163]);
    const made = answers.find(({ code }) => code === 200)!.data as { policeNo: string };
    expect((await warn(other)).code).toBe(200);
    const warnings = await app.db
      .selectFrom('riskEvent')
      .select(['id', 'firmId', 'type', 'title', 'detail', 'hitCount'])
      .where('dedupeKey', 'in', [`inspect ${id}`, `inspect ${other}`])
      .orderBy('id')
      .execute();
    expect(warnings).toMatchObject([
      {
        id: Number(made.policeNo),
        firmId,
        type: RiskType.diversion,
        hitCount: 1,
        title: expect.stringMatching(/^稽查员沈砚在上海市.*查到经销商苏州总代的产品，疑似窜货$/),
        detail: { code: 'ANKZM978FKKY9T48', remark: '低价' },
      },
      { type: RiskType.oddCode, title: '稽查员沈砚查到产品，结论为过期' },
    ]);
    expect((await app.data(token, inspectionApi.info, { id })).policeNo).toBe(made.policeNo);
    expect((await app.call(token, inspectionApi.police, { id: 9_999_999 })).code).toBe(404);
  });

  it('need their own permission, and their file another', async () => {
    const viewer = (await makeStaff(app, { firmId, permissions: ['admin:identity:inspector:record'] })).token;
    expect((await app.call(viewer, inspectionApi.list, {})).code).toBe(200);
    expect((await app.call(viewer, inspectionApi.export, {})).code).toBe(403);
    expect((await app.call(viewer, inspectorApi.list, {})).code).toBe(403);
    expect((await app.call(viewer, inspectionApi.police, { id: 1 })).code).toBe(403);
  });
});
