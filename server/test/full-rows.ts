import { sql } from 'kysely';
import { seedRegions } from '../src/seeds/first/seed-regions.ts';
import type { TestApp } from './app.ts';
import { makeAgent, makeChannel, makeSalesman } from './factories/parties.ts';
import { makeGoods, makeNeedApply, makeNeedOrder } from './factories/replenish.ts';
import { makeForeignFirm } from './foreign.ts';
import type { Rows } from './full-drafts.ts';

/** A firm with one row of everything, and what else a full draft names. */
export const makeFullRows = async (app: TestApp): Promise<Rows> => {
  const rows = await makeForeignFirm(app);
  const { db } = app;
  const { firmId, flowTypeId } = rows;
  const fields = JSON.stringify([{ key: 'f1', label: '温度', type: 'number' }]);
  await db.updateTable('flowType').set({ fields, isPublic: false }).where('id', '=', flowTypeId).execute();
  const menu = async (name: string, menuType: string) =>
    (await db.insertInto('menu').values({ name, menuType }).returning('id').executeTakeFirstOrThrow()).id;
  const category = async (name: string, type: number) =>
    (await db.insertInto('category').values({ name, type, path: '/0/' }).returning('id').executeTakeFirstOrThrow()).id;
  const role = { roleName: '待满角色' };
  const promoter = { firmId, name: '上级推广', phone: '13911110000', spreadNo: 'T-OTHER' };
  const paper = {
    firmId,
    name: '检测报告.pdf',
    attDir: 'file/f.pdf',
    sattDir: '/media/f.pdf',
    attType: 'pdf',
    attSize: 1,
  };
  await db.insertInto('attachment').values(paper).execute();
  await seedRegions(db);
  const supplierId = await makeAgent(app, firmId);
  const [dealerId, goodsId] = [await makeAgent(app, firmId, { pid: supplierId }), await makeGoods(app, firmId)];
  return {
    ...rows,
    supplierId,
    dealerId,
    goodsId,
    otherGoodsId: await makeGoods(app, firmId),
    ownApplyId: await makeNeedApply(app, { firmId, agentId: dealerId }, goodsId),
    ownOrderId: await makeNeedOrder(app, { firmId, agentId: dealerId }, [[goodsId, 2]]),
    roleId: (await db.insertInto('role').values(role).returning('id').executeTakeFirstOrThrow()).id,
    menuId: await menu('待满按钮', 'A'),
    otherMenuId: await menu('待满目录', 'M'),
    grantedMenuId: await menu('授予的按钮', 'A'),
    otherGrantedMenuId: await menu('授予的目录', 'M'),
    classId: await category('茶叶', 1),
    otherFolderId: await category('上级文件夹', 2),
    otherAgentId: await makeAgent(app, firmId),
    otherSalesmanId: await makeSalesman(app, firmId),
    otherChannelId: await makeChannel(app, firmId),
    otherPromoterId: (await db.insertInto('spread').values(promoter).returning('id').executeTakeFirstOrThrow()).id,
  };
};

/** Counted or told with every change. */
const everChanging = ['updated_at', 'version', 'handled_at'];
/** What calls leave behind whatever they do, and what none of them writes. */
const besides = new Set(['audit_log', 'session', 'city']);

/** The tables compared, and what they held when they were last read. */
const watched = new WeakMap<TestApp, Map<string, string>>();

/** From now on every table says when it is written, so that only those that were are read again. */
const watchTables = async (app: TestApp): Promise<Map<string, string>> => {
  await sql`create table touched (name text primary key)`.execute(app.db);
  await sql`
    create function say_touched() returns trigger language plpgsql as
    $$ begin insert into touched values (tg_table_name) on conflict do nothing; return null; end $$`.execute(app.db);
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace and relname <> 'touched'
    order by 1`.execute(app.db);
  const contents = new Map<string, string>();
  for (const { name } of tables) {
    if (besides.has(name)) continue;
    await sql`
      create trigger say_touched after insert or update or delete on ${sql.table(name)}
      for each statement execute function say_touched()`.execute(app.db);
    contents.set(name, await contentOf(app, name));
  }
  watched.set(app, contents);
  return contents;
};

const contentOf = async ({ db }: TestApp, name: string): Promise<string> => {
  const { rows } = await sql<{ content: string }>`
    select md5(coalesce(string_agg(row, E'\n' order by row), '')) as content
    from (select (to_jsonb(t) - ${sql.lit(`{${everChanging.join(',')}}`)}::text[])::text as row from ${sql.table(name)} t) r`.execute(
    db,
  );
  return rows[0]!.content;
};

/** What every table holds, in short, without when and how often its rows changed. */
export const contentsOfTables = async (app: TestApp): Promise<Map<string, string>> => {
  const contents = watched.get(app) ?? (await watchTables(app));
  const { rows } = await sql<{ name: string }>`delete from touched returning name`.execute(app.db);
  for (const { name } of rows) contents.set(name, await contentOf(app, name));
  return new Map(contents);
};
