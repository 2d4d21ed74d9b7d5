import { defineApi, LogKind, type Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { id, ids, optionalText, text } from '@zhuiyuan/contract/kit/fields';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Envelope, openTestApp, type TestApp } from '../../../test/app.ts';
import { makeFirmStaff, makeStaff } from '../../../test/factories/access.ts';
import { refuse, stale, refuseOn } from '../refusal.ts';
import { serve } from './serve.ts';

const draft = z.object({
  id: id().optional(),
  name: text('名称', { max: 5 }),
  note: optionalText('备注'),
  list: z.array(z.unknown()).optional(),
  idemKey: z.string().min(8, '请求编号不正确').optional(),
});
const trialApi = defineApi({
  echo: {
    method: 'POST',
    path: '/admin/trial/echo',
    may: 'signed-in',
    input: draft,
    data: draft,
    title: '回声',
    log: false,
  },
  echoPath: {
    method: 'POST',
    path: '/admin/trial/echo/:id',
    may: 'signed-in',
    input: draft,
    data: draft,
    title: '回声',
    log: false,
  },
  read: {
    method: 'GET',
    path: '/admin/trial/read',
    may: { all: ['admin:trial:a', 'admin:trial:b'] },
    input: z.object({ ids: ids().optional() }),
    data: z.object({ shown: z.string() }),
    title: '读取',
  },
  write: {
    method: 'POST',
    path: '/admin/trial/write',
    may: 'admin:trial:a',
    input: z.object({ name: text('名称'), how: z.string() }),
    data: z.null(),
    title: '写入',
    log: LogKind.insert,
  },
  change: {
    method: 'GET',
    path: '/admin/trial/change',
    may: 'admin:trial:a',
    input: z.object({}),
    data: z.null(),
    title: '改变',
    log: LogKind.update,
  },
  open: { method: 'GET', path: '/public/trial', may: 'open', input: z.object({}), data: z.boolean(), title: '公开' },
  jobs: { method: 'GET', path: '/monitor/trial', may: 'open', input: z.object({}), data: z.null(), title: '监控' },
  file: {
    method: 'GET',
    path: '/common/trial',
    may: 'open',
    input: z.object({}),
    data: z.unknown(),
    title: '文件',
    raw: true,
  },
  seldom: {
    method: 'GET',
    path: '/public/seldom',
    may: 'open',
    input: z.object({}),
    data: z.null(),
    title: '偶尔',
    perMinute: 3,
  },
});

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await openTestApp({
    further: (parts) => {
      refuseOn(parts, { trial_name_uq: () => refuse([69_999, '重名']) });
      serve(parts, trialApi, {
        echo: ({ input }) => input,
        echoPath: ({ input }) => input,
        read: () => ({ shown: 'yes', hidden: 'no' }) as never,
        async write({ input, db }) {
          await sql`insert into trial (name) values (${input.name})`.execute(db);
          if (input.how === 'refuse') throw stale();
          if (input.how === 'fault') throw new Error('password=hunter2 at /srv/secret.ts');
          if (input.how === 'again') await sql`insert into trial (name) values (${input.name})`.execute(db);
          return input.how === 'wrong answer' ? ('text' as never) : null;
        },
        change: () => null,
        open: ({ operator }) => operator === null,
        jobs: () => null,
        file: (call) => call.reply.type('text/csv').send('a,b'),
        seldom: () => null,
      });
    },
  });
  await sql`create table trial (name text constraint trial_name_uq unique)`.execute(app.db);
  token = (await makeStaff(app, { permissions: ['admin:trial:a'] })).token;
});
afterAll(() => app.close());

const send = async (options: InjectOptions): Promise<Envelope> =>
  (await app.fastify.inject({ ...options, headers: { 'authori-zation': token, ...options.headers } })).json();
const echo = (options: InjectOptions) => send({ method: 'POST', url: '/admin/trial/echo', ...options });

describe('input', () => {
  it('is path, query and body merged, the body winning', async () => {
    expect(
      await send({ method: 'POST', url: '/admin/trial/echo/7?name=query&note=query', payload: { note: 'body' } }),
    ).toEqual({
      code: 200,
      message: 'ok',
      data: { id: 7, name: 'query', note: 'body' },
    });
    expect(await echo({ url: '/admin/trial/echo?name=only' })).toMatchObject({ code: 200, data: { name: 'only' } });
    expect(
      await send({ method: 'POST', url: '/admin/trial/echo/7?id=8', payload: { id: 9, name: 'x' } }),
    ).toMatchObject({ data: { id: 9 } });
  });

  it('takes null and empty texts as absent', async () => {
    expect(await echo({ payload: { id: null, name: 'x', note: '' } })).toMatchObject({
      code: 200,
      data: { name: 'x', note: '' },
    });
    expect(await echo({ url: '/admin/trial/echo?id=&name=x&note=there', payload: { note: null } })).toMatchObject({
      code: 200,
      data: { note: '' },
    });
    expect(await echo({ payload: { name: '' } })).toMatchObject({ code: 400, message: '请输入名称' });
  });

  it('takes the key under which it may be sent again from a header, where it brings none', async () => {
    const headers = { 'idempotency-key': 'header-key' };
    expect(await echo({ payload: { name: 'x' }, headers })).toMatchObject({ data: { idemKey: 'header-key' } });
    const own = { name: 'x', idemKey: 'key-of-its-own' };
    expect(await echo({ payload: own, headers })).toMatchObject({ data: { idemKey: 'key-of-its-own' } });
    expect(await echo({ payload: { name: 'x' }, headers: { 'idempotency-key': 'short' } })).toMatchObject({
      code: 400,
      message: '请求编号不正确',
    });
  });

  it('ignores what nobody knows, and takes a bare list', async () => {
    expect(await echo({ payload: { name: 'x', admin: true, __proto__: { isSuper: true } } })).toMatchObject({
      code: 200,
      data: { name: 'x' },
    });
    expect(await echo({ url: '/admin/trial/echo?name=x', payload: [1, 2] })).toMatchObject({
      code: 200,
      data: { list: [1, 2] },
    });
  });

  it('answers 400 with every wrong field, the first text in front', async () => {
    expect(await echo({ payload: { id: 'x', name: 'toolong' } })).toEqual({
      code: 400,
      message: '参数不正确',
      data: {
        fields: [
          { field: 'id', message: '参数不正确' },
          { field: 'name', message: '名称不能超过5个字符' },
        ],
      },
    });
  });

  it('answers 400 to what is no JSON or too large', async () => {
    const headers = { 'content-type': 'application/json' };
    expect(await echo({ payload: '{"name":', headers })).toMatchObject({ code: 400, message: '请求格式不正确' });
    expect(await echo({ payload: { name: 'x'.repeat(3 * 1024 * 1024) } })).toMatchObject({
      code: 400,
      message: '提交的内容过大',
    });
    expect(await echo({ payload: '{"__proto__":{"a":1},"name":"x"}', headers })).toMatchObject({ code: 400 });
  });
});

describe('who may', () => {
  it('answers 401 without a good token and 403 without the permission, both with HTTP 200', async () => {
    for (const [bad, code] of [
      ['', 401],
      ['wrong', 401],
      [token, 403],
    ] as const) {
      const answer = await app.fastify.inject({ url: '/admin/trial/read', headers: { 'authori-zation': bad } });
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual({
        code,
        message: code === 401 ? '无效的会话，或者登录已过期，请重新登录。' : '没有权限访问。',
        data: null,
      });
    }
    const both = await makeStaff(app, { permissions: ['admin:trial:a', 'admin:trial:b'] });
    expect(await app.call(both.token, trialApi.read)).toMatchObject({ code: 200 });
  });

  it('says nobody on open calls, even with a token', async () => {
    expect(await app.call(token, trialApi.open)).toMatchObject({ code: 200, data: true });
  });

  it('takes what changes something from our own pages alone, where a browser says whose page calls', async () => {
    const from = (site: string, url: string) =>
      send({
        method: url.includes('write') ? 'POST' : 'GET',
        url,
        payload: undefined,
        query: { name: `from ${site}`, how: '' },
        headers: { 'sec-fetch-site': site },
      });
    for (const site of ['cross-site', 'same-site', 'none']) {
      expect(await from(site, '/admin/trial/write')).toMatchObject({ code: 403 });
      expect(await from(site, '/admin/trial/change')).toMatchObject({ code: 403 });
      expect(await from(site, '/public/trial')).toMatchObject({ code: 200 });
    }
    expect(await from('same-origin', '/admin/trial/change')).toMatchObject({ code: 200 });
    const { rows } = await sql`select name from trial where name like 'from %'`.execute(app.db);
    expect(rows).toEqual([]);
    await app.db.deleteFrom('auditLog').execute();
  });

  it('asks an address that calls too often to wait', async () => {
    const codes = [];
    const waits = [];
    for (const url of Array.from({ length: 4 }, () => '/public/seldom')) {
      const reply = await app.fastify.inject({ url, remoteAddress: '203.0.113.7' });
      codes.push(reply.json<Envelope>());
      waits.push(reply.headers['retry-after']);
    }
    expect(waits).toEqual([undefined, undefined, undefined, '2']);
    expect(codes.map(({ code }) => code)).toEqual([200, 200, 200, 429]);
    expect(codes[3]!.message).toBe('操作过于频繁，请稍后再试');
    expect((await app.fastify.inject({ url: '/public/seldom', remoteAddress: '203.0.113.8' })).json()).toMatchObject({
      code: 200,
    });
  });
});

describe('answers', () => {
  it('leave out what the schema does not name', async () => {
    const both = await makeStaff(app, { permissions: ['admin:trial:a', 'admin:trial:b'] });
    expect((await app.call(both.token, trialApi.read)).data).toEqual({ shown: 'yes' });
  });

  it('are mounted with and without /api, /monitor only with it', async () => {
    for (const url of ['/api/public/trial', '/public/trial', '/public/trial/', '/api/monitor/trial'])
      expect(await send({ url })).toMatchObject({ code: 200 });
    for (const url of ['/monitor/trial', '/api/public/unknown', '/public/unknown']) {
      const answer = await app.fastify.inject({ url });
      expect([answer.statusCode, answer.json<Envelope>().code]).toEqual([404, 404]);
    }
    expect((await app.fastify.inject({ method: 'POST', url: '/public/trial' })).statusCode).toBe(404);
  });

  it('may be raw', async () => {
    const answer = await app.fastify.inject({ url: '/common/trial' });
    expect([answer.headers['content-type'], answer.body]).toEqual([expect.stringContaining('text/csv'), 'a,b']);
  });

  it('carry a request number', async () => {
    expect((await app.fastify.inject({ url: '/public/trial' })).headers['x-request-id']).toMatch(/\S{6,}/);
  });
});

describe('a write', () => {
  const write = (name: string, how: string) => app.call(token, trialApi.write, { name, how });
  const exists = async (name: string) =>
    (await sql`select 1 from trial where name = ${name}`.execute(app.db)).rows.length > 0;
  const logged = (name: string) =>
    app.db
      .selectFrom('auditLog')
      .select(['status', 'errorMsg', 'businessType'])
      .where('operParam', 'like', `%${name}%`)
      .execute();

  it('stands together with its log row', async () => {
    expect(await write('好的', 'well')).toMatchObject({ code: 200, data: null });
    expect(await exists('好的')).toBe(true);
    expect(await logged('好的')).toEqual([{ status: 0, errorMsg: '', businessType: LogKind.insert }]);
  });

  it('falls as a whole when refused, and the refusal is logged', async () => {
    expect(await write('被拒', 'refuse')).toMatchObject({ code: 409, message: '数据已被他人修改，请刷新后重试' });
    expect(await exists('被拒')).toBe(false);
    expect(await logged('被拒')).toEqual([
      { status: 1, errorMsg: '数据已被他人修改，请刷新后重试', businessType: LogKind.insert },
    ]);
  });

  it('answers the refusal named for a broken constraint', async () => {
    expect(await write('重复', 'again')).toMatchObject({ code: 69_999, message: '重名' });
    expect(await exists('重复')).toBe(false);
  });

  it('that fails says nothing but the number of the request', async () => {
    for (const how of ['fault', 'wrong answer']) {
      const answer = await write(`故障${how}`, how);
      expect(answer).toEqual({ code: 500, message: '系统繁忙，请稍后再试', data: { requestId: expect.any(String) } });
      expect(await exists(`故障${how}`)).toBe(false);
    }
  });

  it('by GET is logged too', async () => {
    await app.db.deleteFrom('auditLog').execute();
    await app.call(token, trialApi.change);
    const rows = await app.db.selectFrom('auditLog').select('businessType').where('title', '=', '改变').execute();
    expect(rows).toEqual([{ businessType: LogKind.update }]);
  });

  it('of firm staff is logged for the firm', async () => {
    const { firmId, token: ours } = await makeFirmStaff(app, ['admin:trial:a']);
    await app.call(ours, trialApi.change);
    expect(await app.db.selectFrom('auditLog').select('title').where('firmId', '=', firmId).execute()).toEqual([
      { title: '改变' },
    ]);
  });
});

it('every endpoint has a title and a description in the API document', async () => {
  const { paths } = (await app.fastify.inject({ url: '/openapi.json' })).json<{
    paths: Record<string, Record<string, { summary: string }>>;
  }>();
  for (const { method, path, title } of Object.values(trialApi) as Endpoint[])
    expect(paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()]?.summary).toBe(title);
});
