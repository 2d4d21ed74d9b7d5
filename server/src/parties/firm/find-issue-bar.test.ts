import { sessionApi } from '@zhuiyuan/contract/access/session';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { Review } from '@zhuiyuan/contract/kit/review';
import { firmApi } from '@zhuiyuan/contract/parties/firm/firm';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { makeCodeWorld } from '../../../test/factories/codes.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
beforeAll(async () => {
  app = await openTestApp();
  world = await makeCodeWorld(app);
});
afterAll(() => app.close());

const passed = { audit: Review.passed, auditRemark: '', validFrom: null, validTo: null, settings: '{}' };
const set = (change: object) =>
  app.db
    .updateTable('firm')
    .set({ ...passed, ...change })
    .where('id', '=', world.firmId)
    .execute();
beforeEach(() => set({}));

const issue = (itemCount = 10) =>
  app.call(world.token, taskApi.save, { name: '任务', itemCount, idemKey: randomUUID() } as never);
const notice = async (token = world.token) => (await app.data(token, sessionApi.admin, {})).firmNotice;
const firm = () =>
  app.db
    .selectFrom('firm')
    .where('id', '=', world.firmId)
    .select(['audit', 'codeUsed', 'version'])
    .executeTakeFirstOrThrow();
const tomorrow = addDays(shanghaiToday(), 1);
const yesterday = addDays(shanghaiToday(), -1);

it.each([
  [{ audit: Review.waiting }, 61140, '企业资料待平台审核，审核通过前不能新增编码'],
  [{ audit: Review.unsent }, 61140, '企业资料待平台审核，审核通过前不能新增编码'],
  [
    { audit: Review.rejected, auditRemark: '营业执照模糊' },
    61147,
    '企业审核未通过：营业执照模糊。修改企业资料后重新审核，通过前不能新增编码',
  ],
  [{ validTo: yesterday }, 61148, `企业服务有效期已于${yesterday}结束，续期前不能新增编码`],
  [{ audit: Review.done, validTo: yesterday }, 61148, `企业服务有效期已于${yesterday}结束，续期前不能新增编码`],
  [{ validFrom: tomorrow }, 61143, `企业服务有效期自${tomorrow}开始，此前不能新增编码`],
])('a firm of %j issues nothing, and its staff are told why', async (standing, code, message) => {
  await set(standing);
  const before = await firm();
  expect(await issue()).toMatchObject({ code, message });
  expect(await firm()).toEqual(before);
  expect(await notice()).toBe(message);
});

it('a firm issues on the first and on the last day of its service', async () => {
  await set({ validFrom: shanghaiToday(), validTo: shanghaiToday() });
  expect(await issue()).toMatchObject({ code: 200 });
  expect(await firm()).toMatchObject({ audit: Review.done });
  expect(await notice()).toBe('');
});

it('staff of the platform have no such notice', async () => {
  const { token } = await makeStaff(app);
  expect(await notice(token)).toBe('');
});

it('a task that waited for review is not passed for a firm whose service has ended since', async () => {
  await set({ settings: '{"taskAuditOver": 1}' });
  const { data } = await issue(100);
  const { token } = await makeStaff(app, { permissions: ['admin:identity:task:audit', 'admin:identity:task:list'] });
  await set({ validTo: yesterday });
  expect(await app.call(token, taskApi.audit, { id: data.id, isPassed: true })).toMatchObject({ code: 61148 });
  expect((await app.data(token, taskApi.info, { id: data.id })).phase).toBe(data.phase);
  await set({});
  expect(await app.call(token, taskApi.audit, { id: data.id, isPassed: true })).toMatchObject({ code: 200 });
});

it('waits for a review that is being written, and follows it', async () => {
  const reviewer = new pg.Client({ connectionString: app.database.pool.options.connectionString });
  await reviewer.connect();
  await reviewer.query('begin');
  await reviewer.query(
    `update firm set audit = ${Review.rejected}, audit_remark = '资质不符' where id = ${world.firmId}`,
  );
  const asked = issue();
  await expect
    .poll(async () => {
      const { rows } = await reviewer.query('select count(*)::int as n from pg_locks where not granted');
      return rows[0].n;
    })
    .toBe(1);
  await reviewer.query('commit');
  await reviewer.end();
  expect(await asked).toMatchObject({ code: 61147 });
});

it('is told to whoever reviews it: passing it lets it issue', async () => {
  await set({ audit: Review.waiting });
  const { token } = await makeStaff(app, { permissions: ['admin:identity:firm:audit'] });
  expect(await issue()).toMatchObject({ code: 61140 });
  await app.data(token, firmApi.review, { id: world.firmId, audit: Review.passed });
  expect(await issue()).toMatchObject({ code: 200 });
});
