import { consumerApi } from '@zhuiyuan/contract/consumer/consumer';
import { RiskAction } from '@zhuiyuan/contract/risk/risk-enums';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { makeMembers } from '../../test/factories/lottery.ts';
import { makeFirm } from '../../test/factories/parties.ts';
import { recountConsumers } from '../stats/figures/count-consumers.ts';
import { asConsumerRows, matchingConsumers } from './find-consumers.ts';

const permissions = ['admin:lottery:customer:list'];
let app: TestApp;
let firmId: number;
let token: string;
beforeAll(async () => {
  app = await openTestApp();
  firmId = await makeFirm(app);
  ({ token } = await makeStaff(app, { firmId, permissions }));
});
afterAll(() => app.close());

const idsOf = async (filters: object) =>
  (await app.data(token, consumerApi.list, { page: 1, limit: 20, ...filters } as never)).list.map(({ id }) => id);
const count = (ids: number[], scanCnt: number) =>
  app.db
    .insertInto('consumerCount')
    .values(ids.map((id) => ({ firmId, id, scanCnt, winAmount: scanCnt * 100 })))
    .execute();

interface Node {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: Node[];
}
/** How many rows a statement looked at in tables. */
const looks = (node: Node): number =>
  (/Scan/.test(node['Node Type'])
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0) + (node.Plans ?? []).reduce((sum, part) => sum + looks(part), 0);
const looksOf = async (query: { compile(): { sql: string; parameters: readonly unknown[] } }) => {
  const { sql: text, parameters } = query.compile();
  const { rows } = await app.database.pool.query(`explain (analyze, format json) ${text}`, [...parameters]);
  return looks((rows[0]['QUERY PLAN'] as [{ Plan: Node }])[0].Plan);
};

test('who came to nothing yet is found by at most so much, until it is counted and after its counts are gone', async () => {
  const [a, b] = (await makeMembers(app, firmId, 2)) as [number, number];
  expect(await idsOf({ scanMax: 0 })).toEqual([b, a]);
  expect(await idsOf({ winMax: 99 })).toEqual([b, a]);
  await count([a], 1);
  expect(await idsOf({ scanMax: 0 })).toEqual([b]);
  expect(await idsOf({ scanMax: 1 })).toEqual([b, a]);
  expect(await idsOf({ winMax: 99 })).toEqual([b]);
  // His scans are none of the facts.
  await recountConsumers(app.db, sql`select ${a}::bigint`, '2100-01-01');
  expect(await idsOf({ scanMax: 0 })).toEqual([b, a]);
  await sql`truncate consumer_count`.execute(app.db);
  expect(await idsOf({ winMax: 0 })).toEqual([b, a]);
});

test('by WeChat came whose account has an open id of an app of his firm', async () => {
  const [a, b, c] = (await makeMembers(app, firmId, 3)) as [number, number, number];
  await app.db
    .insertInto('merchant')
    .values([
      { firmId, name: '商户', mchid: '1600000001', appid: 'wx-own' },
      { firmId: await makeFirm(app), name: '商户', mchid: '1600000002', appid: 'wx-other' },
    ])
    .execute();
  const members = await app.db.selectFrom('member').where('id', 'in', [a, b]).select(['id', 'accountId']).execute();
  await app.db
    .insertInto('accountOpenId')
    .values(
      members.map(({ id, accountId }) => ({ accountId, openId: String(id), appId: id === a ? 'wx-own' : 'wx-other' })),
    )
    .execute();
  expect(await idsOf({ source: 'wechat' })).toEqual([a]);
  expect((await idsOf({ source: 'h5' })).slice(0, 2)).toEqual([c, b]);
  expect(await idsOf({ source: 'h5' })).not.toContain(a);
});

test('a score is of the strongest hit of each rule, whatever one hit or several of them make of it', async () => {
  const [a, b, c] = (await makeMembers(app, firmId, 3)) as [number, number, number];
  const hit = (uid: number, code: string, action: RiskAction, dim: string, lastAt = sql<string>`now()`) =>
    app.db
      .insertInto('riskHit')
      .values({ firmId, code, name: code, uid, dim, activityId: 1, value: 9, threshold: 3, action, lastAt })
      .execute();
  await hit(a, 'R05', RiskAction.note, 'x');
  await hit(b, 'R05', RiskAction.challenge, 'y');
  await hit(b, 'R05', RiskAction.note, 'z');
  await hit(b, 'R09', RiskAction.hold, 'y');
  await hit(c, 'R09', RiskAction.ban, 'y', sql<string>`now() - interval '31 days'`);
  expect(await idsOf({ riskMin: 1 })).toEqual([b, a]);
  expect(await idsOf({ riskMin: 5 })).toEqual([b, a]);
  expect(await idsOf({ riskMin: 6 })).toEqual([b]);
  expect(await idsOf({ riskMin: 37 })).toEqual([b]);
  expect(await idsOf({ riskMin: 38 })).toEqual([]);
  expect((await idsOf({ riskMin: 0 })).slice(0, 3)).toEqual([c, b, a]);
});

test('of thousands of consumers and merchants only those are looked at that are shown', async () => {
  const many = await makeFirm(app);
  await sql`with made as (insert into account select from generate_series(1, 3000) returning id)
    insert into member (firm_id, account_id) select ${many}, id from made`.execute(app.db);
  await sql`insert into consumer_count (firm_id, id, scan_cnt, win_amount)
    select firm_id, id, 3, 3 from member where firm_id = ${many}`.execute(app.db);
  await sql`insert into merchant (firm_id, name, mchid) select ${many}, n, 1600000000 + n from generate_series(1, 3000) n`.execute(
    app.db,
  );
  for (const table of ['member', 'consumer_count', 'consumer_uncounted', 'merchant', 'account_open_id'])
    await sql.raw(`analyze ${table}`).execute(app.db);
  const shown = asConsumerRows(matchingConsumers(app.db, { firmId: many })).limit(20);
  expect(await looksOf(shown)).toBeLessThan(500);
  for (const filters of [{ scanMax: 2 }, { winMax: 2 }])
    expect(await looksOf(matchingConsumers(app.db, { firmId: many, ...filters }).select('member.id'))).toBeLessThan(
      100,
    );
  for (const filters of [{ scanMax: 3 }, { winMax: 3 }])
    expect(
      await looksOf(
        matchingConsumers(app.db, { firmId: many, ...filters })
          .select('member.id')
          .orderBy('member.id', 'desc')
          .limit(20),
      ),
    ).toBeLessThan(500);
});
