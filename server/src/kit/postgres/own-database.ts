import pg from 'pg';

/** Name of the role that the product connects as: it owns its database and nothing beyond it. */
export const ownRole = 'zhuiyuan_app';

/** Gives what an earlier version made as the superuser to the product's own role; what belongs to extensions stays. */
const handOver = `
do $$
declare
  change text;
begin
  for change in
    select format('alter schema %I owner to ${ownRole}', nspname) from pg_namespace
    where nspname = 'pgboss'
    union all
    select format('alter %s %s owner to ${ownRole}',
      case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end, c.oid::regclass)
    from pg_class c
    where relnamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss')) and relkind in ('r', 'p', 'S', 'v', 'm')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
        and (d.deptype = 'e' or c.relkind = 'S' and d.deptype in ('a', 'i')))
    union all
    select format('alter routine %s owner to ${ownRole}', p.oid::regprocedure)
    from pg_proc p
    where pronamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss'))
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    union all
    select format('alter type %s owner to ${ownRole}', t.oid::regtype)
    from pg_type t
    where typnamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss')) and typtype in ('d', 'e')
      and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')
  loop
    execute change;
  end loop;
end $$`;

const asSuperuser = async <T>(address: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/**
 * Makes the product's role, which is no superuser, and the database `name` that it owns; what an earlier version created as
 * the superuser is handed over. `superuser` answers the address of a database for the superuser. Safe to run at every start.
 */
export const ensureOwnDatabase = async (
  superuser: (database: string) => string,
  name: string,
  password: string,
): Promise<void> => {
  const owner = await asSuperuser(superuser('postgres'), async (client) => {
    const literal = client.escapeLiteral(password);
    const { rowCount: isMade } = await client.query('select 1 from pg_roles where rolname = $1', [ownRole]);
    await client.query(
      `${isMade ? 'alter' : 'create'} role ${ownRole} login nosuperuser nocreatedb nocreaterole password ${literal}`,
    );
    const { rows } = await client.query<{ owner: string }>(
      'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
      [name],
    );
    if (!rows[0]) await client.query(`create database ${name} owner ${ownRole}`);
    return rows[0]?.owner ?? ownRole;
  });
  if (owner === ownRole) return;
  await asSuperuser(superuser(name), async (client) => {
    await client.query('begin');
    await client.query(handOver);
    await client.query(`alter database ${name} owner to ${ownRole}`);
    await client.query('commit');
  });
};
