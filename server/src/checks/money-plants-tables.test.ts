import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { guardedDatabase } from '../../test/database.ts';
import { asInsider } from '../../test/insider.ts';
import { makePool } from '../../test/factories/fund.ts';
import { makeMembers } from '../../test/factories/lottery.ts';
import { makeFirm } from '../../test/factories/parties.ts';
import { ownRole } from '../kit/postgres/own-database.ts';
import { findMoneyFaults } from './money-checks.ts';

/** What somebody with the database in his hands does to the tables themselves, one thing a test, and what is said of it. */
let app: TestApp;
let firmId: number;
beforeAll(async () => {
  app = await openTestApp();
  firmId = await makeFirm(app);
});
afterAll(() => app.close());

const bend = (...statements: string[]) => asInsider(app, ...statements);
const detailsOf = async (db = app.db) =>
  (await findMoneyFaults(db, app.config.masterKey, firmId)).map(({ name, detail }) => `${name}：${detail}`);
const tables = '表的约束、触发器与可见的行未被改动';

test.each([
  [
    'rows that nobody sees',
    'alter table member enable row level security',
    'alter table member disable row level security',
    '表 member 有行级安全策略',
  ],
  [
    'a policy',
    'create policy hidden on member using (id <> 1)',
    'drop policy hidden on member',
    '表 member 有行级安全策略',
  ],
  [
    'a trigger that is off',
    'alter table point_log disable trigger point_log_kept',
    'alter table point_log enable trigger point_log_kept',
    '表 point_log 的触发器 point_log_kept 未启用',
  ],
  [
    'a reference that is off',
    'alter table claim disable trigger all',
    'alter table claim enable trigger all',
    expect.stringMatching('^表 claim 的触发器 RI_ConstraintTrigger.* 未启用$'),
  ],
  [
    'a trigger that is gone',
    'alter trigger payout_body_kept on payout rename to gone',
    'alter trigger gone on payout rename to payout_body_kept',
    '表 payout 的触发器 payout_body_kept 缺少',
  ],
  [
    'a key that is gone',
    'alter index fund_ledger_end_uq rename to gone',
    'alter index gone rename to fund_ledger_end_uq',
    '表 fund_ledger 的唯一索引 fund_ledger_end_uq 缺少',
  ],
  [
    'a constraint that is gone',
    'alter table tier rename constraint tier_check1 to gone',
    'alter table tier rename constraint gone to tier_check1',
    '表 tier 的约束 tier_check1 缺少',
  ],
  [
    'a column that may be null',
    'alter table claim alter hold drop not null',
    'alter table claim alter hold set not null',
    '表 claim 的列 hold 可以为空',
  ],
  [
    'a rule that swallows rows',
    'create rule swallow as on delete to claim do instead nothing',
    'drop rule swallow on claim',
    '表 claim 有改写规则 swallow',
  ],
  [
    'rows of another table',
    'create table more () inherits (point_log)',
    'drop table more',
    '表 point_log 混有其他表的行',
  ],
  [
    'a constraint for new rows alone',
    'alter table tier add constraint late check (remain >= 0) not valid',
    'alter table tier drop constraint late',
    '表 tier 的约束 late 未对已有的行生效',
  ],
  [
    'a view that stands before a table',
    `create schema ${ownRole} create view ${ownRole}.member as select * from public.member; grant usage on schema ${ownRole} to public; grant select on ${ownRole}.member to public`,
    `drop schema ${ownRole} cascade`,
    `表 member 被 ${ownRole} 中的同名对象遮住`,
  ],
  [
    'a trigger that keeps less than before',
    'create or replace trigger point_log_kept before delete on point_log for each row when (old.id < 0) execute function refuse_point_log_change()',
    'create or replace trigger point_log_kept before update or delete on point_log for each row execute function refuse_point_log_change()',
    '表 point_log 的触发器 point_log_kept 被改动',
  ],
  [
    'a function that refuses nothing',
    'alter function refuse_point_log_change() rename to before; create function refuse_point_log_change() returns trigger language plpgsql as $$ begin return new; end $$',
    'drop function refuse_point_log_change(); alter function before() rename to refuse_point_log_change',
    '函数 refuse_point_log_change() 被改动',
  ],
  [
    'a trigger that nobody knows',
    'create trigger more before insert on claim for each row execute function refuse_point_log_change()',
    'drop trigger more on claim',
    '表 claim 的触发器 more 不属于本版本',
  ],
  [
    'a key of other columns',
    'alter index fund_ledger_end_uq rename to before; create unique index fund_ledger_end_uq on fund_ledger (id)',
    'drop index fund_ledger_end_uq; alter index before rename to fund_ledger_end_uq',
    '表 fund_ledger 的唯一索引 fund_ledger_end_uq 被改动',
  ],
  [
    'a constraint that lets through more',
    'alter table tier rename constraint tier_check1 to before; alter table tier add constraint tier_check1 check (true)',
    'alter table tier drop constraint tier_check1; alter table tier rename constraint before to tier_check1',
    '表 tier 的约束 tier_check1 被改动',
  ],
  [
    'a view in the place of a table',
    'alter table point_rule rename to before; create view point_rule as select * from before',
    'drop view point_rule; alter table before rename to point_rule',
    '表 point_rule 被改动',
  ],
  [
    'an operator of their own',
    'create function same(text, bigint) returns boolean language sql immutable as $$ select true $$; create operator = (leftarg = text, rightarg = bigint, function = same)',
    'drop operator = (text, bigint); drop function same(text, bigint)',
    '运算符 =(text,bigint) 不属于本版本',
  ],
  [
    'a cast of their own',
    'create function as_money(text) returns bigint language sql immutable as $$ select 0::bigint $$; create cast (text as bigint) with function as_money(text) as implicit',
    'drop cast (text as bigint); drop function as_money(text)',
    '类型转换 text bigint 不属于本版本',
  ],
  [
    'a function beside PostgreSQL’s own',
    'set allow_system_table_mods = on; create function pg_catalog.sum_of(bigint) returns bigint language sql as $$ select 0::bigint $$',
    'set allow_system_table_mods = on; drop function pg_catalog.sum_of(bigint)',
    '函数 sum_of(bigint) 不属于本版本',
  ],
  [
    'a trigger that passes for one of PostgreSQL’s own',
    `create trigger evil before insert on claim for each row execute function refuse_point_log_change(); update pg_trigger set tgisinternal = true where tgname = 'evil'`,
    `update pg_trigger set tgisinternal = false where tgname = 'evil'; drop trigger evil on claim`,
    '表 claim 的触发器 evil 冒充系统触发器',
  ],
  [
    'a table that looks as if it had no triggers',
    `update pg_class set relhastriggers = false where relname = 'point_log'`,
    `update pg_class set relhastriggers = true where relname = 'point_log'`,
    '表 point_log 的检查被关闭',
  ],
  [
    'an index that runs the code of somebody',
    `create schema x create table nothing (); create function x.f(text) returns text language sql immutable as 'select $1'; create index more on claim (x.f(claim_no::text))`,
    'drop schema x cascade',
    '外来的函数 x.f(text) 参与索引、统计或约束',
  ],
  [
    'an operator of PostgreSQL that does something else',
    `create function no_other(numeric, numeric) returns boolean language sql immutable as 'select false';
      update pg_operator set oprcode = 'no_other(numeric, numeric)'::regprocedure where oid = '<>(numeric, numeric)'::regoperator`,
    `update pg_operator set oprcode = 'numeric_ne(numeric, numeric)'::regprocedure where oid = '<>(numeric, numeric)'::regoperator; drop function no_other(numeric, numeric)`,
    '系统运算符 <>(numeric,numeric) 被改动',
  ],
  [
    'code that runs when somebody signs in',
    `create function hello() returns event_trigger language plpgsql as 'begin end'; create event trigger hello on login execute function hello()`,
    'drop event trigger hello; drop function hello()',
    '登录时运行的触发器 hello',
  ],
  [
    'a database of another version',
    `insert into schema_migration (name, checksum) values ('9999-later.sql', '')`,
    `delete from schema_migration where name = '9999-later.sql'`,
    expect.stringMatching(/^数据库的版本 9999-later\.sql 不是本进程的 .*，表的定义无法核对$/),
  ],
])('%s', async (_name, statement, back, detail) => {
  await bend(statement);
  const found = (await findMoneyFaults(app.db, app.config.masterKey, firmId)).filter(({ name }) => name === tables);
  await bend(back);
  expect(found.map((fault) => fault.detail)).toContainEqual(detail);
  expect(await detailsOf()).toEqual([]);
});

test('rows that their table forbids, written while its rule was off', async () => {
  const id = await makePool(app, firmId, 1000);
  const told = async () => (await detailsOf()).filter((detail) => detail.startsWith(`${tables}：表 `));
  await bend(
    'alter table pool alter name drop not null',
    `update pool set name = null where id = ${id}`,
    `update pg_attribute set attnotnull = true where attrelid = 'pool'::regclass and attname = 'name'`,
  );
  const withoutName = await told();
  await bend(`update pool set name = 'x' where id = ${id}`, 'alter table pool alter name set not null');
  expect(withoutName).toContain(`${tables}：表 pool 有不合其约束的行（1）`);
  expect(await told()).toEqual([]);
  const checks = `(select count(*) from pg_constraint where conrelid = 'pool'::regclass and contype = 'c')`;
  await bend(
    `update pg_class set relchecks = 0 where relname = 'pool'`,
    `update pool set balance = -1 where id = ${id}`,
    `update pg_class set relchecks = ${checks} where relname = 'pool'`,
  );
  expect(await told()).toEqual([`${tables}：表 pool 有不合其约束的行（1）`]);
  await bend(`update pool set balance = 1000 where id = ${id}`);
  const [uid] = await makeMembers(app, firmId, 1);
  const ready = (is: boolean) =>
    `update pg_index set indisready = ${is} where indrelid = 'account_open_id'::regclass and indisunique`;
  await bend(
    ready(false),
    `insert into account_open_id (app_id, open_id, account_id)
      select 'app', 'twice', account_id from member, generate_series(1, 2) where id = ${uid!}`,
    ready(true),
  );
  expect(await told()).toEqual([
    `${tables}：表 account_open_id 有重复的 account_id, app_id（1）`,
    `${tables}：表 account_open_id 有重复的 app_id, open_id（1）`,
  ]);
});

test.each([
  ['session_replication_role', 'replica'],
  ['transform_null_equals', 'on'],
  ['search_path', 'public, pg_catalog'],
])('a setting by which statements mean something else: %s', async (name, value) => {
  const database = new URL(app.database.url).pathname.slice(1);
  await bend(`alter database ${database} set ${name} = ${value}`);
  const fresh = guardedDatabase(app.database.url, { poolSize: 1 });
  const found = await detailsOf(fresh.db);
  await fresh.close();
  await bend(`alter database ${database} reset ${name}`);
  expect(found).toContain(`${tables}：数据库的设置 ${name} 为 ${value}`);
});
