import { ownAccountApi } from '@zhuiyuan/contract/access/own-account';
import { adminApi } from '@zhuiyuan/contract/access/admin';
import { defineApi, LogKind } from '@zhuiyuan/contract/kit/endpoint';
import { id, int, optionalText, text, version } from '@zhuiyuan/contract/kit/fields';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff, openRoot } from '../../../test/factories/access.ts';
import { notFound } from '../refusal.ts';
import { serve } from './serve.ts';

const input = z
  .object({
    id: id('请选择便条'),
    version,
    name: text('名称'),
    phone: optionalText('电话').refine((phone) => !phone.includes('*'), '电话格式不正确'),
    least: int(0, 99, '最少应为0-99').default(0),
    most: int(0, 99, '最多应为0-99').optional(),
    tags: z.array(z.string()).default([]),
    secret: z.string().optional(),
  })
  .refine(({ least, most }) => most === undefined || most >= least, { path: ['most'], message: '最多不能小于最少' });

const noteApi = defineApi({
  update: {
    method: 'POST',
    path: '/admin/note/update',
    may: 'signed-in',
    input,
    data: z.unknown(),
    title: '编辑便条',
    log: LogKind.update,
    changes: 'id',
  },
});

let app: TestApp;
let token: string;

const stored = { name: '便条', phone: '13882104570', least: 3, most: 9, tags: ['甲', '乙'] };

beforeAll(async () => {
  app = await openTestApp({
    further: (parts) =>
      serve(parts, noteApi, {
        update: {
          stored: async ({ row, db }) => {
            const { rows } = await sql<{ draft: object }>`select draft from note where id = ${row} for update`.execute(
              db,
            );
            if (!rows[0]) throw notFound();
            return rows[0].draft as Record<string, unknown>;
          },
          change: ({ input: draft }) => draft,
        },
      }),
  });
  await sql`create table note (id int primary key, draft jsonb)`.execute(app.db);
  token = (await makeStaff(app)).token;
});
beforeEach(async () => {
  await sql`delete from note`.execute(app.db);
  await sql`insert into note values (1, ${JSON.stringify(stored)})`.execute(app.db);
});
afterAll(() => app.close());

const update = (sent: object) => app.call(token, noteApi.update, sent as never);

describe('a change of a row', () => {
  it('leaves as it was what is not sent', async () => {
    expect((await update({ id: 1, name: '新' })).data).toEqual({ id: 1, ...stored, name: '新' });
    expect((await update({ id: 1 })).data).toEqual({ id: 1, ...stored });
  });

  it('clears what is sent empty', async () => {
    expect((await update({ id: 1, phone: '', most: null, tags: null })).data).toEqual({
      id: 1,
      name: '便条',
      phone: '',
      least: 3,
      tags: [],
    });
    expect(await update({ id: 1, name: '' })).toMatchObject({ code: 400, message: '请输入名称' });
  });

  it('takes a masked number that comes back as unchanged, and no other mask', async () => {
    expect((await update({ id: 1, phone: '138****4570' })).data).toMatchObject({ phone: stored.phone });
    expect(await update({ id: 1, phone: '139****4570' })).toMatchObject({ code: 400, message: '电话格式不正确' });
    expect((await update({ id: 1, name: '138****4570' })).data).toMatchObject({ name: '138****4570' });
  });

  it('never fills in the version or a secret', async () => {
    await sql`update note set draft = draft || '{"name": "便条"}'`.execute(app.db);
    const { data } = await update({ id: 1, secret: '' });
    expect(Object.keys(data as object)).not.toContain('version');
    expect(Object.keys(data as object)).not.toContain('secret');
  });

  it('holds rules over several fields against the result', async () => {
    expect(await update({ id: 1, most: 2 })).toMatchObject({ code: 400, message: '最多不能小于最少' });
    expect(await update({ id: 1, least: 12 })).toMatchObject({
      code: 400,
      message: '最多不能小于最少（未提交的字段 most 的现有内容不符合要求，请一并提交）',
      data: { fields: [{ field: 'most' }] },
    });
  });

  it('names the field when what is stored no longer passes', async () => {
    await sql`update note set draft = draft || '{"phone": "12*"}'`.execute(app.db);
    expect(await update({ id: 1, name: '新' })).toMatchObject({
      code: 400,
      message: '电话格式不正确（未提交的字段 phone 的现有内容不符合要求，请一并提交）',
    });
    expect((await update({ id: 1, name: '新', phone: '' })).data).toMatchObject({ name: '新', phone: '' });
  });

  it('asks for the row by the text of its own field, and does not know another', async () => {
    expect(await update({ name: '新' })).toMatchObject({ code: 400, message: '请选择便条' });
    expect(await update({ id: 2, name: '' })).toMatchObject({ code: 404 });
  });

  it('is logged as it was sent', async () => {
    await update({ id: 1, most: null, name: '记录' });
    const row = await app.db
      .selectFrom('auditLog')
      .select('operParam')
      .where('operParam', 'like', '%记录%')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(row.operParam)).toEqual({ id: 1, most: null, name: '记录' });
  });

  it('needs only the field of the row in the API document', async () => {
    const { paths } = (await app.fastify.inject({ url: '/openapi.json' })).json();
    const { schema } = paths['/api/admin/note/update'].post.requestBody.content['application/json'];
    expect(schema.required).toEqual(['id']);
  });
});

describe('people', () => {
  const adminOf = (adminId: number) =>
    app.db
      .selectFrom('admin')
      .select(['realName', 'phone', 'avatar'])
      .where('id', '=', adminId)
      .executeTakeFirstOrThrow();

  it('keep telephone and picture when they send a name alone', async () => {
    const own = await makeStaff(app, { permissions: ['admin:update:name'] });
    const filled = { phone: '13800001234', avatar: '/media/own.png' };
    await app.db.updateTable('admin').set(filled).where('id', '=', own.id).execute();
    await app.data(own.token, ownAccountApi.update, { realName: '新名' });
    expect(await adminOf(own.id)).toEqual({ realName: '新名', ...filled });
    await app.data(own.token, ownAccountApi.update, { realName: '新名', phone: '' });
    expect(await adminOf(own.id)).toEqual({ realName: '新名', avatar: filled.avatar, phone: '' });
  });

  it('keep the telephone whose mask the list answered', async () => {
    const root = await openRoot(app);
    const other = await makeStaff(app);
    await app.db.updateTable('admin').set({ phone: '13800005678' }).where('id', '=', other.id).execute();
    const { list } = await app.data(root, adminApi.list, { realName: other.account, page: 1, limit: 10 });
    const phone = list[0]?.phone;
    expect(phone).toBe('138****5678');
    await app.data(root, adminApi.update, { id: other.id, realName: '改名', phone });
    expect(await adminOf(other.id)).toMatchObject({ realName: '改名', phone: '13800005678' });
  });
});
