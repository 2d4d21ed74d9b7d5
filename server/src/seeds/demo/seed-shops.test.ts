import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { promoterApi } from '@zhuiyuan/contract/parties/promoter/promoter';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { openRoot } from '../../../test/factories/access.ts';
import { seedAgents } from './seed-agents.ts';
import { seedRegions } from '../first/seed-regions.ts';
import { seedShops } from './seed-shops.ts';
import { seedTrace } from './seed-trace.ts';

let app: TestApp;
let root: string;

beforeAll(async () => {
  app = await openTestApp({ env: { DEMO: '1' } });
  root = await openRoot(app);
  await seedRegions(app.db);
  await seedTrace(app);
  await seedAgents(app);
  await seedShops(app.db);
});
afterAll(() => app.close());

it('makes shops of two firms, each with its agent, and promoters, once', async () => {
  await seedShops(app.db);
  const { list, total } = await app.data(root, shopApi.list, { limit: 999 });
  expect(total).toBe(240);
  expect(list.every(({ agentName, regionName, contact }) => agentName && regionName && contact)).toBe(true);
  expect(new Set(list.map(({ phone, shopNo, firmId }) => `${firmId}${shopNo}${phone}`)).size).toBe(240);
  const promoters = await app.data(root, promoterApi.list, {});
  expect(promoters.total).toBe(20);
  expect(promoters.list.some(({ parentName }) => parentName !== '')).toBe(true);
});

it('leaves no gap and no overlap in any history', async () => {
  const { rows } = await sql<{ wrong: number; ended: number }>`
    select count(*) filter (where next_at is distinct from unbind_at) as wrong,
      count(*) filter (where unbind_at is not null) as ended
    from (select unbind_at, lead(bind_at) over (partition by firm_id, shop_id, kind order by bind_at, id) as next_at
      from shop_ass where firm_id > 0) links`.execute(app.db);
  expect(rows[0]!.wrong).toBe(0);
  expect(rows[0]!.ended).toBeGreaterThan(60);
  const later = await app.db
    .selectFrom('shopAss')
    .select('id')
    .where(sql<boolean>`bind_at > now() or unbind_at > now()`)
    .execute();
  expect(later).toEqual([]);
});
