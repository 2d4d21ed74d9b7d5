import { mostPicked } from '@zhuiyuan/contract/kit/picking';
import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { channelApi } from '@zhuiyuan/contract/parties/channel/channel';
import { firmApi } from '@zhuiyuan/contract/parties/firm/firm';
import { everything } from '@zhuiyuan/contract/access/permission';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff, openRoot } from '../../../test/factories/access.ts';
import { makeAgent, makeChannel, makeFirm } from '../../../test/factories/parties.ts';

let app: TestApp;
let root: string;
beforeAll(async () => {
  app = await openTestApp();
  root = await openRoot(app);
});
afterAll(() => app.close());

const staffOf = async (firmId: number) => (await makeStaff(app, { firmId, permissions: [everything] })).token;
const agentsOf = async (names: readonly string[]) => {
  const firmId = await makeFirm(app);
  const ids: Record<string, number> = {};
  for (const name of names) ids[name] = await makeAgent(app, firmId, { name });
  return { token: await staffOf(firmId), ids };
};
const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

it('answers all rows by name', async () => {
  const { token } = await agentsOf(['丙商行', '甲商行', '乙商行']);
  expect(namesOf(await app.data(token, agentApi.listAll, {}))).toEqual(['丙商行', '乙商行', '甲商行'].sort());
});

it('answers the first thousand by name, and finds the others by words, by number and by id', async () => {
  const { token, ids } = await agentsOf(['末尾经销商']);
  const last = ids['末尾经销商']!;
  await sql`insert into agent (firm_id, agent_no, name, agent_type, path)
    select firm_id, 'K' || n, 'a' || lpad(n::text, 5, '0'), agent_type, '/' from agent, generate_series(1, 1500) n where id = ${last}`.execute(
    app.db,
  );
  await app.db.updateTable('agent').set({ agentNo: 'ODD-77' }).where('id', '=', last).execute();
  const first = await app.data(token, agentApi.listAll, {});
  expect(first).toHaveLength(mostPicked);
  expect([first[0]?.name, first.at(-1)?.name]).toEqual(['a00001', 'a01000']);

  const ask = async (input: Parameters<typeof app.data<typeof agentApi.listAll>>[2]) =>
    namesOf(await app.data(token, agentApi.listAll, input));
  expect(await ask({ keywords: ' 末尾 ' })).toEqual(['末尾经销商']);
  expect(await ask({ keywords: 'odd-7' })).toEqual(['末尾经销商']);
  expect(await ask({ keywords: 'A0149' })).toHaveLength(10);
  expect(await ask({ keywords: 'a0' })).toHaveLength(mostPicked);
  expect(await ask({ keywords: '%' })).toEqual([]);
  expect(await ask({ keywords: '' })).toHaveLength(mostPicked);
  expect(await ask({ ids: [last, first[3]!.id] })).toEqual(['a00004', '末尾经销商']);
  expect(await ask({ ids: [last, first[3]!.id], keywords: '末' })).toEqual(['末尾经销商']);
});

it('answers the rows of one firm, however many others have', async () => {
  const [{ ids: many }, { ids: few }] = [await agentsOf(['多经销商']), await agentsOf(['后经销商', '末经销商'])];
  await sql`insert into agent (firm_id, agent_no, name, agent_type, path)
    select firm_id, 'F' || n, 'a' || lpad(n::text, 5, '0'), agent_type, '/' from agent, generate_series(1, 1001) n where id = ${many['多经销商']!}`.execute(
    app.db,
  );
  const { firmId } = await app.db
    .selectFrom('agent')
    .select('firmId')
    .where('id', '=', few['后经销商']!)
    .executeTakeFirstOrThrow();
  expect(namesOf(await app.data(root, agentApi.listAll, {}))).not.toContain('后经销商');
  expect(namesOf(await app.data(root, agentApi.listAll, { firmId })).sort()).toEqual(['后经销商', '末经销商']);
  expect(namesOf(await app.data(root, agentApi.listAll, { firmId, keywords: '末' }))).toEqual(['末经销商']);
  expect(await app.data(root, firmApi.listAll, { firmId })).toMatchObject([{ id: firmId }]);
  const stranger = await staffOf(await makeFirm(app));
  expect(await app.data(stranger, agentApi.listAll, { firmId })).toEqual([]);
});

it('refuses words of more than 50 letters and more than a thousand ids', async () => {
  const { token } = await agentsOf([]);
  expect(await app.call(token, agentApi.listAll, { keywords: '字'.repeat(50) })).toMatchObject({ code: 200 });
  expect(await app.call(token, agentApi.listAll, { keywords: '字'.repeat(51) })).toMatchObject({ code: 400 });
  const ids = Array.from({ length: mostPicked }, (_, nth) => nth + 1);
  expect(await app.call(token, agentApi.listAll, { ids })).toMatchObject({ code: 200 });
  expect(await app.call(token, agentApi.listAll, { ids: [...ids, 5000] })).toMatchObject({ code: 400 });
});

it('keeps the order that people gave channels, and deleted rows out', async () => {
  const firmId = await makeFirm(app);
  const [late, early, gone] = [
    await makeChannel(app, firmId, 'a'),
    await makeChannel(app, firmId, 'b'),
    await makeChannel(app, firmId, 'c'),
  ];
  await app.db.updateTable('channel').set({ sort: 9 }).where('id', '=', late).execute();
  await app.db.updateTable('channel').set({ sort: 1 }).where('id', '=', early).execute();
  await app.db.updateTable('channel').set({ isDel: 1 }).where('id', '=', gone).execute();
  const token = await staffOf(firmId);
  expect(namesOf(await app.data(token, channelApi.listAll, {}))).toEqual(['b', 'a']);
  expect(namesOf(await app.data(token, channelApi.listAll, { ids: [late, early, gone] }))).toEqual(['b', 'a']);
});

it('finds firms for the platform, by words and by id', async () => {
  const id = await makeFirm(app, '云上果园有限公司');
  expect(await app.data(root, firmApi.listAll, { keywords: '果园' })).toEqual([{ id, name: '云上果园有限公司' }]);
  expect(await app.data(root, firmApi.listAll, { ids: [id] })).toEqual([{ id, name: '云上果园有限公司' }]);
});

it('has an index that answers the first rows by name', async () => {
  const plans: Record<string, string> = {};
  for (const [table, name, where] of [
    ['agent', 'name', ''],
    ['agent', 'name', 'and firm_id = 1'],
    ['shop', 'name', ''],
    ['shop', 'name', 'and firm_id = 1'],
    ['salesman', 'pic_name', ''],
    ['salesman', 'pic_name', 'and firm_id = 1'],
    ['product', 'store_name', ''],
    ['product', 'store_name', 'and firm_id = 1'],
    ['spread', 'name', ''],
    ['spread', 'name', 'and firm_id = 1'],
    ['firm', 'name', ''],
    ['channel', 'sort', ''],
    ['channel', 'sort', 'and firm_id = 1'],
    ['flow_type', 'sort', ''],
    ['flow_type', 'sort', 'and firm_id = 1'],
  ] as const) {
    const order = table === 'channel' ? 'sort, id desc' : `${name}, id`;
    const { rows } = await app.db.transaction().execute(async (db) => {
      await sql`set local enable_sort = off`.execute(db);
      await sql`set local enable_seqscan = off`.execute(db);
      return sql<{ 'QUERY PLAN': string }>`${sql.raw(
        `explain select id from ${table} where is_del = 0 ${where} order by ${order} limit 1000`,
      )}`.execute(db);
    });
    plans[`${table} ${where}`] = rows.map((row) => Object.values(row)[0]).join('\n');
  }
  expect(Object.entries(plans).filter(([, plan]) => /Sort/.test(plan))).toEqual([]);
});
