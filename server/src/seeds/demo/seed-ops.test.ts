import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { seed } from '../seed.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ env: { DEMO: '1' } });
  await seed(app);
}, 240_000);
afterAll(() => app.close());

test('the demonstration tells of every kind of operation, over many months', async () => {
  const ops = await app.db.selectFrom('codeOp').select(['opType', 'createdAt', 'failCnt', 'opNo']).execute();
  expect([...new Set(ops.map((op) => op.opType))]).toEqual(expect.arrayContaining([1, 2, 3, 4, 5, 13, 16]));
  expect(new Set(ops.map((op) => op.createdAt.slice(0, 7))).size).toBeGreaterThan(5);
  expect(ops.some((op) => op.failCnt > 0)).toBe(true);
  for (const op of ops.filter(({ opType }) => opType === 3))
    expect(op.opNo.slice(2, 8)).toBe(op.createdAt.slice(2, 10).replaceAll('-', ''));
});
