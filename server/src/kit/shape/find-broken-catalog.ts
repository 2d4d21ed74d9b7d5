import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/**
 * What PostgreSQL's own books say of the tables, where it is not what they hold: switches by which triggers, keys and rules of rows are left out,
 * triggers that pass for its own, code of others behind indexes and operators, and what stands in front of a table for this connection alone. All is
 * named with its schema: the connection's own temporary tables would stand in front otherwise.
 */
export const findBrokenCatalog = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ detail: string }>`
    with ours as (
      select * from pg_catalog.pg_class where relnamespace = 'public'::pg_catalog.regnamespace and relkind in ('r', 'p')
    )
    select '登录时运行的触发器 ' || evtname as detail from pg_catalog.pg_event_trigger where evtevent = 'login'
    union all
    select '临时对象 ' || relname || ' 遮住同名的表' from pg_catalog.pg_class where relnamespace = pg_catalog.pg_my_temp_schema()
    union all
    select '表 ' || o.relname || ' 的触发器 ' || t.tgname || ' 冒充系统触发器' from ours o join pg_catalog.pg_trigger t on t.tgrelid = o.oid
    where (t.tgisinternal and (t.tgconstraint = 0 or t.tgfoid >= 16384
        or not exists (select from pg_catalog.pg_constraint c where c.oid = t.tgconstraint)))
      or (t.tgparentid <> 0 and not exists (select from pg_catalog.pg_trigger parent where parent.oid = t.tgparentid))
    union all
    select '表 ' || o.relname || ' 的约束 ' || c.conname || ' 不再检查' from ours o join pg_catalog.pg_constraint c on c.conrelid = o.oid
    where c.contype = 'f' and c.conparentid = 0 and 4 > (select count(*) from pg_catalog.pg_trigger t where t.tgconstraint = c.oid)
    union all
    select '表 ' || o.relname || ' 的检查被关闭' from ours o
    where o.relchecks <> (select count(*) from pg_catalog.pg_constraint c where c.conrelid = o.oid and c.contype = 'c')
      or not o.relhastriggers and exists (select from pg_catalog.pg_trigger t where t.tgrelid = o.oid)
      or not o.relhasindex and exists (select from pg_catalog.pg_index i where i.indrelid = o.oid)
      or exists (select from pg_catalog.pg_index i where i.indrelid = o.oid and i.indisunique and not i.indimmediate
        and not exists (select from pg_catalog.pg_constraint c where c.conindid = i.indexrelid and c.condeferrable))
      or exists (select from pg_catalog.pg_attribute a where a.attrelid = o.oid and a.attnum > 0
        and a.atthasdef <> exists (select from pg_catalog.pg_attrdef d where d.adrelid = o.oid and d.adnum = a.attnum))
    union all
    select '外来的函数 ' || p.oid::pg_catalog.regprocedure::text || ' 参与索引、统计或约束' from pg_catalog.pg_proc p
    where p.oid >= 16384 and p.pronamespace <> 'public'::pg_catalog.regnamespace
      and exists (select from pg_catalog.pg_depend d where d.refclassid = 'pg_catalog.pg_proc'::pg_catalog.regclass and d.refobjid = p.oid
        and d.classid in ('pg_catalog.pg_class'::pg_catalog.regclass, 'pg_catalog.pg_constraint'::pg_catalog.regclass,
          'pg_catalog.pg_statistic_ext'::pg_catalog.regclass, 'pg_catalog.pg_attrdef'::pg_catalog.regclass))
      and not exists (select from pg_catalog.pg_depend d where d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass and d.objid = p.oid and d.deptype = 'e')
    union all
    select '系统运算符 ' || oid::pg_catalog.regoperator::text || ' 被改动' from pg_catalog.pg_operator where oid < 16384 and oprcode::pg_catalog.oid >= 16384
    union all
    select '系统类型转换 ' || castsource::pg_catalog.regtype::text || ' 被改动' from pg_catalog.pg_cast where oid < 16384 and castfunc >= 16384
    order by 1`.execute(db);
  return rows.map(({ detail }) => detail);
};
