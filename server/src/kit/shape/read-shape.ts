import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import type { Db } from '../db/database.ts';

/** Each thing that keeps the tables, and how it is defined. */
export type Shape = ReadonlyMap<string, string>;

const relations = `
  select c.oid, c.relname, c.relkind, c.relispartition, c.relpersistence from pg_catalog.pg_class c
  where c.relnamespace = 'public'::pg_catalog.regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and not exists (select from pg_catalog.pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

const found = sql<{ name: string; definition: string }>`
  with relation as (${sql.raw(relations)}), whole as (select * from relation where not relispartition),
  made as (select oid, classoid from (
      select oid, 'pg_proc'::regclass as classoid, pronamespace as schema from pg_proc
      union all select oid, 'pg_operator'::regclass, oprnamespace from pg_operator
    ) one where oid >= 16384 and schema = any ((select array_agg(oid) from pg_namespace where nspname = any (current_schemas(true)))::oid[])
    union all select oid, 'pg_opclass'::regclass from pg_opclass where oid >= 16384
    union all select oid, 'pg_cast'::regclass from pg_cast where oid >= 16384),
  own as (select * from made where not exists (
    select from pg_depend d where d.classid = made.classoid and d.objid = made.oid and d.deptype = 'e'))
  select 'relation ' || relname as name, relkind::text || relpersistence::text as definition from whole
  union all
  select 'columns ' || relname, string_agg(concat_ws(' ', attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
      case when attcollation <> 0 then attcollation::regcollation end, pg_get_expr(adbin, adrelid)), ', ' order by attname)
  from whole join pg_attribute a on a.attrelid = whole.oid and attnum > 0 and not attisdropped
    left join pg_attrdef d on d.adrelid = attrelid and d.adnum = attnum
  group by relname
  union all
  select 'constraint ' || relname || '.' || conname, pg_get_constraintdef(c.oid) from pg_constraint c join whole on whole.oid = conrelid
  where contype not in ('n', 't')
  union all
  select 'trigger ' || relname || '.' || tgname, pg_get_triggerdef(t.oid) from pg_trigger t join relation on relation.oid = tgrelid
  where not (tgisinternal and tgconstraint <> 0) and not exists (select from pg_trigger parent where parent.oid = t.tgparentid)
  union all
  select 'index ' || relname || '.' || i.indexrelid::regclass::text, concat_ws(' ', pg_get_indexdef(i.indexrelid), indisvalid, indisready, indislive) from pg_index i join whole on whole.oid = i.indrelid
  where i.indisunique
  union all
  select 'function ' || p.oid::regprocedure, concat_ws(' ', lanname, provolatile, proisstrict, prosecdef, proleakproof, prorettype::regtype,
    proretset, array_to_string(proconfig, ','), prosrc, pg_get_function_sqlbody(p.oid))
  from own join pg_proc p on p.oid = own.oid and own.classoid = 'pg_proc'::regclass join pg_language l on l.oid = prolang
  union all
  select 'operator ' || o.oid::regoperator, oprcode::text from own join pg_operator o on o.oid = own.oid and own.classoid = 'pg_operator'::regclass
  union all
  select 'operator class ' || opcname || ' ' || opcintype::regtype, amname::text
  from own join pg_opclass o on o.oid = own.oid and own.classoid = 'pg_opclass'::regclass join pg_am am on am.oid = opcmethod
  union all
  select 'cast ' || castsource::regtype || ' ' || casttarget::regtype, castfunc::regprocedure::text
  from own join pg_cast c on c.oid = own.oid and own.classoid = 'pg_cast'::regclass`;

/**
 * Reads what tables and whatever stands in front of PostgreSQL's own names are made of: relations, columns, constraints, triggers, unique indexes
 * and functions of the schema `public`, and functions, operators, casts and classes of operators of nobody's extension. Further indexes are not read: an
 * operator may have his own.
 */
export const readShape = async (db: Db): Promise<Shape> => {
  const { rows } = await found.execute(db);
  return new Map(rows.map(({ name, definition }) => [name, definition]));
};

/** What stands for a definition where it is kept. */
export const digestOf = (definition: string): string =>
  createHash('sha256').update(definition).digest('hex').slice(0, 16);
