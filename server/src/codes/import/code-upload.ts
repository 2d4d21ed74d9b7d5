import { chunkBytes } from '@zhuiyuan/contract/codes/import/ext-import';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import type { Operator } from '../../kit/operator.ts';
import { invalid } from '../../kit/refusal.ts';
import { megabyte, receiveUpload } from '../../media/receive-upload.ts';

/** Uploads nobody imported are kept for so many days. */
const keptDays = 3;
/** A stopped import can be taken up again for so many days. */
const stoppedDays = 30;

const hashFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer);
  return hash.digest('hex');
};

/** Takes one piece of a file; a piece that came before is replaced by the same or another one. Refuses a piece that is not what its checksum says. */
export const receiveChunk = async (
  app: App,
  db: Db,
  operator: Operator,
  request: FastifyRequest,
  { uploadId, index, sha256: said }: { uploadId: string; index: number; sha256?: string },
): Promise<{ index: number; size: number }> => {
  const received = await receiveUpload(request, app.config.dataDir, {
    extensions: ['bin', 'csv', 'txt', 'xlsx'],
    megabytes: () => chunkBytes / megabyte,
  });
  try {
    const sha256 = await hashFile(received.path);
    if (said !== undefined && said !== sha256) throw invalid('sha256', '上传内容与校验值不一致，请重试');
    const firmId = operator.firmId ?? 0;
    await db
      .insertInto('codeUpload')
      .values({ id: uploadId, firmId, adminId: operator.id })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    const upload = await db
      .selectFrom('codeUpload')
      .where('id', '=', uploadId)
      .where('adminId', '=', operator.id)
      .select('taskId')
      .executeTakeFirst();
    if (!upload || upload.taskId !== null) throw invalid('uploadId', '上传编号不正确');
    const file = `code-uploads/${uploadId}/${index}`;
    await app.files.adopt(received.path, file);
    const { size } = received;
    await db
      .insertInto('codeUploadChunk')
      .values({ uploadId, index, firmId, size, sha256, file })
      .onConflict((conflict) => conflict.columns(['uploadId', 'index']).doUpdateSet({ size, sha256 }))
      .execute();
    return { index, size };
  } finally {
    await received.drop();
  }
};

export interface UploadChunk {
  index: number;
  size: number;
  sha256: string;
  file: string;
}

/** The pieces of an upload of this operator, in order; none for an upload that is not theirs. */
export const findChunks = (db: Db, operator: Pick<Operator, 'id'>, uploadId: string): Promise<UploadChunk[]> =>
  db
    .selectFrom('codeUploadChunk as chunk')
    .innerJoin('codeUpload as upload', 'upload.id', 'chunk.uploadId')
    .where('upload.id', '=', uploadId)
    .where('upload.adminId', '=', operator.id)
    .select(['chunk.index', 'chunk.size', 'chunk.sha256', 'chunk.file'])
    .orderBy('chunk.index')
    .execute();

/** Whether all pieces of a file are there: none is missing, and only the last one is short. */
export const isWhole = (chunks: readonly UploadChunk[]): boolean =>
  chunks.length > 0 &&
  chunks.every(({ index, size }, at) => index === at && (size === chunkBytes || at === chunks.length - 1));

/** One number for the content of a whole upload. */
export const contentHash = (chunks: readonly UploadChunk[]): string =>
  createHash('sha256')
    .update(chunks.map(({ sha256 }) => sha256).join())
    .digest('hex');

/** Puts the pieces together as one local file. */
export const assemble = async (
  app: Pick<App, 'files'>,
  chunks: readonly UploadChunk[],
  path: string,
): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  await pipeline(async function* () {
    for (const { file } of chunks) {
      const opened = await app.files.open(file);
      if (!opened) throw new Error(`a piece of an upload is gone: ${file}`);
      yield* opened.stream;
    }
  }, createWriteStream(path));
};

/** Forgets an upload and its pieces. */
export const dropUpload = async (app: Pick<App, 'files' | 'db'>, uploadId: string): Promise<void> => {
  const chunks = await app.db.selectFrom('codeUploadChunk').where('uploadId', '=', uploadId).select('file').execute();
  for (const { file } of chunks) await app.files.remove(file);
  await app.db.deleteFrom('codeUpload').where('id', '=', uploadId).execute();
};

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

/** Forgets uploads that were begun and never imported, and what imports that were stopped and not taken up again had read. */
export const dropOldUploads = async (app: Pick<App, 'files' | 'db'>): Promise<void> => {
  const old = await app.db
    .selectFrom('codeUpload')
    .where((row) =>
      row.or([
        row.and([row('taskId', 'is', null), row('createdAt', '<', daysAgo(keptDays))]),
        row('createdAt', '<', daysAgo(stoppedDays)),
      ]),
    )
    .select(['id', 'taskId'])
    .execute();
  for (const { id, taskId } of old) {
    if (taskId !== null) await app.db.deleteFrom('codeExtRow').where('importId', '=', taskId).execute();
    await dropUpload(app, id);
  }
};

export const dropFile = (path: string): Promise<void> => rm(path, { force: true });
