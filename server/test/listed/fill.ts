import pg from 'pg';
import { accountHeader, roleHeader, RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { everything } from '@zhuiyuan/contract/access/permission';
import { hashToken, newToken } from '../../src/kit/http/session.ts';
import type { Listed } from './asked.ts';
import { filledTables } from './filled-tables.ts';
import { bigFirm, smallFirm } from './filled-values.ts';

const byType: [RegExp, string][] = [
  [/^(char|text)/, `left(n::text, 1)`],
  [/^(bigint|integer|smallint|numeric|double)/, '0'],
  [/^bool/, 'false'],
  [/^json/, `'{}'`],
  [/^timestamp/, 'now()'],
  [/^date/, 'current_date'],
];

/** What a column has to say that has neither default nor a value of its own. */
const madeUp = (table: string, column: string, type: string): string => {
  const found = byType.find(([pattern]) => pattern.test(type));
  if (!found) throw new Error(`${table}.${column} of type ${type} has no value`);
  return found[1];
};

interface Column {
  name: string;
  type: string;
  isNeeded: boolean;
  isIdentity: boolean;
}

const fillTable = async (db: pg.Client, table: string, rows: number): Promise<void> => {
  const { rows: columns } = await db.query<Column>(
    `select attname as name, format_type(atttypid, atttypmod) as type, attidentity <> '' as "isIdentity",
       attnotnull and not atthasdef and attidentity = '' as "isNeeded"
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  );
  const given = filledTables[table]!;
  const unknown = Object.keys(given).filter((name) => !columns.some((column) => column.name === name));
  if (unknown.length > 0) throw new Error(`${table} has no ${unknown.join(', ')}`);
  const values = columns.flatMap(({ name, type, isNeeded, isIdentity }): [string, string][] => {
    if (name in given) return [[name, String(given[name])]];
    // The classes of the platform have numbers below 20001.
    if (isIdentity) return [[name, table === 'category' ? '20000 + n' : 'n']];
    return isNeeded ? [[name, madeUp(table, name, type)]] : [];
  });
  const { rows: indexes } = await db.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)
       and exists (select from pg_class where oid = indrelid and relkind = 'r')`,
    [table],
  );
  for (const { name } of indexes) await db.query(`drop index ${name}`);
  await db.query(
    `insert into ${table} (${values.map(([name]) => name).join(', ')}) overriding system value
     select ${values.map(([, value]) => value.replace(/\brows\b/g, String(rows))).join(', ')}
     from generate_series(1, ${rows}) n on conflict do nothing`,
  );
  for (const { definition } of indexes) await db.query(definition);
  for (const { name } of columns.filter((column) => column.isIdentity))
    await db.query(`select setval(pg_get_serial_sequence('${table}', '${name}'), max(${name})) from ${table}`);
};

/** Fills every table that lists show with so many rows, the log of scans with ten times as many. */
export const fillTables = async (
  superuserUrl: string,
  rows: number,
  tell: (line: string) => void = () => {},
): Promise<void> => {
  const db = new pg.Client({ connectionString: superuserUrl });
  await db.connect();
  try {
    await db.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'; set jit = off`);
    await db.query(
      `select make_scan_month(m::date) from generate_series(now() - interval '9 months', now(), '1 month') m`,
    );
    for (const table of Object.keys(filledTables)) {
      const from = performance.now();
      await fillTable(db, table, table === 'scan_log' ? rows * 10 : rows);
      await db.query(`vacuum analyze ${table}`);
      tell(`${table.padEnd(20)} filled in ${((performance.now() - from) / 1000).toFixed(1)} s`);
    }
    await db.query('vacuum analyze');
    await db.query('checkpoint');
  } finally {
    await db.end();
  }
};

/** Tokens of members of staff of the big and of the small firm, who may do everything there. */
export const openStaff = async (db: pg.Client): Promise<{ big: string; small: string }> => {
  const { rows: menus } = await db.query(
    `insert into menu (name, perms, menu_type) values ('all', $1, 'A') returning id`,
    [everything],
  );
  const { rows: roles } = await db.query(
    `update role set role_name = '全部', is_admin = true where id = 7 returning id`,
  );
  await db.query('insert into role_menu (role_id, menu_id) values ($1, $2)', [roles[0].id, menus[0].id]);
  const open = async (firmId: number): Promise<string> => {
    const token = newToken();
    const adminId = 2_000_000_000 + firmId;
    await db.query(
      `insert into admin (id, account, password_hash, real_name, firm_id) overriding system value
       values ($1, $2, '-', '测试', $3) on conflict (id) do nothing`,
      [adminId, `staff${firmId}`, firmId],
    );
    await db.query('insert into admin_role (admin_id, role_id) values ($1, $2) on conflict do nothing', [
      adminId,
      roles[0].id,
    ]);
    await db.query(`insert into session (token_hash, admin_id, expires_at) values ($1, $2, now() + interval '1 day')`, [
      hashToken(token),
      adminId,
    ]);
    return token;
  };
  return { big: await open(bigFirm), small: await open(smallFirm) };
};

const heldRoles = [
  [RoleKind.agent, 'agent'],
  [RoleKind.salesman, 'salesman'],
  [RoleKind.inspector, 'inspector'],
  [RoleKind.shop, 'shop'],
] as const;

/** The token of an account that acts as dealer, salesman, inspector and shop 2, to whom half of all rows belong. */
export const openPhone = async (db: pg.Client): Promise<string> => {
  const token = newToken();
  const { rows: accounts } = await db.query('insert into account default values returning id');
  await db.query(
    `insert into account_session (token_hash, account_id, expires_at) values ($1, $2, now() + interval '1 day')`,
    [hashToken(token), accounts[0].id],
  );
  for (const [kind, table] of heldRoles)
    await db.query(
      `insert into role_binding (firm_id, account_id, role_kind, role_id) select firm_id, $1, $2, id from ${table} where id = 2`,
      [accounts[0].id, kind],
    );
  return token;
};

/** Headers of a list that is asked from a phone, none for those of the console. */
export const phoneHeaders = ({ role }: Listed, token: string): Record<string, string> =>
  role ? { [accountHeader]: token, [roleHeader]: role } : {};
