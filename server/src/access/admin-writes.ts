import { accessRefusals } from '@zhuiyuan/contract/access/access-refusals';
import type { AdminChange, AdminDraft } from '@zhuiyuan/contract/access/admin';
import { rootAccount, superRoleId } from '@zhuiyuan/contract/access/fixed-rows';
import type { z } from 'zod';
import type { Db } from '../kit/db/database.ts';
import { live } from '../kit/db/live.ts';
import type { Operator } from '../kit/operator.ts';
import { forbidden, invalid, notFound, refuse, stale, type Constraints } from '../kit/refusal.ts';
import { announceSessionChange } from '../kit/http/session.ts';
import { acceptPassword } from './accept-password.ts';
import { changeAdmin } from './change-admin.ts';
import { setPassword } from './set-password.ts';
import { revokeSessions } from './revoke-sessions.ts';
import { isWithin } from './role-writes.ts';

type Draft = z.output<typeof AdminDraft>;
type Change = z.output<typeof AdminChange>;

/** What the database refuses of them, in words. */
export const adminConstraints: Constraints = {
  admin_account_uq: () => {
    const { accountTaken } = accessRefusals;
    return refuse(accountTaken, {}, { fields: [{ field: 'account', message: accountTaken[1] }] });
  },
};

/** The administrator to be written, locked. Another firm's, or a deleted one, is unknown. Throws 404. */
export const lockAdmin = async (db: Db, id: number) => {
  const admin = await db
    .selectFrom('admin')
    .selectAll()
    .where('id', '=', id)
    .where('isDel', '=', false)
    .forUpdate()
    .executeTakeFirst();
  if (!admin) throw notFound('管理员不存在');
  return admin;
};

/**
 * As {@link lockAdmin}, for whom the operator stands above or beside: not themselves, not the account `admin`, and
 * nobody with a role that gives more than the operator has. Throws 404, 63632, 63633.
 */
export const lockAdminBelow = async (db: Db, id: number, operator: Operator) => {
  const admin = await lockAdmin(db, id);
  if (id === operator.id || admin.account === rootAccount) throw refuse(accessRefusals.ownAccount);
  const above = await db
    .selectFrom('adminRole')
    .innerJoin('role', 'role.id', 'adminRole.roleId')
    .select('role.id')
    .where('adminRole.adminId', '=', id)
    .where((role) => role.not(isWithin(operator)))
    .executeTakeFirst();
  if (above) throw refuse(accessRefusals.adminAbove);
  return admin;
};

/** Makes an administrator of the operator's firm, or of the firm that platform staff chose. */
export const insertAdmin = async (
  db: Db,
  { pwd, roles, firmId, account, realName, phone, status }: Draft,
  operator: Operator,
): Promise<void> => {
  const firm = await requireFirm(db, operator.firmId ?? firmId ?? 0);
  const passwordHash = await acceptPassword(db, pwd, { account, phone: phone ?? '', firmId: firm, field: 'pwd' });
  const { id } = await db
    .insertInto('admin')
    .values({ account, realName, phone, status, firmId: firm, passwordHash, mustChangePassword: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  await giveRoles(db, id, roles, firm, operator);
};

/** Changes an administrator. New roles, firm, password or a disabled account sign the person out everywhere. */
export const updateAdmin = async (db: Db, change: Change, operator: Operator): Promise<void> => {
  if (change.id === operator.id) return updateSelf(db, change);
  if (!operator.may('admin:system:admin:update')) throw forbidden();
  const { id, version, pwd, roles, firmId, account, realName, phone, status } = change;
  const before = await lockAdminBelow(db, id, operator);
  if (version !== undefined && version !== before.version) throw stale();
  const firm = operator.firmId === null && firmId !== undefined ? await requireFirm(db, firmId) : before.firmId;
  await changeAdmin(db, id, { account, realName, phone, status, firmId: firm });
  const hasNewRoles =
    roles || firm !== before.firmId
      ? await giveRoles(db, id, roles ?? (await findRoleIds(db, id)), firm, operator)
      : false;
  if (pwd) {
    const whose = { account: account ?? before.account, phone: phone || before.phone, firmId: firm, field: 'pwd' };
    await setPassword(db, before, { passwordHash: await acceptPassword(db, pwd, whose), isOwn: false });
  }
  const mustSignIn = hasNewRoles || firm !== before.firmId || status === false;
  await (mustSignIn ? revokeSessions(db, [id]) : announceSessionChange(db, [id]));
};

/** Of the own account only name, phone and password change here. Throws 63632 for the rest. */
const updateSelf = async (
  db: Db,
  { id, version, pwd, realName, phone, roles, account, firmId, status }: Change,
): Promise<void> => {
  const before = await lockAdmin(db, id);
  if (version !== undefined && version !== before.version) throw stale();
  const isSame =
    (roles === undefined || sameIds(roles, await findRoleIds(db, id))) &&
    (account === undefined || account === before.account) &&
    (firmId === undefined || firmId === before.firmId) &&
    status !== false;
  if (!isSame) throw refuse(accessRefusals.ownAccount);
  await changeAdmin(db, id, { realName, ...(phone ? { phone } : {}) });
  if (!pwd) return announceSessionChange(db, [id]);
  const whose = { ...before, phone: phone || before.phone, field: 'pwd', formerHash: before.passwordHash };
  await setPassword(db, before, { passwordHash: await acceptPassword(db, pwd, whose), isOwn: true });
};

/** Deletes an administrator softly and signs the person out. Throws 404, 63632, 63633. */
export const removeAdmin = async (db: Db, id: number, operator: Operator): Promise<void> => {
  await lockAdminBelow(db, id, operator);
  await changeAdmin(db, id, { isDel: true, status: false });
  await revokeSessions(db, [id]);
};

/** Enables or disables an administrator, who is signed out either way. Throws 404, 63632, 63633. */
export const switchAdmin = async (
  db: Db,
  { id, status }: { id: number; status: boolean },
  operator: Operator,
): Promise<void> => {
  await lockAdminBelow(db, id, operator);
  await changeAdmin(db, id, { status });
  await revokeSessions(db, [id]);
};

/** Turns text messages on or off, which need a phone. Throws 404, 63632, 63633, 63634. */
export const flipSms = async (db: Db, id: number, operator: Operator): Promise<void> => {
  const admin = await (id === operator.id ? lockAdmin(db, id) : lockAdminBelow(db, id, operator));
  if (!admin.phone && !admin.isSms) throw refuse(accessRefusals.phoneMissing);
  await changeAdmin(db, id, { isSms: !admin.isSms });
};

/** What a change of an administrator may leave out and the draft asks for. */
export const storedAdmin = async (db: Db, id: number) => {
  const { realName, phone } = await lockAdmin(db, id);
  return { realName, phone };
};

const requireFirm = async (db: Db, firmId: number): Promise<number> => {
  if (firmId === 0) return 0;
  const firm = await live(db, 'firm').select('id').where('id', '=', firmId).executeTakeFirst();
  if (!firm) throw invalid('firmId', '企业不存在');
  return firmId;
};

const findRoleIds = async (db: Db, adminId: number): Promise<number[]> =>
  (await db.selectFrom('adminRole').select('roleId').where('adminId', '=', adminId).execute()).map(
    ({ roleId }) => roleId,
  );

const sameIds = (some: number[], others: number[]): boolean => {
  const a = new Set(some);
  return a.size === new Set(others).size && others.every((id) => a.has(id));
};

/** Gives exactly these roles, each within what the operator has. Answers whether that changed anything. */
const giveRoles = async (
  db: Db,
  adminId: number,
  wanted: number[],
  firmId: number,
  operator: Operator,
): Promise<boolean> => {
  // Keeps the roles from being deleted until the commit.
  const roles = await db
    .selectFrom('role')
    .select(['id', 'roleName', isWithin(operator).as('isWithin')])
    .where('id', 'in', wanted)
    .forKeyShare()
    .execute();
  if (roles.length < new Set(wanted).size) throw notFound('角色不存在');
  const above = roles.find((role) => !role.isWithin);
  if (above) throw refuse(accessRefusals.roleAbove, { name: above.roleName });
  if (firmId !== 0 && roles.some(({ id }) => id === superRoleId)) throw invalid('firmId', '超级管理员只能是平台人员');
  const had = await findRoleIds(db, adminId);
  if (sameIds(wanted, had)) return false;
  await db.deleteFrom('adminRole').where('adminId', '=', adminId).execute();
  await db
    .insertInto('adminRole')
    .values(roles.map((role) => ({ adminId, roleId: role.id })))
    .execute();
  return true;
};
