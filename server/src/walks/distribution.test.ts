import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../test/database.ts';

const library = new URL('../../../scripts/lib/', import.meta.url);
const { distribution } = (await import(new URL('distribution.mjs', library).href)) as {
  distribution: Record<'firm' | 'text' | 'reference' | 'local', string[]>;
};
const named = Object.values(distribution).flat();

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await openTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.close();
});

const ask = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await client.query<Row>(text, values)).rows;

test('each table is named once, and one of firms carries firm_id', async () => {
  const tables = await ask<{ name: string; hasFirm: boolean }>(`
    select relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and attname = 'firm_id' and attnotnull) as "hasFirm"
    from pg_class c where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`);
  expect(named.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
  const carrying = new Set(tables.filter(({ hasFirm }) => hasFirm).map(({ name }) => name));
  expect(distribution.firm.filter((table) => !carrying.has(table))).toEqual([]);
});

/** What PostgreSQL refuses of a table's keys when it is to be parted by firm. */
const refusedKeys = async (table: string): Promise<string[]> => {
  await client.query(`create table parted.${table} (like ${table}) partition by hash (firm_id)`);
  const keys = await ask<{ name: string; statement: string }>(
    `select i.indexrelid::regclass::text as name,
       case when k.contype = 'x' then format('alter table parted.%I add %s', $1::text, pg_get_constraintdef(k.oid))
       else replace(pg_get_indexdef(i.indexrelid), format(' ON public.%I ', $1::text), format(' ON parted.%I ', $1::text)) end as statement
     from pg_index i left join pg_constraint k on k.conindid = i.indexrelid and k.conrelid = i.indrelid and k.contype in ('p', 'u', 'x')
     where i.indrelid = $1::text::regclass and (i.indisunique or i.indisexclusion)`,
    [table],
  );
  const refused: string[] = [];
  for (const { name, statement } of keys)
    try {
      await client.query(statement.replace(' ON ONLY public.', ' ON parted.'));
    } catch (error) {
      expect([(error as pg.DatabaseError).code, statement]).toEqual(['0A000', statement]);
      refused.push(`${table} ${name}`);
    }
  return refused;
};

test('every key of a table of firms holds firm_id, but for those that are written down', async () => {
  await client.query('create schema parted');
  const found: string[] = [];
  for (const table of distribution.firm) found.push(...(await refusedKeys(table)));
  // Between two tables of firms, whose rows lie together only where both are found by their firm.
  const references = await ask<{ name: string }>(
    `select k.conrelid::regclass || ' ' || k.conname as name from pg_constraint k
     where k.contype = 'f' and k.conparentid = 0 and k.conrelid::regclass::text = any($1) and k.confrelid::regclass::text = any($1)
       and not exists (
         select from unnest(k.conkey, k.confkey) as pair (near, far)
         join pg_attribute n on n.attrelid = k.conrelid and n.attnum = near and n.attname = 'firm_id'
         join pg_attribute f on f.attrelid = k.confrelid and f.attnum = far and f.attname = 'firm_id')`,
    [distribution.firm],
  );
  found.push(...references.map(({ name }) => name));
  const known = readFileSync(new URL('undivided-keys.txt', library), 'utf8').trim().split('\n');
  const isKnown = new Set(known);
  // A new table is born with its firm in every key; a line whose key has it by now goes.
  expect(found.filter((key) => !isKnown.has(key)).toSorted()).toEqual([]);
  expect(known.filter((key) => !found.includes(key))).toEqual([]);
  expect(known).toEqual(known.toSorted());
});
