import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import type { ImportBiz } from '@zhuiyuan/contract/jobs/import-biz';
import { sql } from 'kysely';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { takeDownload } from '../../src/kit/files/download.ts';
import type { TestApp } from '../app.ts';
import { book, readFirstSheet, type Cell } from '../sheets.ts';
import { upload } from './media.ts';

/** Uploads the file of an import and answers its address. */
export const uploaded = async (
  app: TestApp,
  token: string,
  biz: ImportBiz,
  content: Buffer,
  name = '导入.xlsx',
): Promise<string> => {
  const { data, message } = await upload(app, token, importTaskApi.upload, { name, content }, { biz });
  if (!data) throw new Error(message);
  return data.url;
};

/** Waits until an import is over; the app has to run its background work. */
export const importEnded = async (app: TestApp, token: string, taskId: number, patience = 60_000) => {
  for (let waited = 0; waited < patience; waited += 50) {
    const [at] = await app.data(token, importTaskApi.progress, { ids: String(taskId) });
    if (at && at.status !== 1) return at;
    await sleep(50);
  }
  throw new Error(`import ${taskId} does not end`);
};

/** Waits until every job of a queue that was sent so far has been run to its end. */
export const untilRun = async ({ db }: TestApp, queue: string): Promise<void> => {
  await expect
    .poll(
      async () =>
        (
          await sql`select from pgboss.job where name = ${queue} and state in ('created', 'retry', 'active')`.execute(
            db,
          )
        ).rows.length,
    )
    .toBe(0);
};

interface ImportMore {
  firmId?: number;
  params?: object;
  again?: boolean;
  stopOnError?: boolean;
}

/** Imports a file through importTask/save and answers how it ended, with its errors. */
export const importFile = async (
  app: TestApp,
  token: string,
  biz: ImportBiz,
  content: Buffer,
  more: ImportMore = {},
) => {
  const fileUrl = await uploaded(app, token, biz, content);
  const { taskId } = await app.data(token, importTaskApi.save, { biz, fileUrl, ...more } as never);
  const ended = await importEnded(app, token, taskId);
  const { list: errors } = await app.data(token, importTaskApi.errors, { id: taskId, limit: 100 });
  return { ...ended, taskId, errors };
};

/** Imports rows (the titles first) as {@link importFile} does. */
export const importRows = async (app: TestApp, token: string, biz: ImportBiz, rows: Cell[][], more: ImportMore = {}) =>
  importFile(app, token, biz, await book(rows), more);

/** Rows of the first sheet of an offered xlsx file. */
export const offeredRows = async (app: TestApp, fileName: string) => {
  const { file } = (await takeDownload(app.db, fileName))!;
  const { stream } = (await app.files.open(file))!;
  return (await readFirstSheet(await buffer(stream))).rows;
};
