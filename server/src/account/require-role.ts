import { accountRefusals } from '@zhuiyuan/contract/account/account-refusals';
import { readRoleKey, roleHeader, type RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { Code, codeText } from '@zhuiyuan/contract/kit/codes';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../kit/db/database.ts';
import type { App } from '../kit/http/app-context.ts';
import { forbidden, invalid, refuse, Refusal } from '../kit/refusal.ts';
import { requireAccount } from './account-session.ts';
import { requireParty, type Party } from './role.ts';

/** Who calls from a phone. */
export interface Role extends Party {
  accountId: number;
  /** The firm has stopped the party: it may look, and sign whole documents. */
  isStopped: boolean;
}

/** The text of a header, '' without it. */
export const sentHeader = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name];
  return typeof value === 'string' ? value.trim() : '';
};

/**
 * Whose call from a phone this is: the account of its token, acting in the role of header X-Role, which is held against the
 * account's bindings each time. 61137 when it is not bound to it any more, 403 when its firm is disabled, or for other kinds
 * of roles than the call is for.
 */
export const requireRole = async (
  { shopperDb: db }: Pick<App, 'shopperDb'>,
  request: FastifyRequest,
  kinds?: readonly RoleKind[],
): Promise<Role> => {
  const accountId = await requireAccount(db, request);
  const named = readRoleKey(sentHeader(request, roleHeader));
  if (!named) throw invalid('role', '请选择身份');
  const held = await bindingOf(db, { accountId, ...named }).executeTakeFirst();
  if (!held) throw refuse(accountRefusals.roleEnded);
  const party = await requireParty(db, named);
  if (party.firmStatus !== Enabled.on) throw forbidden();
  if (kinds && !kinds.includes(party.kind)) throw new Refusal(Code.forbidden, codeText[Code.forbidden]!);
  return { ...party, accountId, isStopped: party.status !== Enabled.on };
};

/** What binds an account to a role now. */
const bindingOf = (db: Db, { accountId, kind, id }: Pick<Role, 'accountId' | 'kind' | 'id'>) =>
  db
    .selectFrom('roleBinding')
    .select('firmId')
    .where('accountId', '=', accountId)
    .where('roleKind', '=', kind)
    .where('roleId', '=', id)
    .where('endedAt', 'is', null);

/** Holds a role's binding until the transaction ends: 61137 when it ended since the call came in, and whoever ends it now waits. */
export const holdBinding = async (db: Db, role: Role): Promise<void> => {
  if (!(await bindingOf(db, role).forShare().executeTakeFirst())) throw refuse(accountRefusals.roleEnded);
};

/** Refuses what a stopped party may not do. */
export const requireRunning = (role: Role): void => {
  if (role.isStopped) throw refuse(accountRefusals.stopped);
};

/** Looks something up in a role, seeing its firm alone. */
export const lookAs = async <T>(
  app: App,
  request: FastifyRequest,
  kinds: readonly RoleKind[] | undefined,
  look: (db: Db, role: Role) => Promise<T>,
): Promise<T> => {
  const role = await requireRole(app, request, kinds);
  return look(app.shopperDbOfFirm(role.firmId), role);
};
