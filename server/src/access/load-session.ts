import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { adminRole, everything, permits } from '@zhuiyuan/contract/access/permission';
import { everybodyMay } from '@zhuiyuan/contract/access/public-permission';
import { rootAccount, superRoleId } from '@zhuiyuan/contract/access/fixed-rows';
import { sql } from 'kysely';
import { coalesce } from '../kit/db/coalesce.ts';
import type { Db } from '../kit/db/database.ts';
import type { Operator } from '../kit/operator.ts';
import { withheldFrom } from '../kit/http/withheld-from.ts';
import type { EndedSession, LoadedSession } from '../kit/http/session.ts';

interface Row {
  id: number;
  account: string;
  realName: string;
  firmId: number;
  mustChangePassword: boolean;
  roles: { id: number; isAdmin: boolean }[];
  permissions: string[];
}

const columns = sql`a.id, a.account, a.real_name, a.firm_id, a.must_change_password, coalesce(r.roles, '[]') as roles, coalesce(r.permissions, '{}') as permissions`;
const granted = sql`
    left join lateral (
      select json_agg(distinct jsonb_build_object('id', role.id, 'isAdmin', role.is_admin)) as roles,
        array_agg(distinct trim(perm)) filter (where trim(perm) <> '') as permissions
      from admin_role ar
      join role on role.id = ar.role_id and role.status
      left join role_menu rm on rm.role_id = role.id
      left join menu on menu.id = rm.menu_id
      left join lateral unnest(string_to_array(menu.perms, ',')) perm on true
      where ar.admin_id = a.id
    ) r on true`;
const isActive = sql`a.status and not a.is_del
      and (a.firm_id = 0 or exists (select 1 from firm f where f.id = a.firm_id and f.status = ${sql.lit(Enabled.on)} and f.is_del = 0))`;

type Found = Row & { expiresAt: number; isLive: boolean };

/** Tokens that nobody was given cost a look at an index, and share it with all others that are looked up meanwhile. */
const findSession = coalesce<Buffer, Found | undefined>(
  async (db, hashes) => {
    const { rows } = await sql<Found & { tokenHash: Buffer }>`
      select ${columns}, s.token_hash, extract(epoch from s.expires_at)::float8 as expires_at,
        s.expires_at > now() and ${isActive} as is_live
      from session s
      join admin a on a.id = s.admin_id ${granted}
      where s.token_hash = any(${hashes}::bytea[])`.execute(db);
    return hashes.map((hash) => rows.find(({ tokenHash }) => hash.equals(tokenHash)));
  },
  // a browser asks for several things at once: they share one look as well
  () => [],
);

/** Who a token hash belongs to, with roles and permissions, or belonged to: it ended, or the account or its firm is disabled. */
export const loadSession = async (
  db: Db,
  tokenHash: Buffer,
  endpoints: readonly Endpoint[],
): Promise<LoadedSession | EndedSession | undefined> => {
  const row = await findSession(db, tokenHash);
  if (!row) return undefined;
  const { id, account, firmId } = row;
  if (!row.isLive) return { ended: { id, account, firmId: firmId === 0 ? null : firmId } };
  return { expiresAt: new Date(row.expiresAt * 1000), operator: toOperator(row, endpoints) };
};

/** Moves the end of a session that has not ended. */
export const prolongSession = async (db: Db, tokenHash: Buffer, expiresAt: Date): Promise<void> => {
  await sql`update session set expires_at = ${expiresAt} where token_hash = ${tokenHash} and expires_at > now()`.execute(
    db,
  );
};

/** An administrator as background work acts for him, with what he may do by now; nothing when he or his firm is disabled. */
export const loadOperator = async (
  db: Db,
  adminId: number,
  endpoints: readonly Endpoint[],
): Promise<Operator | undefined> => {
  const { rows } = await sql<Row>`
    select ${columns} from admin a ${granted} where a.id = ${adminId} and ${isActive}`.execute(db);
  return rows[0] && toOperator(rows[0], endpoints);
};

const toOperator = (row: Row, endpoints: readonly Endpoint[]): Operator => {
  const isSuper = row.roles.some((role) => role.id === superRoleId);
  const firmId = row.firmId === 0 ? null : row.firmId;
  const withheld = withheldFrom(endpoints, firmId);
  const permissions = new Set(
    isSuper ? [everything] : [...everybodyMay, ...row.permissions].filter((permission) => !withheld.has(permission)),
  );
  const roles = isSuper
    ? [adminRole]
    : [...(row.roles.some((role) => role.isAdmin) ? [adminRole] : []), ...row.roles.map((role) => `role_${role.id}`)];
  return {
    id: row.id,
    account: row.account,
    realName: row.realName,
    firmId,
    isSuper,
    // Nobody else sets the password of this account: a first start and reset-admin print it to who runs the server.
    hasGivenPassword: row.mustChangePassword && row.account !== rootAccount,
    isAdmin: roles.includes(adminRole),
    roles,
    permissions,
    withheld,
    may: (may) => permits(permissions, may),
  };
};
