import { attachmentApi } from '@zhuiyuan/contract/media/attachment';
import { uploadApi } from '@zhuiyuan/contract/media/upload';
import { sql } from 'kysely';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { picture, upload } from '../../test/factories/media.ts';
import { makeFirm } from '../../test/factories/parties.ts';
import { offerDownload } from '../kit/files/download.ts';
import { cleanFiles } from './clean-files.ts';
import { uploadFolder } from './receive-upload.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await openTestApp();
  ({ token } = await makeStaff(app, { permissions: ['admin:upload:image', 'admin:system:attachment:delete'] }));
});
afterAll(() => app.close());

const send = async () => {
  const { data } = await upload(app, token, uploadApi.image, { name: 'a.png', content: await picture() });
  return { ...data, file: data.url.slice(1) };
};
const remove = (id: number) => app.data(token, attachmentApi.remove, { ids: String(id) });
const aWeekLater = () =>
  app.db
    .updateTable('discardedFile')
    .set({ at: sql<string>`at - interval '8 days'` })
    .execute();

it('removes the file of a deleted attachment after a week, with its small copy', async () => {
  const { attId, file } = await send();
  await remove(attId);
  expect(await cleanFiles(app)).toBe(0);
  expect(await app.files.size(file)).toBeGreaterThan(0);
  await aWeekLater();
  expect(await cleanFiles(app)).toBe(1);
  expect(await app.files.size(file)).toBeUndefined();
  expect(await app.files.size(`${file}.thumb.webp`)).toBeUndefined();
  expect(await cleanFiles(app)).toBe(0);
});

it('keeps a file that a row of any table still names', async () => {
  const logo = await send();
  const inText = await send();
  const twice = await send();
  const firm = await makeFirm(app);
  await app.db
    .updateTable('firm')
    .set({ logo: logo.url, intro: `<p>图<img src="${inText.url}?thumb=1">。</p>` })
    .where('id', '=', firm)
    .execute();
  await app.data(token, attachmentApi.save, { name: '再用', sattDir: twice.url, pid: 0 });
  for (const { attId } of [logo, inText, twice]) await remove(attId);
  await aWeekLater();
  expect(await cleanFiles(app)).toBe(0);
  for (const { file } of [logo, inText, twice]) expect(await app.files.size(file)).toBeGreaterThan(0);
  await app.db.updateTable('firm').set({ logo: '', intro: '' }).where('id', '=', firm).execute();
  expect(await cleanFiles(app)).toBe(2);
  expect(await app.files.size(twice.file)).toBeGreaterThan(0);
});

it('removes temporary downloads nobody fetched, and keeps lasting files', async () => {
  for (const [file, isTemporary] of [
    ['export/a.csv', true],
    ['export/b.zip', false],
  ] as const) {
    await app.files.put(file, Buffer.from('x'));
    await offerDownload(app.db, { name: 'x', file, firmId: 0, isTemporary });
  }
  expect(await cleanFiles(app)).toBe(0);
  await app.db
    .updateTable('download')
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .execute();
  expect(await cleanFiles(app)).toBe(1);
  expect(await app.files.size('export/a.csv')).toBeUndefined();
  expect(await app.files.size('export/b.zip')).toBe(1);
  expect(await app.db.selectFrom('download').select('name').execute()).toEqual([]);
});

it('removes uploads that never arrived whole when they are a day old', async () => {
  const folder = uploadFolder(app.config.dataDir);
  await mkdir(folder, { recursive: true });
  for (const name of ['old.part', 'new.part']) await writeFile(join(folder, name), 'x');
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  await utimes(join(folder, 'old.part'), yesterday, yesterday);
  expect(await cleanFiles(app)).toBe(1);
  expect(await readdir(folder)).toEqual(['new.part']);
});
