import { codeExportApi } from '@zhuiyuan/contract/codes/export/code-export';
import { extImportApi } from '@zhuiyuan/contract/codes/import/ext-import';
import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { BlobReader, configure, TextWriter, ZipReader, type FileEntry } from '@zip.js/zip.js';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeCodeWorld } from '../../../test/factories/codes.ts';
import { upload } from '../../../test/factories/media.ts';
import { killServer, startServer, stopServers } from '../../../test/servers.ts';
import { takeDownload } from '../../kit/files/download.ts';

vi.setConfig({ testTimeout: 400_000 });
configure({ useWebWorkers: false });

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
beforeAll(async () => {
  app = await openTestApp();
  world = await makeCodeWorld(app);
});
afterAll(async () => {
  await stopServers();
  await app.close();
});

const begunImport = async (lines: readonly string[]): Promise<number> => {
  const uploadId = randomUUID();
  const file = { name: 'codes.bin', content: Buffer.from(lines.join('\n')), field: 'file' };
  await upload(app, world.token, extImportApi.chunk, file, { uploadId, index: '0' });
  const { taskId } = await app.data(world.token, extImportApi.save, {
    name: '瓶盖码',
    level: 0,
    columns: { code: 1, parentCode: 2 },
    hasHeader: false,
    uploadId,
    fileName: 'codes.csv',
    dupPolicy: 1,
    idemKey: randomUUID(),
  });
  return taskId;
};

test('a server killed in the middle of an import of third-party codes: the next one brings in each code once', async () => {
  const items = 30_000;
  const perBox = 100;
  const boxes = items / perBox;
  const lines = Array.from({ length: items }, (_, at) => `KILL-${at},KBOX-${Math.floor(at / perBox)}`);
  lines[21_000] = lines[20_999]!;
  const taskId = await begunImport([...lines, ...Array.from({ length: boxes }, (_, at) => `KBOX-${at},`)]);
  const stepOf = async () => {
    const row = await app.db
      .selectFrom('codeImport')
      .innerJoin('fileJob', 'fileJob.id', 'codeImport.jobId')
      .where('jobId', '=', taskId)
      .select(['step', 'level', 'total', 'status'])
      .executeTakeFirstOrThrow();
    return row.status === 1 ? row.step * 1000 + (2 - row.level) * 100 + Math.min(99, row.total / 1000) : Infinity;
  };
  // While the file is read, and when the boxes are in and their items are being written.
  for (const reached of [1010, 3200]) {
    const { server } = await startServer(app, 'worker');
    await expect.poll(stepOf, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(reached);
    await killServer(server);
    expect(await stepOf()).toBeLessThan(4000);
  }
  await startServer(app, 'worker');
  await expect.poll(stepOf, { timeout: 90_000, interval: 50 }).toBe(Infinity);
  const [ended] = await app.data(world.token, importTaskApi.progress, { ids: String(taskId) });
  expect(ended).toMatchObject({ total: items + boxes, ok: items + boxes - 1, fail: 1, skip: 0, status: 3 });
  const { rows } = await sql<{ level: number; count: number; packed: number; texts: number }>`
    select s.level, s.count, s.pack_cnt as packed, count(distinct e.text_hash) as texts
    from segment s join code_ext e on e.seg = s.seg where s.firm_id = ${world.firmId} group by s.seg order by s.level`.execute(
    app.db,
  );
  expect(rows).toEqual([
    { level: 0, count: items - 1, packed: items - 1, texts: items - 1 },
    { level: 1, count: boxes, packed: 0, texts: boxes },
  ]);
});

test('a server killed in the middle of an export of codes: the next one writes one whole file', async () => {
  const count = 150_000;
  const { seg } = await world.issue({ itemCount: count });
  const password = 'Secret-2026';
  const { taskId: id } = await app.data(world.token, codeExportApi.save, {
    pick: { mode: 1, ranges: [{ seg, serialFrom: 1, serialTo: count }] },
    columns: ['serial', 'code', 'life', 'boxCode'],
    password,
    purpose: '核对印刷',
    idemKey: randomUUID(),
  });
  const jobOf = async () => (await app.data(world.token, codeExportApi.list, {})).list.find((job) => job.id === id)!;
  await stopServers();
  const { server } = await startServer(app, 'worker');
  await expect.poll(async () => (await jobOf()).done, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0);
  await killServer(server);
  const killed = await jobOf();
  expect([killed.status, killed.fileSize]).toEqual([1, 0]);
  await startServer(app, 'worker');
  await expect.poll(async () => (await jobOf()).status, { timeout: 90_000, interval: 50 }).toBe(2);
  expect(await jobOf()).toMatchObject({ total: count, done: count });

  const { fileName } = await app.data(world.token, codeExportApi.url, { id });
  const { file } = (await takeDownload(app.db, fileName))!;
  const { stream } = (await app.files.open(file))!;
  const [entry] = await new ZipReader(new BlobReader(new Blob([new Uint8Array(await buffer(stream))]))).getEntries();
  const text = await (entry as FileEntry).getData(new TextWriter(), { password });
  const serials = text.trimEnd().split('\r\n').slice(1);
  expect([serials.length, new Set(serials).size]).toEqual([count, count]);
  expect(serials.at(-1)!.startsWith(`${count},`)).toBe(true);
  // What the killed one had begun is gone.
  expect(await readdir(join(app.config.dataDir, 'jobs')).catch(() => [])).toEqual([]);
});
