import { CodeSource, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { seed } from '../seed.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ env: { DEMO: '1' } });
  await seed(app);
}, 240_000);
afterAll(() => app.close());

it('shows a finished task of imported codes, partly activated', async () => {
  const task = await app.db
    .selectFrom('task')
    .innerJoin('segment', 'segment.taskId', 'task.id')
    .innerJoin('firm', 'firm.id', 'task.firmId')
    .where('task.source', '=', CodeSource.imported)
    .where('segment.level', '=', Level.item)
    .select(['firm.name', 'task.status', 'task.itemCount', 'segment.activeCnt', 'segment.packCnt', 'segment.pinLen'])
    .executeTakeFirst();
  expect(task).toMatchObject({
    name: expect.stringContaining('云岭'),
    status: 3,
    activeCnt: 1200,
    packCnt: task!.itemCount,
    pinLen: 6,
  });
  expect(task!.itemCount).toBeGreaterThan(1990);
});
