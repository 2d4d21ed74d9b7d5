import type pg from 'pg';
import type { Manifest, Partition } from './manifest.ts';

/** Kept out: sessions, which a restore would bring back to life after they were ended, and what migrations themselves write. */
const leftOut = ['public.session', 'public.schema_migration'];

export interface Catalog extends Pick<Manifest, 'migrations' | 'partitions' | 'detached' | 'sequences' | 'queues'> {
  tables: { name: string; columns: string[] }[];
}

const rowsOf = async <Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => (await client.query<Row>(text, values)).rows;

/** What lies in the database, inside the caller's transaction. */
export const readCatalog = async (client: pg.Client): Promise<Catalog> => {
  const tables = await rowsOf<{ name: string; columns: string[] }>(
    client,
    `select n.nspname || '.' || c.relname as name,
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
       and (n.nspname = 'public' or n.nspname || '.' || c.relname = 'pgboss.job') and n.nspname || '.' || c.relname <> all($1)
     group by 1 order by 1`,
    [leftOut],
  );
  const partitions = await rowsOf<Partition>(
    client,
    `select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_class c
     join pg_inherits i on i.inhrelid = c.oid
     join pg_class p on p.oid = i.inhparent
     where c.relkind = 'r' and c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`,
  );
  return {
    tables,
    partitions,
    detached: tables
      .map(({ name }) => name.replace('public.', ''))
      .filter((name) => /^scan_log_\d{4}_\d{2}$/.test(name))
      .map((name) => ({ name, like: 'scan_log' })),
    migrations: await rowsOf(client, 'select name, checksum from schema_migration order by name'),
    sequences: await readSequences(client),
    queues: await rowsOf(
      client,
      `select name, policy, retry_limit as "retryLimit", retry_delay as "retryDelay", retry_backoff as "retryBackoff",
         expire_seconds as "expireInSeconds", retention_minutes as "retentionMinutes", dead_letter as "deadLetter"
       from pgboss.queue order by dead_letter nulls first, name`,
    ),
  };
};

/** Sequences are outside of transactions: read after the snapshot was taken they are never behind its rows. */
const readSequences = async (client: pg.Client): Promise<Manifest['sequences']> => {
  const names = await rowsOf<{ name: string }>(
    client,
    `select quote_ident(relname) as name from pg_class
     where relkind = 'S' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const sequences: Manifest['sequences'] = [];
  for (const { name } of names) {
    const [state] = await rowsOf<{ last: string; isCalled: boolean }>(
      client,
      `select last_value::text as last, is_called as "isCalled" from ${name}`,
    );
    sequences.push({ name, ...state! });
  }
  return sequences;
};
