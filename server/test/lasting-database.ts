import type pg from 'pg';

/** A database with more than this in it is made anew: its rows would take longer to delete. In bytes. */
const mostBytes = 8 << 20;

/** What was laid out before any test, to which a database goes back. */
interface Origin {
  catalog: string;
  rows: { table: string; rows: string }[];
  sequences: Record<string, string>;
}

/** Everything that tells of a changed definition: who wrote the rows of the catalog last, and what was counted of tables. */
const catalogSql = `
  select md5(concat_ws(' ', ${[
    'class',
    'attribute',
    'constraint',
    'trigger',
    'proc',
    'index',
    'type',
    'statistic',
    'event_trigger',
    'default_acl',
  ]
    .map((name) => `(select concat(count(*), '/', sum(xmin::text::bigint)) from pg_${name})`)
    .join(', ')},
    (select concat(sum(reltuples), '/', sum(relpages)) from pg_class where relkind in ('r', 'p') and relnamespace >= 16384),
    (select concat(count(*)) from pg_db_role_setting)))`;

const ownTables = `pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and c.relnamespace >= 2200 and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`;
const filledSql = `
  select format('%I.%I', n.nspname, c.relname) as "table", pg_relation_size(c.oid)::int8 as bytes
  from ${ownTables} and pg_relation_size(c.oid) > 0 order by 1`;
const sequencesSql = `
  select format('%I.%I', schemaname, sequencename) as name, last_value::text as value, start_value::text as start
  from pg_sequences where last_value is not null`;
const rowsOf = (table: string): string =>
  `select coalesce(jsonb_agg(to_jsonb(t) order by t::text), '[]')::text from ${table} t`;

const valueOf = async (client: pg.Client, statement: string): Promise<string> =>
  String(Object.values((await client.query<Record<string, string>>(statement)).rows[0]!)[0]);

const origins = new Map<string, Origin>();

/** Remembers how a database is that has just been made of the template. */
export const rememberOrigin = async (client: pg.Client, template: string): Promise<void> => {
  if (origins.has(template)) return;
  const { rows: filled } = await client.query<{ table: string }>(filledSql);
  const rows: Origin['rows'] = [];
  for (const { table } of filled) rows.push({ table, rows: await valueOf(client, rowsOf(table)) });
  const { rows: sequences } = await client.query<{ name: string; value: string }>(sequencesSql);
  origins.set(template, {
    catalog: await valueOf(client, catalogSql),
    rows,
    sequences: Object.fromEntries(sequences.map(({ name, value }) => [name, value])),
  });
};

/** Brings a database back to what it was when it was made; false where it has to be made anew. */
export const goBack = async (client: pg.Client, template: string): Promise<boolean> => {
  const origin = origins.get(template);
  if (!origin || (await valueOf(client, catalogSql)) !== origin.catalog) return false;
  const { rows: filled } = await client.query<{ table: string; bytes: string }>(filledSql);
  if (filled.reduce((sum, { bytes }) => sum + Number(bytes), 0) > mostBytes) return false;
  const first = new Map(origin.rows.map(({ table, rows }) => [table, rows]));
  const statements: string[] = [];
  for (const { table } of filled) {
    const rows = first.get(table);
    if (rows !== undefined && (await valueOf(client, rowsOf(table))) === rows) continue;
    statements.push(`delete from ${table}`);
    if (rows)
      statements.push(
        `insert into ${table} overriding system value select * from jsonb_populate_recordset(null::${table}, ${client.escapeLiteral(rows)})`,
      );
  }
  const { rows: sequences } = await client.query<{ name: string; value: string; start: string }>(sequencesSql);
  // `alter sequence … restart` would count as a changed definition.
  for (const { name, value, start } of sequences)
    if (origin.sequences[name] === undefined) statements.push(`select setval('${name}', ${start}, false)`);
    else if (origin.sequences[name] !== value) statements.push(`select setval('${name}', ${origin.sequences[name]})`);
  await client.query(`set session_replication_role = replica; set lock_timeout = '2s'; ${statements.join(';')}`);
  return true;
};
