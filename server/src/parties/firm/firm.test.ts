import { creditCheckSymbol } from '@zhuiyuan/contract/parties/credit-code';
import { firmApi } from '@zhuiyuan/contract/parties/firm/firm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeFirmStaff, makeStaff } from '../../../test/factories/access.ts';
import { makeFirm } from '../../../test/factories/parties.ts';
import { downloadSheet } from '../../../test/sheets.ts';

let app: TestApp;
let platform: string;
const everyAct = ['list', 'save', 'update', 'delete', 'status', 'audit', 'quota', 'settings', 'export'].map(
  (act) => `admin:identity:firm:${act}`,
);

beforeAll(async () => {
  app = await openTestApp();
  platform = (await makeStaff(app, { permissions: everyAct })).token;
});
afterAll(() => app.close());

let made = 0;
const draft = (change: object = {}) => {
  made += 1;
  const body = `91330100MA${String(made).padStart(7, '0')}`;
  return {
    name: `青岚山茶业${made}`,
    creditCode: body + creditCheckSymbol(body),
    licenseImage: '/media/license.png',
    industry: '农产品',
    contact: '周明远',
    phone: '13812344570',
    regionCode: '330106',
    ...change,
  };
};
const save = (change: object = {}) => app.data(platform, firmApi.save, draft(change));
const info = (id: number) => app.data(platform, firmApi.info, { id });

describe('saving', () => {
  it('numbers firms of a day one after another and waits for review', async () => {
    const [first, second] = [await info((await save()).id), await info((await save()).id)];
    expect(first.firmNo).toMatch(/^F\d{10}$/);
    expect(Number(second.firmNo.slice(1))).toBe(Number(first.firmNo.slice(1)) + 1);
    expect(first).toMatchObject({ audit: 0, status: 0, codeQuota: null, version: 0 });
  });

  it('numbers firms saved at the same time differently', async () => {
    const saved = await Promise.all([save(), save(), save(), save()]);
    const numbers = await Promise.all(saved.map(async ({ id }) => (await info(id)).firmNo));
    expect(new Set(numbers).size).toBe(4);
  });

  it('names every wrong field with the text of the form', async () => {
    const answer = await app.call(platform, firmApi.save, {
      name: '',
      creditCode: '91330100MA0000001X',
      phone: '12345',
      gln: '6901234567890',
      validFrom: '2026-02-01',
      validTo: '2026-01-01',
    } as never);
    expect(answer.code).toBe(400);
    expect(answer.message).toBe('请输入企业名称');
    const fields = (answer.data as unknown as { fields: { field: string; message: string }[] }).fields;
    expect(Object.fromEntries(fields.map(({ field, message }) => [field, message]))).toMatchObject({
      creditCode: '统一社会信用代码不正确',
      licenseImage: '请上传营业执照',
      industry: '请选择所属行业',
      contact: '请输入联系人',
      phone: '联系电话格式不正确',
      regionCode: '请选择所在地区',
      gln: 'GLN校验位不正确',
    });
    expect(
      (await app.call(platform, firmApi.save, draft({ validFrom: '2026-02-01', validTo: '2026-01-01' }))).message,
    ).toBe('结束日期不能早于开始日期');
  });

  it('keeps an introduction as rich text without what could harm a shopper', async () => {
    const { id } = await save({
      intro: '<p>明前<strong>龙井</strong></p><script>alert(1)</script><p onclick="x()">手工炒制</p>',
    });
    expect((await info(id)).intro).toBe('<p>明前<strong>龙井</strong></p><p>手工炒制</p>');
  });

  it('refuses what another firm has', async () => {
    const first = draft({ firmNo: 'F-TAKEN', domain: 'S.Taken.cn' });
    await app.data(platform, firmApi.save, first);
    const message = async (change: object) => (await app.call(platform, firmApi.save, draft(change))).message;
    expect(await message({ name: first.name })).toBe('名称已存在');
    expect(await message({ firmNo: 'F-TAKEN' })).toBe('编号已存在');
    expect(await message({ creditCode: first.creditCode.toLowerCase() })).toBe('该信用代码已存在');
    expect(await message({ domain: 's.taken.cn' })).toBe('域名已被占用');
  });

  it('changes a firm once per version and never below the codes used', async () => {
    const { id } = await save();
    await app.db.updateTable('firm').set({ codeUsed: 100 }).where('id', '=', id).execute();
    const change = { ...draft({ name: `改名${id}` }), id, version: 0 };
    expect(await app.data(platform, firmApi.update, change)).toEqual({ id, version: 1 });
    expect(await app.call(platform, firmApi.update, change)).toMatchObject({
      code: 409,
      message: '数据已被他人修改，请刷新后重试',
    });
    expect(await app.call(platform, firmApi.update, { ...change, version: 1, codeQuota: 99 })).toMatchObject({
      code: 400,
      message: '额度不能小于已使用数量',
    });
    expect((await info(id)).name).toBe(`改名${id}`);
  });
});

describe('review and quota', () => {
  it('passes a waiting firm once', async () => {
    const { id } = await save();
    await app.data(platform, firmApi.review, { id, audit: 1, remark: '先想驳回' });
    expect(await info(id)).toMatchObject({ audit: 1, auditRemark: '' });
    expect((await app.call(platform, firmApi.review, { id, audit: 1 })).code).toBe(61100);
  });

  it('rejects with a cause, and an edit sends it to review again', async () => {
    const { id } = await save();
    expect((await app.call(platform, firmApi.review, { id, audit: 2 })).message).toBe('请输入驳回原因');
    await app.data(platform, firmApi.review, { id, audit: 2, remark: '营业执照模糊' });
    expect(await info(id)).toMatchObject({ audit: 2, auditRemark: '营业执照模糊' });
    await app.data(platform, firmApi.update, { ...draft(), id });
    expect(await info(id)).toMatchObject({ audit: 0, auditRemark: '' });
  });

  it('adds to a quota, not to none', async () => {
    const { id } = await save({ codeQuota: 1000 });
    expect(await app.data(platform, firmApi.quota, { id, add: 500 })).toEqual({ codeQuota: 1500 });
    expect((await app.call(platform, firmApi.quota, { id: (await save()).id, add: 1 })).code).toBe(61101);
  });

  it('keeps settings, defaults where none were set', async () => {
    const { id } = await save();
    const { version, ...before } = await app.data(platform, firmApi.settings, { id });
    expect(before).toEqual({
      taskAuditOver: 1_000_000,
      scanDedupeMin: 10,
      overLimit: 5,
      lotNoPattern: '',
      activateOnPack: true,
      allowMixLot: true,
      allowMixProduct: false,
      signRequired: false,
      shipNeedFull: false,
      shipInactive: false,
      autoSignDays: 15,
      showLogistics: 0,
    });
    await app.data(platform, firmApi.saveSettings, { ...before, id, version, overLimit: 3 });
    const late = await app.call(platform, firmApi.saveSettings, { ...before, id, version, autoSignDays: 7 });
    expect(late.code).toBe(409);
    const now = { ...before, overLimit: 3, version: version + 1 };
    expect(await app.data(platform, firmApi.settings, { id })).toEqual(now);
    expect((await app.call(platform, firmApi.saveSettings, { ...before, id, overLimit: 1 })).message).toBe(
      '查询次数上限应为2-100的整数',
    );
    expect((await app.call(platform, firmApi.saveSettings, { ...before, id, lotNoPattern: 'L\\d+' })).message).toBe(
      '批号规则仅支持字母、数字、-._/和#@*',
    );
  });
});

describe('listing', () => {
  it('filters, masks phones and counts', async () => {
    const firm = draft({ name: '云岭100%酒业', regionCode: '530102' });
    const { id } = await app.data(platform, firmApi.save, firm);
    const found = async (filter: object) => (await app.data(platform, firmApi.list, filter)).list.map((row) => row.id);
    expect(await found({ name: '100%酒' })).toEqual([id]);
    expect(await found({ name: '1000' })).not.toContain(id);
    expect(await found({ creditCode: firm.creditCode })).toEqual([id]);
    for (const regionCode of ['530000', '530100', '530102']) expect(await found({ regionCode })).toEqual([id]);
    expect(await found({ regionCode: '530103' })).toEqual([]);
    expect(await found({ name: '云岭', dateLimit: 'today' })).toEqual([id]);
    expect(await found({ name: '云岭', dateLimit: 'yesterday' })).toEqual([]);
    expect(await found({ name: '云岭', audit: '1' })).toEqual([]);
    const { list } = await app.data(platform, firmApi.list, { name: '云岭' });
    expect(list[0]).toMatchObject({ phone: '138****4570', firmId: id, firmName: '云岭100%酒业' });
    expect((await info(id)).phone).toBe('13812344570');
  });

  it('answers a failed filter as 400', async () => {
    expect((await app.call(platform, firmApi.list, { limit: 10_000 })).code).toBe(400);
    expect((await app.call(platform, firmApi.list, { dateLimit: 'soon' })).message).toBe('时间范围不正确');
  });
});

describe('exporting', () => {
  it('writes the rows the filters mean, phones masked', async () => {
    const firm = draft({ name: '=导出企业', phone: '13912340000' });
    await app.data(platform, firmApi.save, firm);
    expect(await app.call(platform, firmApi.export, { name: '没有这家企业' })).toMatchObject({
      code: 63701,
      message: '没有可导出的数据',
    });
    const { fileName } = await app.data(platform, firmApi.export, { name: '导出企业' });
    const {
      savedAs,
      rows: [head, ...rows],
    } = await downloadSheet(app, fileName);
    expect(savedAs).toBe('企业列表.xlsx');
    expect(head).toContain('统一社会信用代码');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toEqual(expect.arrayContaining(["'=导出企业", firm.creditCode, '139****0000', '未审核', '启用']));
  });
});

describe('disabling and deleting', () => {
  it('signs the staff of a disabled firm out', async () => {
    const { firmId, token } = await makeFirmStaff(app, everyAct);
    expect((await app.call(token, firmApi.listAll, {})).code).toBe(200);
    await app.data(platform, firmApi.updateStatus, { id: firmId, status: 1 });
    await expect.poll(async () => (await app.call(token, firmApi.listAll, {})).code).toBe(401);
  });

  it('deletes a firm without active codes only', async () => {
    const kept = await makeFirm(app);
    await app.db
      .insertInto('product')
      .values({ firmId: kept, storeName: '龙井', productNo: 'P1', unit: '盒', activeCnt: 1 })
      .execute();
    expect(await app.call(platform, firmApi.remove, { id: kept })).toMatchObject({
      code: 61092,
      message: '已有启用的码，不能删除',
    });
    const { id } = await save();
    expect(await app.data(platform, firmApi.removeMany, { ids: [id, kept, 999_999] })).toEqual({
      ok: 1,
      fail: [
        { id: kept, message: '已有启用的码，不能删除' },
        { id: 999_999, message: '数据不存在或无权限访问' },
      ],
    });
    expect((await app.call(platform, firmApi.info, { id })).code).toBe(404);
  });
});

describe('staff of a firm', () => {
  it('see their own firm alone', async () => {
    const [own, other] = [await makeFirm(app), await makeFirm(app)];
    const { token } = await makeStaff(app, { firmId: own, permissions: everyAct });
    expect((await app.data(token, firmApi.list, {})).list.map((row) => row.id)).toEqual([own]);
    expect(await app.data(token, firmApi.listAll, {})).toHaveLength(1);
    expect((await app.call(token, firmApi.info, { id: other })).code).toBe(404);
    expect((await app.call(token, firmApi.update, { ...draft(), id: other })).code).toBe(404);
    expect((await app.call(token, firmApi.settings, { id: other })).code).toBe(404);
    expect(
      (await app.call(token, firmApi.saveSettings, { id: other, taskAuditOver: 1, scanDedupeMin: 1, overLimit: 2 }))
        .code,
    ).toBe(404);
  });

  it('edit it, except what the platform keeps', async () => {
    const { id } = await save({ codeQuota: 10, validTo: '2030-01-01', firmNo: `F-OWN-${Date.now() % 100_000}` });
    const { token } = await makeStaff(app, { firmId: id, permissions: everyAct });
    const own = await app.data(token, firmApi.info, { id });
    const same = {
      ...own,
      validFrom: undefined,
      validTo: own.validTo ?? undefined,
      codeQuota: own.codeQuota ?? undefined,
    };
    await app.data(token, firmApi.update, { ...same, contact: '林知夏' });
    expect((await info(id)).contact).toBe('林知夏');
    const body = '91330100MA9999999';
    for (const [field, value] of Object.entries({
      firmNo: 'F-OTHER',
      creditCode: body + creditCheckSymbol(body),
      codeQuota: 11,
      validTo: '2031-01-01',
      domain: 'a.own.cn',
      status: 1,
    })) {
      const answer = await app.call(token, firmApi.update, { ...same, version: undefined, [field]: value });
      expect(answer, field).toMatchObject({
        code: 400,
        message: '该项由平台维护，不能修改',
        data: { fields: [{ field }] },
      });
    }
  });

  it('may not do the platform’s acts, whatever their role says', async () => {
    const { firmId, token } = await makeFirmStaff(app, everyAct);
    const codes = await Promise.all([
      app.call(token, firmApi.save, draft()),
      app.call(token, firmApi.remove, { id: firmId }),
      app.call(token, firmApi.removeMany, { ids: [firmId] }),
      app.call(token, firmApi.updateStatus, { id: firmId, status: 1 }),
      app.call(token, firmApi.review, { id: firmId, audit: 1 }),
      app.call(token, firmApi.quota, { id: firmId, add: 1 }),
    ]);
    expect(codes.map(({ code }) => code)).toEqual([403, 403, 403, 403, 403, 403]);
  });
});

it('asks for a token and for the permission of each act', async () => {
  const { token } = await makeStaff(app, { permissions: ['admin:identity:product:list'] });
  for (const endpoint of Object.values(firmApi)) {
    expect((await app.call('', endpoint, {} as never)).code, endpoint.path).toBe(401);
    expect((await app.call(token, endpoint, {} as never)).code, endpoint.path).toBe(403);
  }
});
