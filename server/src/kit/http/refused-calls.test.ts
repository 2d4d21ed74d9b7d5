import { adminApi } from '@zhuiyuan/contract/access/admin';
import { auditLogApi } from '@zhuiyuan/contract/access/audit-log';
import { menuApi } from '@zhuiyuan/contract/access/menu';
import { roleApi } from '@zhuiyuan/contract/access/role';
import { sessionApi } from '@zhuiyuan/contract/access/session';
import { AuditStatus } from '@zhuiyuan/contract/kit/endpoint';
import { excelLogApi } from '@zhuiyuan/contract/jobs/excel-log';
import { attachmentApi } from '@zhuiyuan/contract/media/attachment';
import { downloadApi } from '@zhuiyuan/contract/media/download';
import { sql } from 'kysely';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeFirmStaff, makeStaff, openRoot } from '../../../test/factories/access.ts';
import { cleanLogs } from '../../access/clean-logs.ts';
import { prolongSession } from '../../access/load-session.ts';
import { revokeSessions } from '../../access/revoke-sessions.ts';

let app: TestApp;
let root: string;
beforeAll(async () => {
  app = await openTestApp();
  root = await openRoot(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.refused.flush();
  await app.db.deleteFrom('auditLog').execute();
});
afterEach(() => vi.useRealTimers());

/** What the log tells of refused calls, oldest first. */
const traces = async () =>
  app.db
    .selectFrom('auditLog')
    .select(['adminId', 'firmId', 'operName', 'operUrl', 'code', 'times', 'errorMsg', 'title', 'operIp', 'operParam'])
    .select(sql<boolean>`oper_time = date_trunc('minute', oper_time)`.as('isMinute'))
    .where('status', '=', AuditStatus.refused)
    .orderBy('id')
    .execute();
const forbidden = { code: 403, errorMsg: '没有权限访问。', times: 1, isMinute: true, operIp: '127.0.0.1' };

it('a call without its permission is a row of the system log, with who, what and where', async () => {
  const { firmId, staffId, token } = await makeFirmStaff(app);
  expect(await app.call(token, roleApi.list, { roleName: '管' })).toMatchObject({ code: 403 });
  const [row] = await traces();
  expect(row).toMatchObject({
    ...forbidden,
    adminId: staffId,
    firmId,
    operUrl: roleApi.list.path,
    title: roleApi.list.title,
  });
  expect(row!.operParam).toBe('{"roleName":"管"}');
  const { list } = await app.data(root, auditLogApi.list, { status: AuditStatus.refused });
  expect(list).toMatchObject([{ status: AuditStatus.refused, code: 403, times: 1, operName: row!.operName }]);
  expect(await app.data(root, auditLogApi.info, { id: list[0]!.id })).toMatchObject({ errorMsg: '没有权限访问。' });
});

it('so is one of the platform’s calls, one of a foreign page, and what a handler refuses', async () => {
  const firm = await makeFirmStaff(app, [
    adminApi.list.may,
    'admin:identity:excelLog:list',
    'admin:identity:firm:delete',
  ]);
  await app.call(firm.token, { ...excelLogApi.columns }, { biz: 'systemLog' });
  await app.call(root, roleApi.save, { roleName: '外', rules: '1' }, { 'sec-fetch-site': 'cross-site' });
  const rows = await traces();
  expect(rows).toMatchObject([
    { ...forbidden, adminId: firm.staffId, operUrl: excelLogApi.columns.path },
    { ...forbidden, operName: 'admin', operUrl: roleApi.save.path },
  ]);
});

it('many within a minute are one row by call, which counts them; the next minute has its own', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T08:00:10Z') });
  const { token } = await makeStaff(app);
  await sql`update session set expires_at = now() + interval '1 year'`.execute(app.db);
  for (let at = 0; at < 30; at += 1) await app.call(token, roleApi.list, {});
  await app.call(token, menuApi.list, {});
  await app.refused.flush();
  expect((await traces()).map(({ operUrl, times }) => [operUrl, times])).toEqual([
    [roleApi.list.path, 30],
    [menuApi.list.path, 1],
  ]);
  vi.setSystemTime(new Date('2026-11-28T08:01:00Z'));
  await app.call(token, roleApi.list, {});
  await app.refused.flush();
  expect((await traces()).map(({ times }) => times)).toEqual([30, 1, 1]);
});

it('rows of other numbers in the path are of the same call', async () => {
  const { token } = await makeStaff(app);
  for (const ids of ['1', '2', '3']) await app.call(token, attachmentApi.remove, { ids });
  await app.refused.flush();
  expect(await traces()).toMatchObject([{ operUrl: attachmentApi.remove.path, times: 3 }]);
});

it('several processes count on in one row, and none loses what it counted when it ends', async () => {
  const other = await openTestApp({ beside: app });
  const { token } = await makeStaff(app);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  for (let at = 0; at < 3; at += 1) {
    await app.call(token, roleApi.list, {});
    await other.call(token, roleApi.list, {});
  }
  await other.close();
  await app.refused.flush();
  expect(await traces()).toMatchObject([{ times: 6 }]);
});

it('a token that expired, was revoked or signed out still tells whose it was, for a week', async () => {
  const expired = await makeStaff(app);
  await sql`update session set expires_at = now() - interval '6 days' where admin_id = ${expired.id}`.execute(app.db);
  const revoked = await makeStaff(app);
  await app.call(revoked.token, sessionApi.menus, {});
  await revokeSessions(app.db, [revoked.id]);
  const left = await makeStaff(app);
  await app.call(left.token, sessionApi.logout, {});
  const disabled = await makeStaff(app);
  await app.db.updateTable('admin').set({ status: false }).where('id', '=', disabled.id).execute();
  await cleanLogs(app.db);
  const all = [expired, revoked, left, disabled];
  for (const { token } of all) await expect.poll(async () => (await app.call(token, roleApi.list, {})).code).toBe(401);
  await app.fastify.inject({
    url: `/api${downloadApi.resource.path}?resource=/file/x`,
    headers: { 'x-token': left.token },
  });
  const rows = (await traces()).filter(({ code }) => code === 401);
  expect(rows).toMatchObject([
    ...all.map(({ id }) => ({ adminId: id, operUrl: roleApi.list.path })),
    { adminId: left.id, operUrl: downloadApi.resource.path },
  ]);
  await sql`update session set expires_at = now() - interval '8 days' where admin_id = ${expired.id}`.execute(app.db);
  await cleanLogs(app.db);
  await app.db.deleteFrom('auditLog').execute();
  expect((await app.call(expired.token, roleApi.list, {})).code).toBe(401);
  expect(await traces()).toEqual([]);
});

it('a session that ended is not begun again by a use that was under way', async () => {
  const { id, token } = await makeStaff(app);
  const hash = await app.db
    .selectFrom('session')
    .select('tokenHash')
    .where('adminId', '=', id)
    .executeTakeFirstOrThrow();
  await revokeSessions(app.db, [id]);
  await prolongSession(app.db, hash.tokenHash, new Date(Date.now() + 3_600_000));
  await expect.poll(async () => (await app.call(token, sessionApi.menus, {})).code).toBe(401);
});

it('a body deeper than any stack leaves its row as well, and keeps no others from being counted', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const { token } = await makeStaff(app);
  const levels = 20_000;
  const answer = await app.fastify.inject({
    method: 'POST',
    url: `/api${roleApi.save.path}`,
    headers: { 'authori-zation': token, 'content-type': 'application/json' },
    payload: `{"roleName":${'['.repeat(levels)}"a"${']'.repeat(levels)}}`,
  });
  expect(answer.json()).toMatchObject({ code: 403 });
  for (let at = 0; at < 3; at += 1) await app.call(token, roleApi.list, {});
  await app.refused.flush();
  const rows = await traces();
  expect(rows.map(({ operUrl, times }) => [operUrl, times])).toEqual([
    [roleApi.save.path, 1],
    [roleApi.list.path, 3],
  ]);
  expect(rows[0]!.operParam.length).toBeLessThan(200);
});

it('holds what is written of a call, not the call', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed / 1e6;
  };
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const { token } = await makeStaff(app);
  const forbiddenCalls = app.endpoints.filter(
    ({ method, may, takesFile, path }) =>
      method === 'POST' && typeof may === 'string' && may.includes(':') && !takesFile && !path.includes('/:'),
  );
  const before = used();
  // a letter of two bytes makes all of them so
  for (const endpoint of forbiddenCalls.slice(0, 30))
    await app.call(token, endpoint, { a: `字${'x'.repeat(1_900_000)}` } as never);
  expect((await traces()).length).toBeGreaterThan(20);
  expect(used() - before).toBeLessThan(40);
});

it('nobody known leaves no row', async () => {
  expect(await app.call('never-was', roleApi.list, {})).toMatchObject({ code: 401 });
  expect(await app.call('', roleApi.list, {})).toMatchObject({ code: 401 });
  expect(await traces()).toEqual([]);
});
