import { accountRefusals } from '@zhuiyuan/contract/account/account-refusals';
import type { BindCode } from '@zhuiyuan/contract/account/account';
import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../kit/db/database.ts';
import { hashToken, newToken } from '../kit/http/session.ts';
import { refuse } from '../kit/refusal.ts';
import { requireParty, type Party, type RoleOf } from './role.ts';

const minutes = 30;

/** Makes what the QR code of a party holds: it binds one account, once, within half an hour. 61138 when the party has one. */
export const offerBindCode = async (
  db: Db,
  { publicUrl }: { publicUrl: string },
  { firmId, kind, id, operatorId }: RoleOf & { firmId: number; operatorId: number },
): Promise<z.output<typeof BindCode>> => {
  if (await isBound(db, { kind, id })) throw refuse(accountRefusals.boundElsewhere);
  const bindToken = newToken();
  const { expiresAt } = await db
    .insertInto('bindToken')
    .values({
      tokenHash: hashToken(bindToken),
      firmId,
      roleKind: kind,
      roleId: id,
      expiresAt: sql<string>`now() + make_interval(mins => ${sql.lit(minutes)})`,
      createdBy: operatorId,
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
  // The token goes behind the #, where no server and no log on the way reads it.
  return { bindToken, page: `${publicUrl}/r/bind`, expireAt: expiresAt };
};

/** Whether somebody acts as a party now. */
const isBound = async (db: Db, { kind, id }: RoleOf): Promise<boolean> =>
  (await db
    .selectFrom('roleBinding')
    .select('id')
    .where('roleKind', '=', kind)
    .where('roleId', '=', id)
    .where('endedAt', 'is', null)
    .executeTakeFirst()) !== undefined;

const usable = (db: Db, bindToken: string) =>
  db
    .selectFrom('bindToken')
    .where('tokenHash', '=', hashToken(bindToken))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`)
    .select(['roleKind', 'roleId', 'firmId']);

/** Whom a QR code binds; 61139 when it is used or over, 61138 when the party has an account by now. */
export const readBindToken = async (db: Db, bindToken: string): Promise<Party> => {
  const found = await usable(db, bindToken).executeTakeFirst();
  if (!found) throw refuse(accountRefusals.bindTokenGone);
  const role = { kind: found.roleKind as RoleKind, id: found.roleId };
  if (await isBound(db, role)) throw refuse(accountRefusals.boundElsewhere);
  return requireParty(db, role);
};

/**
 * Notes a binding as it is from now on, in the transaction that makes or ends it: what nobody noted is not lawful. Of the staff it is said by
 * who made the QR code, where there is one.
 */
const noteBinding = async (
  db: Db,
  id: number,
  staffId: number | null,
  tokenHash: Buffer | null = null,
): Promise<void> => {
  await sql`
    insert into binding_note (firm_id, binding_id, account_id, role_kind, role_id, bound_at, ended_at, staff_id, offered_at)
    select held.firm_id, held.id, held.account_id, held.role_kind, held.role_id, held.bound_at, held.ended_at,
      coalesce(code.created_by, ${staffId}::bigint), code.created_at
    from role_binding held left join bind_token code on code.token_hash = ${tokenHash}::bytea
    where held.id = ${id}`.execute(db);
};

/** Which party of its kind an account acts as in a firm now. */
const heldBy = (db: Db, accountId: number, { firmId, kind }: Pick<Party, 'firmId' | 'kind'>) =>
  db
    .selectFrom('roleBinding')
    .select('roleId')
    .where('firmId', '=', firmId)
    .where('roleKind', '=', kind)
    .where('accountId', '=', accountId)
    .where('endedAt', 'is', null);

/** Binds the party of a QR code to an account, once. `openAccount` makes the account where there is none yet. */
export const bindRole = async (db: Db, bindToken: string, findAccountId: () => Promise<number>): Promise<Party> => {
  const found = await usable(db, bindToken).forUpdate().executeTakeFirst();
  if (!found) throw refuse(accountRefusals.bindTokenGone);
  const party = await requireParty(db, { kind: found.roleKind as RoleKind, id: found.roleId });
  const accountId = await findAccountId();
  const refuseOther = async () => {
    const held = await heldBy(db, accountId, party).executeTakeFirst();
    if (held && held.roleId !== party.id) throw refuse(accountRefusals.hasOther, { role: RoleKind.label(party.kind) });
  };
  await refuseOther();
  await db
    .updateTable('bindToken')
    .set({ usedAt: sql<string>`now()` })
    .where('tokenHash', '=', hashToken(bindToken))
    .execute();
  const bound = await db
    .insertInto('roleBinding')
    .values({ firmId: found.firmId, accountId, roleKind: found.roleKind, roleId: found.roleId })
    // Meanwhile somebody else was bound as the party, or the account as another one of its kind.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!bound) {
    await refuseOther();
    throw refuse(accountRefusals.boundElsewhere);
  }
  await noteBinding(db, bound.id, null, hashToken(bindToken));
  return party;
};

/** Which party of a kind an account acts as in a firm now; nothing where it acts as none. */
export const findHeld = async (
  db: Db,
  { accountId, firmId, kind }: { accountId: number; firmId: number; kind: RoleKind },
): Promise<number | undefined> => (await heldBy(db, accountId, { firmId, kind }).executeTakeFirst())?.roleId;

/** Binds a party to an account without a QR code, as one of the staff says; leaves it where either of them is bound otherwise by now. */
export const bindAccount = async (
  db: Db,
  { accountId, firmId, kind, id, operatorId }: RoleOf & { accountId: number; firmId: number; operatorId: number },
): Promise<void> => {
  const bound = await db
    .insertInto('roleBinding')
    .values({ firmId, accountId, roleKind: kind, roleId: id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (bound) await noteBinding(db, bound.id, operatorId);
};

/** Ends what binds an account to a party, if anything does: the next call in that role is refused. Answers whether there was something. */
export const endBinding = async (
  db: Db,
  { kind, id, operatorId }: RoleOf & { operatorId?: number },
): Promise<boolean> => {
  const ended = await db
    .updateTable('roleBinding')
    .set({ endedAt: sql<string>`now()`, endedBy: operatorId ?? null })
    .where('roleKind', '=', kind)
    .where('roleId', '=', id)
    .where('endedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (ended) await noteBinding(db, ended.id, operatorId ?? null);
  return ended !== undefined;
};

/** 解绑: takes its account away from a party; 61156 when it has none. */
export const unbindRole = async (db: Db, role: RoleOf & { operatorId: number }): Promise<null> => {
  if (!(await endBinding(db, role))) throw refuse(accountRefusals.notBound);
  return null;
};
