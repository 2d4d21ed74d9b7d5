import { flowValues } from '@zhuiyuan/contract/trace/flow/flow-values';
import { shanghaiNow } from '@zhuiyuan/contract/kit/date-limit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { openRoot } from '../../../test/factories/access.ts';
import { verifyChain } from '../../trace/flow/flow-chain.ts';
import { flowCompleteness } from '../../trace/flow/flow-completeness.ts';
import { toFlowFields } from '../../trace/flow/show-values.ts';
import { seedFlows, seedFlowTypes } from './seed-flows.ts';
import { seedTrace } from './seed-trace.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ env: { DEMO: '1' } });
  await openRoot(app);
  await seedTrace(app);
  await seedFlowTypes(app.db);
  await seedFlows(app.db);
});
afterAll(() => app.close());

it('fills every record in as its type asks, not after today', async () => {
  const rows = await app.db
    .selectFrom('flow')
    .innerJoin('flowType', 'flowType.id', 'flow.flowTypeId')
    .select(['flowType.fields', 'flow.fieldValues', 'flow.title', 'flow.occurAt'])
    .execute();
  expect(rows.length).toBeGreaterThan(250);
  const now = shanghaiNow();
  const wrong = rows.filter(
    ({ fields, fieldValues, occurAt }) =>
      !flowValues(toFlowFields(fields)).strict().safeParse(fieldValues).success || occurAt > now,
  );
  expect(wrong.map(({ title }) => title)).toEqual([]);
});

it('chains the records of every lot and leaves the newest ones waiting', async () => {
  const lots = await app.db.selectFrom('lot').select('id').execute();
  for (const { id } of lots) expect(await verifyChain(app.db, id)).toMatchObject({ ok: true });
  const done = await Promise.all(lots.map(({ id }) => flowCompleteness(app.db, id)));
  expect(done.filter((one) => one && one.missing.length === 0).length).toBe(36);
  const states = await app.db.selectFrom('flow').select('audit').distinct().execute();
  expect(states.map(({ audit }) => audit).sort()).toEqual([0, 1, 2, 3]);
});
