import type { HeldRole } from '@zhuiyuan/contract/account/account';
import { accountRefusals } from '@zhuiyuan/contract/account/account-refusals';
import { RoleKind, toRoleKey } from '@zhuiyuan/contract/account/role-kind';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { refuse } from '../kit/refusal.ts';

/** Somebody on the phone: a dealer, shop, salesman or inspector, by the number of its row. */
export interface RoleOf {
  kind: RoleKind;
  id: number;
}

/** A party with its firm, as {@link HeldRole} says it. */
export const toHeldRole = (party: Party): HeldRole => {
  const { kind, id, status, firmStatus, scopes, ...rest } = party;
  const state = firmStatus === Enabled.on ? (status === Enabled.on ? 'on' : 'stopped') : 'closed';
  return { role: toRoleKey({ kind, id }), kind, id, state, scopes: scopes ?? [], ...rest };
};

export interface Party {
  kind: RoleKind;
  id: number;
  name: string;
  number: string;
  contact: string;
  status: number;
  scopes: string[] | null;
  firmId: number;
  firmName: string;
  firmLogo: string;
  servicePhone: string;
  firmStatus: number;
}

/** The four kinds of rows that somebody can act as, alike, without the deleted ones. */
const parties = sql`
  select ${sql.lit(RoleKind.agent)} as kind, id, firm_id, name, agent_no as number, contact, status, null::jsonb as scopes from agent where is_del = 0
  union all
  select ${sql.lit(RoleKind.shop)}, id, firm_id, name, shop_no, contact, status, null from shop where is_del = 0
  union all
  select ${sql.lit(RoleKind.salesman)}, id, firm_id, pic_name, coalesce(job_no, ''), '', status, null from salesman where is_del = 0
  union all
  select ${sql.lit(RoleKind.inspector)}, id, firm_id, auditor, coalesce(job_no, ''), '', status, scopes from inspector where is_del = 0`;

const columns = sql`
  party.kind, party.id, party.name, party.number, party.contact, party.status, party.scopes, party.firm_id,
  coalesce(nullif(firm.short_name, ''), firm.name) as firm_name, firm.logo as firm_logo, firm.service_phone,
  case when firm.is_del = 0 then firm.status else ${sql.lit(Enabled.off)} end as firm_status`;

/** A party with its firm; 61137 when it was deleted. */
export const requireParty = async (db: Db, { kind, id }: RoleOf): Promise<Party> => {
  const { rows } = await sql<Party>`
    select ${columns} from (${parties}) party join firm on firm.id = party.firm_id
    where party.kind = ${kind} and party.id = ${id}`.execute(db);
  if (!rows[0]) throw refuse(accountRefusals.roleEnded);
  return rows[0];
};

/** Everybody an account acts as, dealers first. */
export const findParties = async (db: Db, accountId: number): Promise<Party[]> => {
  const { rows } = await sql<Party>`
    select ${columns} from role_binding held
    join (${parties}) party on party.kind = held.role_kind and party.id = held.role_id and party.firm_id = held.firm_id
    join firm on firm.id = party.firm_id
    where held.account_id = ${accountId} and held.ended_at is null
    order by held.role_kind, held.bound_at, held.id
    limit 200`.execute(db);
  return rows;
};
