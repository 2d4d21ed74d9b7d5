import { JobPhase, JobStatus } from '@zhuiyuan/contract/jobs/job-enums';
import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { TestApp } from '../../test/app.ts';
import { firmWorld, makeStaff } from '../../test/factories/access.ts';
import { importEnded, importRows, untilRun, uploaded } from '../../test/factories/jobs.ts';
import { book } from '../../test/sheets.ts';
import { upload } from '../../test/factories/media.ts';
import { depth } from '../../test/depth.ts';
import { Refusal } from '../kit/refusal.ts';
import { mountImporter } from './importer.ts';
import { slice } from './run-file-jobs.ts';

vi.setConfig({ testTimeout: 120_000 });
const permissions = [
  ...['list', 'save', 'cancel', 'retry', 'delete'].map((act) => `admin:identity:importTask:${act}`),
  'admin:identity:product:import',
  'admin:identity:lot:save',
];

let app: TestApp;
let token: string;
let firmId: number;
/** What the importers of this test refuse and how long a row takes them. */
const mood = { refuses: new Set<string>(), pauseMs: 0, breaks: 0, checkMs: 0 };

beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld(permissions, { work: true }));
  const line = z.object({ box: z.string(), code: z.string() }).refine(() => {
    if (mood.checkMs) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, mood.checkMs);
    return true;
  });
  const columns = [
    { title: '箱码', key: 'box', isRequired: true },
    { title: '下级码', key: 'code', isRequired: true },
  ];
  mountImporter<z.output<typeof line>>(app, {
    biz: 'pack',
    may: 'admin:identity:product:import',
    columns,
    row: line,
    together: {
      groupBy: ({ box }) => box,
      othersText: '同箱其他行有误，本箱未执行',
      apply: async ({ db, firmId: firm }, rows) => {
        await db
          .insertInto('product')
          .values(rows.map(({ row }) => ({ firmId: firm, storeName: row.code, productNo: row.code, unit: row.box })))
          .execute();
        return rows.map(({ row }) =>
          mood.refuses.has(row.code)
            ? new Refusal(61050, '上级包装层级必须高于下级', { fields: [{ field: 'code' }] })
            : 'done',
        );
      },
    },
  });
  mountImporter<z.output<typeof line>>(app, {
    biz: 'sign',
    may: 'admin:identity:product:import',
    columns,
    row: line,
    apply: async ({ db, firmId: firm }, { box, code }) => {
      // As slow as a test has it.
      if (mood.pauseMs) await sleep(mood.pauseMs);
      if (code === 'boom' && (mood.breaks -= 1) >= 0) throw new Error('the machine broke');
      if (mood.refuses.has(code)) throw new Refusal(61076, '未发货，不能签收');
      if (code.startsWith('old')) return 'skip';
      await db.insertInto('product').values({ firmId: firm, storeName: code, productNo: code, unit: box }).execute();
      return 'done';
    },
  });
});
afterAll(() => app.close());

const madeIn = async (unit: string) => {
  const rows = await app.db.selectFrom('product').select('productNo').where('unit', '=', unit).orderBy('id').execute();
  return rows.map(({ productNo }) => productNo);
};

describe('an import', () => {
  it('tries every row once: done, refused and passed over add up, whatever the file holds', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('good', 'bad', 'old', 'empty'), { minLength: 1, maxLength: 30 }),
        async (kinds) => {
          round += 1;
          const of = (kind: string) => kinds.filter((one) => one === kind).length;
          const rows = kinds.map((kind, at) => [`u${round}`, kind === 'empty' ? '' : `${kind}-${round}-${at}`]);
          mood.refuses = new Set(rows.map(([, code]) => code!).filter((code) => code.startsWith('bad')));
          const ended = await importRows(app, token, 'sign', [['箱码', '下级码'], ...rows]);
          expect(ended).toMatchObject({
            total: kinds.length,
            ok: of('good'),
            fail: of('bad') + of('empty'),
            skip: of('old'),
            status: of('bad') + of('empty') > 0 ? 3 : 2,
          });
          expect(ended.ok + ended.fail + ended.skip).toBe(ended.total);
          expect(await madeIn(`u${round}`)).toHaveLength(of('good'));
          expect(ended.errors.map(({ rowNo }) => rowNo - 2)).toEqual(
            kinds.flatMap((kind, at) => (kind === 'bad' || kind === 'empty' ? [at] : [])),
          );
        },
      ),
      { numRuns: depth(12) },
    );
  });

  it('applies a box as a whole, though its lines stand apart', async () => {
    mood.refuses = new Set(['b2']);
    const ended = await importRows(app, token, 'pack', [
      ['箱码', '下级码'],
      ['x1', 'a1'],
      ['x2', 'b1'],
      ['x1', 'a2'],
      ['x2', 'b2'],
      ['x2', 'b3'],
    ]);
    expect(ended).toMatchObject({ ok: 2, fail: 3, status: 3 });
    expect(ended.errors).toMatchObject([
      { rowNo: 3, errCode: 61050, errMsg: '同箱其他行有误，本箱未执行' },
      { rowNo: 5, errCode: 61050, errMsg: '上级包装层级必须高于下级', field: '下级码' },
      { rowNo: 6, errCode: 61050, errMsg: '同箱其他行有误，本箱未执行' },
    ]);
    expect(await madeIn('x1')).toEqual(['a1', 'a2']);
    expect(await madeIn('x2')).toEqual([]);

    mood.refuses = new Set();
    await app.data(token, importTaskApi.retry, { id: ended.taskId });
    expect(await importEnded(app, token, ended.taskId)).toMatchObject({ ok: 5, fail: 0, status: 2 });
    expect(await madeIn('x2')).toEqual(['b1', 'b2', 'b3']);
    expect(await app.call(token, importTaskApi.retry, { id: ended.taskId })).toMatchObject({ code: 61104 });
    expect(await app.call(token, importTaskApi.exportErrors, { id: ended.taskId })).toMatchObject({ code: 61104 });
  });

  it('is not gone on with for somebody who may not import by now', async () => {
    const { id: operatorId } = await makeStaff(app, { firmId, permissions: [] });
    const { taskId } = await importRows(app, token, 'sign', [
      ['箱码', '下级码'],
      ['w1', 'm1'],
    ]);
    const early = { operatorId, status: JobStatus.unfinished, total: 2, cursorRow: 1 };
    await app.db.updateTable('fileJob').set(early).where('id', '=', taskId).execute();
    await app.data(token, importTaskApi.resume, { id: taskId });
    expect(await importEnded(app, token, taskId)).toMatchObject({
      status: JobStatus.unfinished,
      err: '操作人已无导入权限，导入停止',
    });
  });

  it('stops when asked to, keeps what is done, and goes on from there', async () => {
    mood.pauseMs = 20;
    const rows = Array.from({ length: 60 }, (_, at) => ['stop', `s-${at}`]);
    const fileUrl = await uploaded(app, token, 'sign', await book([['箱码', '下级码'], ...rows]));
    const { taskId } = await app.data(token, importTaskApi.save, { biz: 'sign', fileUrl });
    await expect
      .poll(async () => (await app.data(token, importTaskApi.progress, { ids: String(taskId) }))[0]!.ok, {
        interval: 20,
      })
      .toBeGreaterThan(5);
    expect((await app.data(token, importTaskApi.progress, { ids: String(taskId) }))[0]).toMatchObject({
      phase: 2,
      eta: expect.any(Number) as number,
    });
    expect(await app.call(token, importTaskApi.remove, { id: taskId })).toMatchObject({ code: 61088 });
    await app.data(token, importTaskApi.cancel, { id: taskId });
    const stopped = await importEnded(app, token, taskId);
    expect(stopped).toMatchObject({ status: 3, fail: 0, total: 60, err: '已取消' });
    expect(stopped.ok).toBeLessThan(60);
    expect(await madeIn('stop')).toHaveLength(stopped.ok);
    expect(await app.call(token, importTaskApi.cancel, { id: taskId })).toMatchObject({ code: 61087 });
    mood.pauseMs = 0;
    await app.data(token, importTaskApi.resume, { id: taskId });
    expect(await importEnded(app, token, taskId)).toMatchObject({ status: 2, ok: 60, err: '' });
    expect(await madeIn('stop')).toEqual(rows.map(([, code]) => code));
    expect(await app.call(token, importTaskApi.resume, { id: taskId })).toMatchObject({ code: 61089 });
    await app.data(token, importTaskApi.removeMany, { ids: [taskId] });
    expect(await app.call(token, importTaskApi.info, { id: taskId })).toMatchObject({ code: 404 });
  });

  describe('while its file is checked', () => {
    const begin = async (name: string) => {
      const rows = Array.from({ length: 400 }, (_, at) => [name, `${name}-${at}`]);
      const fileUrl = await uploaded(app, token, 'sign', await book([['箱码', '下级码'], ...rows]));
      mood.checkMs = 12;
      return (await app.data(token, importTaskApi.save, { biz: 'sign', fileUrl })).taskId;
    };
    afterEach(() => {
      mood.checkMs = 0;
      slice.ms = usualSlice;
    });
    const usualSlice = slice.ms;

    it('stops when asked to, having done nothing', async () => {
      const taskId = await begin('early');
      await expect
        .poll(async () => (await app.data(token, importTaskApi.progress, { ids: `${taskId}` }))[0]!.phase, {
          interval: 20,
        })
        .toBe(1);
      await app.data(token, importTaskApi.cancel, { id: taskId });
      expect(await importEnded(app, token, taskId)).toMatchObject({
        status: 3,
        err: '已取消',
        total: 0,
        ok: 0,
        fail: 0,
      });
      expect(await madeIn('early')).toEqual([]);
    });

    it('ends with a reason when its time was over three times before the check was', async () => {
      slice.ms = 500;
      const taskId = await begin('never');
      expect(await importEnded(app, token, taskId, 60_000)).toMatchObject({
        status: 3,
        err: '文件检查时间过长，任务已停止，请拆分后重新上传',
        ok: 0,
      });
      expect(await madeIn('never')).toEqual([]);
    });
  });

  it('finds again what the file itself has wrong when its failed rows are tried again', async () => {
    mood.refuses = new Set(['w-2']);
    const csv = `箱码,下级码\nwrong,w-1\nwrong,w-2\nwrong,${'长'.repeat(33_000)}\n`;
    const fileUrl = await uploaded(app, token, 'sign', Buffer.from(csv), '坏.csv');
    const { taskId } = await app.data(token, importTaskApi.save, { biz: 'sign', fileUrl });
    expect(await importEnded(app, token, taskId)).toMatchObject({ ok: 1, fail: 2 });
    mood.refuses = new Set();
    await app.data(token, importTaskApi.retry, { id: taskId });
    expect(await importEnded(app, token, taskId)).toMatchObject({ ok: 2, fail: 1, status: 3 });
    const { list } = await app.data(token, importTaskApi.errors, { id: taskId });
    expect(list).toMatchObject([{ rowNo: 4, field: '下级码', errMsg: '第4行：下级码内容超过32767个字符' }]);
    expect(await madeIn('wrong')).toEqual(['w-1', 'w-2']);
  });

  it('of a file that is not what it says, has no rows or other titles, does not begin', async () => {
    const sent = (name: string, content: string | Buffer) =>
      upload(app, token, importTaskApi.upload, { name, content: Buffer.from(content) }, { biz: 'sign' });
    const mismatch = { code: 63514, message: '文件内容与扩展名 .xlsx 不一致，请检查文件' };
    expect(await sent('a.xlsx', '箱码,下级码\n1,2\n')).toMatchObject(mismatch);
    expect(await sent('a.xlsx', '<html><table><tr><td>箱码</td></tr></table></html>')).toMatchObject(mismatch);
    expect(await sent('a.csv', await book([['箱码', '下级码']]))).toMatchObject({ code: 63514 });
    const sealed = await readFile(new URL('../../test/sheet-files/encrypted.xlsx', import.meta.url));
    expect(await sent('a.xlsx', sealed)).toMatchObject({ code: 63524, message: '文件已加密，请取消密码后上传' });
    const old = Buffer.concat([sealed.subarray(0, 512), Buffer.alloc(4096)]);
    expect(await sent('a.xlsx', old)).toMatchObject({ code: 63525, message: '请另存为xlsx后上传' });
    const save = async (content: string | Buffer, name: string) =>
      app.call(token, importTaskApi.save, {
        biz: 'sign',
        fileUrl: await uploaded(app, token, 'sign', Buffer.from(content), name),
      });
    const empty = { code: 61082, message: '文件为空' };
    expect(await save(await book([['箱码', '下级码']]), 'a.xlsx')).toMatchObject(empty);
    expect(await save('箱码,下级码\n,\n', 'a.txt')).toMatchObject(empty);
    const wide = Buffer.from('\ufeff箱码\t数量\r\n1\t2\r\n', 'utf16le');
    expect(await save(wide, 'a.txt')).toMatchObject({
      code: 61081,
      message: '模板不正确，请下载最新模板（缺少列：下级码；多余列：数量）',
    });
  });

  it('that has too many rows does not begin, tells no number of rows, and offers none to go on with', async () => {
    const content = Buffer.from(`箱码,下级码\n${'many,many\n'.repeat(200_001)}`);
    const fileUrl = await uploaded(app, token, 'sign', content, 'many.csv');
    const { taskId } = await app.data(token, importTaskApi.save, { biz: 'sign', fileUrl });
    const ended = await importEnded(app, token, taskId, 60_000);
    expect(ended).toMatchObject({ status: 3, total: 0, ok: 0, fail: 0, err: '文件超过20万行或50MB' });
  });

  it('that is to stop at errors does, and is not begun at all with too many wrong cells', async () => {
    mood.refuses = new Set(['halt-2']);
    const rows = Array.from({ length: 5 }, (_, at) => ['halt', `halt-${at}`]);
    const ended = await importRows(app, token, 'sign', [['箱码', '下级码'], ...rows], { stopOnError: true });
    expect(ended).toMatchObject({ status: 3, ok: 2, fail: 1, total: 5, err: '遇错停止' });
    const none = await importRows(
      app,
      token,
      'sign',
      [
        ['箱码', '下级码'],
        ['many', ''],
        ['many', 'm-1'],
      ],
      { stopOnError: true },
    );
    expect(none).toMatchObject({ status: 3, ok: 0, fail: 0, err: '格式错误行过多，请检查模板' });
    expect(await madeIn('many')).toEqual([]);
  });

  it('goes on after a fault that was not the row’s, without doing anything twice', async () => {
    mood.breaks = 1;
    const rows = ['f-1', 'boom', 'f-2'].map((code) => ['fault', code]);
    const ended = await importRows(app, token, 'sign', [['箱码', '下级码'], ...rows]);
    expect(ended).toMatchObject({ status: 2, ok: 3, fail: 0 });
    expect(await madeIn('fault')).toEqual(['f-1', 'boom', 'f-2']);
  });

  it('waits for another one of the same firm and business, and is followed by its starter alone', async () => {
    mood.pauseMs = 15;
    const start = async (name: string) => {
      const rows = Array.from({ length: 20 }, (_, at) => [name, `${name}-${at}`]);
      const fileUrl = await uploaded(app, token, 'sign', await book([['箱码', '下级码'], ...rows]));
      return (await app.data(token, importTaskApi.save, { biz: 'sign', fileUrl })).taskId;
    };
    const [first, second] = [await start('first'), await start('second')];
    await importEnded(app, token, first);
    await importEnded(app, token, second);
    mood.pauseMs = 0;
    const order = await app.db
      .selectFrom('product')
      .select('unit')
      .where('unit', 'in', ['first', 'second'])
      .orderBy('id')
      .execute();
    expect(order.findIndex(({ unit }) => unit === 'second')).toBe(20);
    const colleague = await makeStaff(app, { firmId, permissions: ['admin:identity:product:import'] });
    expect(await app.data(colleague.token, importTaskApi.progress, { ids: `${first}` })).toEqual([]);
    expect(await app.call(colleague.token, importTaskApi.errors, { id: first })).toMatchObject({ code: 404 });
  });
});

it('forgets what was refused, and its file, a month after its end', async () => {
  mood.refuses = new Set(['gone-1']);
  const { taskId } = await importRows(app, token, 'sign', [
    ['箱码', '下级码'],
    ['gone', 'gone-1'],
  ]);
  const stored = app.db.selectFrom('fileJob').select('file').where('id', '=', taskId);
  const { file } = await stored.executeTakeFirstOrThrow();
  await app.jobs.send(app.db, 'file-job-sweep', {});
  await untilRun(app, 'file-job-sweep');
  expect((await stored.executeTakeFirstOrThrow()).file).toBe(file);
  await app.db.updateTable('fileJob').set({ finishedAt: '2026-01-01' }).where('id', '=', taskId).execute();
  await app.jobs.send(app.db, 'file-job-sweep', {});
  await expect.poll(async () => (await stored.executeTakeFirstOrThrow()).file).toBe('');
  expect(await app.call(token, importTaskApi.retry, { id: taskId })).toMatchObject({ code: 61104 });
  expect(await app.db.selectFrom('discardedFile').select('file').execute()).toContainEqual({ file });
});

describe('a killed process', () => {
  it('that does not come back loses its hold after a minute of silence', async () => {
    const rows = [
      ['箱码', '下级码'],
      ['lease', 'l-1'],
    ];
    const fileUrl = await uploaded(app, token, 'sign', await book(rows));
    const { taskId } = await app.data(token, importTaskApi.save, { biz: 'sign', fileUrl });
    await importEnded(app, token, taskId);
    const hold = (seconds: number) =>
      app.database.pool.query(
        `update file_job set status = ${JobStatus.running}, phase = ${JobPhase.running}, cursor_row = 0, ok_cnt = 0, lease_owner = 'elsewhere:1', lease_until = now() + make_interval(secs => $2) where id = $1`,
        [taskId, seconds],
      );
    await hold(30);
    await app.jobs.send(app.db, 'importTaskRun', {});
    await untilRun(app, 'importTaskRun');
    expect((await app.data(token, importTaskApi.progress, { ids: String(taskId) }))[0]).toMatchObject({
      status: 1,
      ok: 0,
    });
    await app.db.deleteFrom('product').where('unit', '=', 'lease').execute();
    await hold(-1);
    await app.jobs.send(app.db, 'importTaskRun', {});
    expect(await importEnded(app, token, taskId)).toMatchObject({ status: 2, ok: 1 });
  });
});
