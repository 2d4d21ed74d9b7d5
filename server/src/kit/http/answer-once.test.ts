import { keyRefusals } from '@zhuiyuan/contract/kit/key-refusals';
import { defineApi, LogKind, write } from '@zhuiyuan/contract/kit/endpoint';
import { text } from '@zhuiyuan/contract/kit/fields';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { openTestApp, type Envelope, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { makeFirm } from '../../../test/factories/parties.ts';
import { cleanLogs } from '../../access/clean-logs.ts';
import { refuse } from '../refusal.ts';
import { serve } from './serve.ts';

const api = defineApi({
  save: write(
    LogKind.insert,
    '新增试验',
    '/admin/trial/save',
    'admin:trial:save',
    z.object({ name: text('名称'), pwd: z.string().optional() }),
    z.object({ id: z.number(), name: z.string() }),
  ),
  other: write(
    LogKind.insert,
    '另增试验',
    '/admin/trial/other',
    'admin:trial:save',
    z.object({ name: text('名称') }),
    z.null(),
  ),
});

let app: TestApp;
let firms: { firmId: number; token: string }[];

beforeAll(async () => {
  app = await openTestApp({
    further: (parts) =>
      serve(parts, api, {
        async save({ input, db }) {
          const made = await sql<{ id: number }>`
            insert into trial (name) values (${input.name}) returning id`.execute(db);
          if (input.name === '拒绝') throw refuse([69_999, '不行']);
          if (input.name === '断开') throw new Error('torn');
          return { id: made.rows[0]!.id, name: input.name };
        },
        other: () => null,
      }),
  });
  await sql`create table trial (id int generated always as identity, name text)`.execute(app.db);
  firms = [];
  for (let made = 0; made < 2; made += 1) {
    const firmId = await makeFirm(app);
    firms.push({ firmId, token: (await makeStaff(app, { firmId, permissions: ['admin:trial:save'] })).token });
  }
});
afterAll(() => app.close());
beforeEach(() => sql`truncate trial, answered_call`.execute(app.db));

const save = async (
  payload: object,
  key: string,
  { token = firms[0]!.token, path = api.save.path }: { token?: string; path?: string } = {},
): Promise<Envelope> =>
  (
    await app.fastify.inject({
      method: 'POST',
      url: path,
      payload,
      headers: { 'authori-zation': token, 'idempotency-key': key },
    })
  ).json();
const rows = async () => (await sql<{ name: string }>`select name from trial order by id`.execute(app.db)).rows;
const kept = () =>
  app.db.selectFrom('answeredCall').select(['firmId', 'idemKey', 'answer']).orderBy('firmId').execute();

it('answers a second one as the first, also where its fields come in another order, and makes one row', async () => {
  const first = await save({ name: '茶', pwd: 'one' }, 'key-0001');
  const again = await save({ pwd: 'one', name: '茶' }, 'key-0001');
  expect(first).toMatchObject({ code: 200, data: { name: '茶' } });
  expect(again).toEqual(first);
  expect(await rows()).toHaveLength(1);
});

it('makes one row of many at the same moment', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => save({ name: '茶' }, 'key-0002')));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject({ code: 200 });
  expect(await rows()).toHaveLength(1);
});

it('refuses another content, and another call, under the key', async () => {
  await save({ name: '茶' }, 'key-0003');
  const [code, message] = keyRefusals.otherContent;
  expect(await save({ name: '酒' }, 'key-0003')).toMatchObject({ code, message });
  expect(await save({ name: '茶' }, 'key-0003', { path: api.other.path })).toMatchObject({ code });
  expect(await rows()).toEqual([{ name: '茶' }]);
});

it('keeps nothing of what was refused or torn: the form is corrected and saved under the same key', async () => {
  expect(await save({ name: '拒绝' }, 'key-0004')).toMatchObject({ code: 69_999 });
  expect(await save({ name: '断开' }, 'key-0004')).toMatchObject({ code: 500 });
  expect(await kept()).toEqual([]);
  expect(await save({ name: '茶' }, 'key-0004')).toMatchObject({ code: 200 });
  expect(await rows()).toEqual([{ name: '茶' }]);
});

it('tells firms, and people of one, apart', async () => {
  const colleague = await makeStaff(app, { firmId: firms[0]!.firmId, permissions: ['admin:trial:save'] });
  const platform = await makeStaff(app, { permissions: ['admin:trial:save'] });
  const names = ['甲', '乙', '丙', '丁'];
  const tokens = [firms[0]!.token, firms[1]!.token, colleague.token, platform.token];
  for (const [at, token] of tokens.entries())
    expect(await save({ name: names[at] }, 'key-0005', { token })).toMatchObject({
      code: 200,
      data: { name: names[at] },
    });
  expect(await rows()).toHaveLength(4);
  expect((await kept()).map(({ firmId }) => firmId)).toEqual([0, firms[0]!.firmId, firms[0]!.firmId, firms[1]!.firmId]);
});

it('refuses a key of another form, and works without one', async () => {
  expect(await save({ name: '茶' }, 'short')).toMatchObject({ code: 400, message: '请求编号不正确' });
  const headers = { 'authori-zation': firms[0]!.token };
  for (let presses = 0; presses < 2; presses += 1)
    await app.fastify.inject({ method: 'POST', url: api.save.path, payload: { name: '茶' }, headers });
  expect(await rows()).toHaveLength(2);
  expect(await kept()).toEqual([]);
});

it('forgets an answer after a day, and keeps no digest of a password', async () => {
  await save({ name: '茶', pwd: 'one' }, 'key-0006');
  expect(await save({ name: '茶', pwd: 'two' }, 'key-0006')).toMatchObject({ code: 200 });
  await save({ name: '酒' }, 'key-0007');
  await sql`update answered_call set created_at = now() - interval '25 hours' where idem_key = 'key-0006'`.execute(
    app.db,
  );
  await cleanLogs(app.db);
  expect((await kept()).map(({ idemKey }) => idemKey)).toEqual(['key-0007']);
});
