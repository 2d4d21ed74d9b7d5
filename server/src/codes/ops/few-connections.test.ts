import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { extImportApi } from '@zhuiyuan/contract/codes/import/ext-import';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeCodeWorld } from '../../../test/factories/codes.ts';
import { upload } from '../../../test/factories/media.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
beforeAll(async () => {
  // many calls at once share two connections
  app = await openTestApp({ work: true, poolSize: 2 });
  world = await makeCodeWorld(app);
});
afterAll(() => app.close());

const importTexts = async (texts: readonly string[]): Promise<void> => {
  const uploadId = randomUUID();
  const content = Buffer.from(texts.join('\n'));
  await upload(
    app,
    world.token,
    extImportApi.chunk,
    { name: 'codes.bin', content, field: 'file' },
    {
      uploadId,
      index: '0',
    },
  );
  const { taskId } = await app.data(world.token, extImportApi.save, {
    name: '瓶盖码',
    level: 0,
    columns: { code: 1 },
    hasHeader: false,
    uploadId,
    fileName: 'codes.csv',
    idemKey: randomUUID(),
  });
  const progress = async () => (await app.data(world.token, importTaskApi.progress, { ids: String(taskId) }))[0];
  await expect.poll(progress).toMatchObject({ status: 2 });
};

test('ten tasks saved at once wait for one another, never for themselves', async () => {
  const saved = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      app.call(world.token, taskApi.save, { name: `任务${at}`, itemCount: 10, idemKey: randomUUID() } as never),
    ),
  );
  expect(saved.map(({ code }) => code)).toEqual(saved.map(() => 200));
});

test('sixteen freezes of pasted third-party codes at once wait for one another, never for themselves', async () => {
  const texts = Array.from({ length: 32 }, (_, at) => `EXT-${at}-A`);
  await importTexts(texts);
  const frozen = await Promise.all(
    Array.from({ length: 16 }, (_, at) =>
      app.call(world.token, codeOpApi.freeze, {
        pick: { mode: 5, codes: texts.slice(at * 2, at * 2 + 2) },
        reason: '抽检',
        policy: 1,
        idemKey: randomUUID(),
      } as never),
    ),
  );
  expect(frozen.map(({ code, data }) => [code, (data as { ok: number }).ok])).toEqual(frozen.map(() => [200, 2]));
});
