import { roleApi } from '@zhuiyuan/contract/access/role';
import { uploadApi } from '@zhuiyuan/contract/media/upload';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { picture, upload } from '../../test/factories/media.ts';
import { filesOnDisk } from '../kit/files/files-on-disk.ts';

const full = { code: 503, message: '存储空间不足，暂时无法保存，请联系管理员', data: null };
let app: TestApp;
let token: string;
let folder: string;
/** Whether the disk of the files is full: what is written there goes to a device that has no room. */
let isFull = false;
let runs = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhuiyuan-full-'));
  const store = filesOnDisk(folder);
  app = await openTestApp({
    work: true,
    store: {
      ...store,
      put: (name, content, type) =>
        isFull
          ? pipeline(Buffer.isBuffer(content) ? Readable.from([content]) : content, createWriteStream('/dev/full'))
          : store.put(name, content, type),
    },
    further: ({ jobs }) => jobs.work('trial-room', async () => void (runs += 1)),
  });
  ({ token } = await makeStaff(app, {
    permissions: ['admin:system:role:save', 'admin:system:role:list', 'admin:upload:image'],
  }));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

/** A table whose rows are refused as PostgreSQL refuses them; that it is so is a row, for whoever changes a table waits for all who use it. */
const fill = (table: string, when = 'true', errcode = '53100') =>
  app.database.pool.query(`
    create table if not exists without_room (name text);
    insert into without_room values ('${table}');
    create or replace function no_room() returns trigger language plpgsql as $$
    begin
      if exists (select from public.without_room where name = tg_argv[0]) then
        raise 'could not extend file: No space left on device' using errcode = tg_argv[1];
      end if;
      return new;
    end $$;
    create or replace trigger no_room before insert or update on ${table} for each row when (${when}) execute function no_room('${table}', '${errcode}')`);
const makeRoom = (table: string) => app.database.pool.query('delete from without_room where name = $1', [table]);
const refused = async (): Promise<number> => {
  const { body } = await app.fastify.inject('/metrics');
  return Number(/^zhuiyuan_full_total (\d+)$/m.exec(body)?.[1]);
};

test('a database without room refuses what would be kept, in words, and answers what is read', async () => {
  const menu = await app.db.selectFrom('menu').select('id').limit(1).executeTakeFirst();
  const save = (roleName: string) => app.call(token, roleApi.save, { roleName, rules: String(menu?.id ?? 1) } as never);
  const before = await refused();
  await fill('role');
  await fill('audit_log');
  expect(await save('没有空间')).toEqual(full);
  expect(await app.call(token, roleApi.list)).toMatchObject({ code: 200 });
  expect(await refused()).toBe(before + 1);
  await makeRoom('role');
  await makeRoom('audit_log');
  expect(await save('又有空间')).not.toEqual(full);
});

test('a disk of files without room refuses them in words, and takes them when there is some', async () => {
  const content = await picture('png');
  const send = () => upload(app, token, uploadApi.image, { name: 'a.png', content });
  const before = await refused();
  isFull = true;
  expect(await send()).toEqual(full);
  expect(await refused()).toBe(before + 1);
  isFull = false;
  expect(await send()).toMatchObject({ code: 200 });
});

test.each([
  ['there is room again', '53100'],
  ['nobody waits for it in a ring', '40P01'],
])('how a job ended is told when %s, and it runs once', async (_when, errcode) => {
  runs = 0;
  await fill('pgboss.job', `new.name = 'trial-room' and new.state = 'completed'`, errcode);
  const id = await app.jobs.send(app.db, 'trial-room', {});
  await expect.poll(() => runs).toBe(1);
  // Its end is tried to be told more than once meanwhile.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  await makeRoom('pgboss.job');
  const state = async () =>
    (await app.database.pool.query(`select state::text from pgboss.job where id = $1`, [id])).rows;
  await expect.poll(state).toEqual([{ state: 'completed' }]);
  expect(runs).toBe(1);
});

test('the room of the data folder is a figure', async () => {
  const { body } = await app.fastify.inject('/metrics');
  const of = (name: string) =>
    Number(new RegExp(`^zhuiyuan_data_bytes\\{of="${name}"\\} (\\S+)$`, 'm').exec(body)?.[1]);
  expect(of('size')).toBeGreaterThan(0);
  expect(of('free')).toBeLessThan(of('size'));
});
