import { auditLogApi } from '@zhuiyuan/contract/access/audit-log';
import { menuApi } from '@zhuiyuan/contract/access/menu';
import { ownAccountApi } from '@zhuiyuan/contract/access/own-account';
import { roleApi } from '@zhuiyuan/contract/access/role';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff, openRoot } from '../../test/factories/access.ts';
import { makeFirm } from '../../test/factories/parties.ts';
import { readFirstSheet } from '../../test/sheets.ts';
import { cleanLogs } from './clean-logs.ts';

const keeping = ['list', 'delete', 'clean', 'export'].map((action) => `admin:system:log:${action}`);

let app: TestApp;
let root: string;

beforeAll(async () => {
  app = await openTestApp();
  root = await openRoot(app);
});
afterAll(() => app.close());
beforeEach(() => app.db.deleteFrom('auditLog').execute());

const write = (rows: object[]) =>
  app.db
    .insertInto('auditLog')
    .values(
      rows.map((row) => ({ title: '新增角色', requestMethod: 'POST', operUrl: '/admin/x', operName: 'admin', ...row })),
    )
    .execute();
const list = (input: object = {}, token = root) => app.data(token, auditLogApi.list, input);

describe('the audit log', () => {
  it('gets a row for everything that changes something, done or refused, with who and from where', async () => {
    await app.call(root, roleApi.save, { roleName: '留痕', rules: '511' });
    await app.call(root, roleApi.save, { roleName: '留痕', rules: '511' });
    const { list: rows, total } = await list();
    expect(total).toBe(2);
    expect(rows).toMatchObject([
      {
        title: '新增角色',
        businessType: 1,
        status: 1,
        operName: 'admin',
        requestMethod: 'POST',
        operIp: '127.0.0.1',
        operLocation: '内网',
      },
      { title: '新增角色', businessType: 1, status: 0 },
    ]);
    expect(await app.data(root, auditLogApi.info, { id: rows[0]!.id })).toMatchObject({
      operUrl: '/api/admin/system/role/save',
      operParam: '{"roleName":"留痕","rules":"511"}',
      errorMsg: '角色名称重复',
    });
  });

  it('says of staff of no firm that they are of the platform, and of strangers nothing', async () => {
    await app.call(root, roleApi.save, { roleName: '平台的人', rules: '511' });
    await write([{ title: '登录', operName: '无此账号' }]);
    const { list: rows } = await list();
    expect(rows.find(({ operName }) => operName === 'admin')).toMatchObject({ firmName: '平台' });
    expect(rows.find(({ operName }) => operName === '无此账号')).toMatchObject({ firmName: '' });
    const own = rows.find(({ operName }) => operName === 'admin')!;
    expect(await app.data(root, auditLogApi.info, { id: own.id })).toMatchObject({ firmName: '平台' });
  });

  it('does not log reads', async () => {
    await list();
    await app.call(root, menuApi.list, {});
    expect((await list()).total).toBe(0);
  });

  it('keeps no secrets', async () => {
    const { token } = await makeStaff(app);
    await app.call(token, ownAccountApi.updatePassword, {
      oldPassword: 'oh-my-secret',
      password: 'oh-my-secret2',
      confirmPassword: 'oh-my-secret2',
    });
    const rows = await app.db.selectFrom('auditLog').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('oh-my');
  });

  it('is filtered by call, person, kind, status and day, newest first', async () => {
    await makeStaff(app, { account: 'wanglin' });
    await write([
      { title: '编辑角色', businessType: 4, operTime: '2026-03-01 08:00:00' },
      { title: '登录', businessType: 8, operName: 'wanglin', operTime: '2026-03-02 08:00:00' },
      { title: '已不存在的调用', status: 1, operTime: '2026-03-03 08:00:00' },
    ]);
    const found = async (input: object) => (await list(input)).list.map(({ title }) => title);
    expect(await found({})).toEqual(['已不存在的调用', '登录', '编辑角色']);
    expect(await found({ title: '角色' })).toEqual(['编辑角色']);
    expect(await found({ title: '已不存在的调用' })).toEqual(['已不存在的调用']);
    expect(await found({ operName: 'wang' })).toEqual(['登录']);
    expect(await found({ businessType: 8 })).toEqual(['登录']);
    expect(await found({ status: '1' })).toEqual(['已不存在的调用']);
    expect(await found({ dateLimit: '2026-03-01,2026-03-02' })).toEqual(['登录', '编辑角色']);
    expect(await app.call(root, auditLogApi.list, { dateLimit: 'someday' })).toMatchObject({ code: 400 });
  });

  it('pages past what it counts', async () => {
    await sql`insert into audit_log (title, request_method, oper_url) select '批量', 'POST', '/x' from generate_series(1, 10050)`.execute(
      app.db,
    );
    expect(await list({ page: 2 })).toMatchObject({ total: 10_000, more: true, totalPage: 500 });
    const late = await list({ page: 502 });
    expect(late).toMatchObject({ total: 10_000, more: true });
    expect(late.list).toHaveLength(20);
    expect((await list({ page: 600 })).list).toHaveLength(0);
    const titled = await list({ title: '批量', page: 502 });
    expect(titled).toMatchObject({ total: 10_000, more: true });
    expect(titled.list.map(({ id }) => id)).toEqual(late.list.map(({ id }) => id));
    expect(await app.data(root, auditLogApi.export, {})).toEqual({ taskId: expect.any(Number) as number });
  });

  const old = { operTime: sql<string>`now() - interval '181 days'` };
  const recent = { title: '近日', operTime: sql<string>`now() - interval '179 days'` };
  const titles = async () => (await list()).list.map(({ title }) => title);

  it('is deleted by number, or emptied, where it is older than 180 days', async () => {
    await write([old, old, old, recent]);
    const [, first, second] = (await list()).list;
    await app.data(root, auditLogApi.remove, { ids: `${first!.id},${second!.id}` });
    expect(await titles()).toEqual(['删除系统日志', '近日', '新增角色']);
    await app.data(root, auditLogApi.clean, {});
    expect((await list()).list).toMatchObject([
      { title: '清空系统日志', businessType: 9 },
      { title: '删除系统日志' },
      { title: '近日' },
    ]);
  });

  it('keeps the last 180 days, whoever asks', async () => {
    await write([old, recent]);
    const [young, aged] = (await list()).list;
    const kept = { code: 63661, message: '近180天的系统日志须保留，不能删除' };
    expect(await app.call(root, auditLogApi.remove, { ids: `${young!.id},${aged!.id}` })).toMatchObject(kept);
    expect(await titles()).toEqual(['删除系统日志', '近日', '新增角色']);
    await app.data(root, auditLogApi.clean, {});
    expect(await app.call(root, auditLogApi.clean, {})).toMatchObject({
      code: 63662,
      message: '近180天的系统日志须保留，没有更早的日志可以清空',
    });
    expect(await titles()).toEqual(['清空系统日志', '清空系统日志', '删除系统日志', '近日']);
  });

  it('says no where numbers or rows are none', async () => {
    expect(await app.call(root, auditLogApi.remove, { ids: '1,x' })).toMatchObject({ code: 400 });
    expect(await app.call(root, auditLogApi.info, { id: 1 })).toMatchObject({ code: 404 });
  });

  it('is exported as a file that is fetched once', async () => {
    await write([{ title: '=危险', businessType: 4 }]);
    expect(await app.call(root, auditLogApi.export, { businessType: 7 })).toMatchObject({
      code: 63701,
      message: '没有可导出的数据',
    });
    const { fileName } = await app.data(root, auditLogApi.export, { businessType: 4 });
    const answer = await app.fastify.inject({ url: fileName });
    expect(decodeURIComponent(String(answer.headers['download-filename']))).toBe('系统日志.xlsx');
    const { rows } = await readFirstSheet(answer.rawPayload);
    expect(rows[0]).toEqual([
      '日志编号',
      '系统模块',
      '操作类型',
      '请求方式',
      '操作人员',
      '企业',
      '主机',
      '操作地点',
      '操作状态',
      '结果码',
      '次数',
      '耗时(毫秒)',
      '操作日期',
    ]);
    expect(rows[1]!.slice(1, 5)).toEqual([`'=危险`, '授权', 'POST', 'admin']);
    expect((await app.fastify.inject({ url: fileName })).json()).toMatchObject({ code: 401 });
  });

  it('is kept for 180 days', async () => {
    await write([
      { operTime: sql<string>`now() - interval '181 days'` },
      { operTime: sql<string>`now() - interval '179 days'` },
    ]);
    expect(await cleanLogs(app.db)).toBeGreaterThanOrEqual(1);
    expect((await list()).total).toBe(1);
  });

  it('needs the permissions, and shows firm staff only their firm', async () => {
    const { token: stranger } = await makeStaff(app);
    expect(await app.call(stranger, auditLogApi.list)).toMatchObject({ code: 403 });
    expect(await app.call(stranger, auditLogApi.clean, {})).toMatchObject({ code: 403 });
    const firmId = await makeFirm(app, '丙企业');
    const { token } = await makeStaff(app, { firmId, permissions: keeping });
    await app.db.deleteFrom('auditLog').execute();
    await write([
      { ...old, firmId, title: '自家' },
      { ...old, firmId: await makeFirm(app), title: '别家' },
      { ...old, title: '平台' },
    ]);
    const all = (await list()).list;
    expect((await list({}, token)).list).toMatchObject([{ title: '自家', firmName: '丙企业' }]);
    const other = all.find(({ title }) => title === '别家')!;
    expect(await app.call(token, auditLogApi.info, { id: other.id })).toMatchObject({ code: 404 });
    expect(await app.call(token, auditLogApi.remove, { ids: String(other.id) })).toMatchObject({ code: 404 });
    await app.data(token, auditLogApi.clean, {});
    expect((await list()).list.map(({ title }) => title).toSorted()).toEqual(
      ['别家', '平台', '删除系统日志', '清空系统日志'].toSorted(),
    );
  });
});
