import { attachmentApi } from '@zhuiyuan/contract/media/attachment';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { demoLibrary, demoPictures } from './pictures.ts';
import { seedCategories } from '../first/seed-categories.ts';
import { drawLibrary, seedMedia } from './seed-media.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ env: { DEMO: '1' } });
});
afterAll(() => app.close());

it('fills the library of a demonstration once, and leaves what was deleted alone', async () => {
  await seedCategories(app);
  await seedMedia(app, await drawLibrary(app));
  const { token } = await makeStaff(app, {
    permissions: ['admin:system:attachment:list', 'admin:system:attachment:delete'],
  });
  const { list, total } = await app.data(token, attachmentApi.list, { pid: 0, limit: 100, attType: 'png' });
  expect(total).toBe(demoLibrary.length);
  for (const { sattDir } of list) {
    expect(Object.values(demoPictures)).toContain(sattDir);
    for (const address of [sattDir, `${sattDir}?thumb=1`])
      expect((await app.fastify.inject({ url: address })).statusCode).toBe(200);
  }
  await app.data(token, attachmentApi.remove, { ids: String(list[0]?.attId) });
  await seedMedia(app, await drawLibrary(app));
  expect((await app.data(token, attachmentApi.list, { pid: 0 })).total).toBe(demoLibrary.length - 1);
});

it('leaves the library of a real installation empty', async () => {
  await app.db.deleteFrom('attachment').execute();
  await app.db.deleteFrom('seeded').execute();
  await seedMedia(app, await drawLibrary({ ...app, config: { ...app.config, demo: false } }));
  expect(await app.db.selectFrom('attachment').select('id').execute()).toEqual([]);
});
