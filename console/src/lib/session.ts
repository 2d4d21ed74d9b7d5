import { hasRole, namesPermission, permits } from '@zhuiyuan/contract/access/permission';
import { sessionApi, type Admin, type MenuNode } from '@zhuiyuan/contract/access/session';
import { ownPasswordFirst } from '@zhuiyuan/contract/kit/codes';
import type { May } from '@zhuiyuan/contract/kit/endpoint';
import { useCallback } from 'react';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';
import { dropClassLists } from './use-class-list.ts';
import { removeLogin, removeToken, writeLogin } from './cookies.ts';
import { queryClient } from './query-client.ts';
import { fullPath, loginAddress } from './leave-for-login.ts';
import { takeLayout } from './layout-setting.ts';
import { createStore } from './store.ts';
import { forgetStored } from './stored-keys.ts';

export interface Session {
  admin: Admin;
  roles: readonly string[];
  permissions: ReadonlySet<string>;
  /** Directories and menus of this person, as the server gave them. */
  menus: readonly MenuNode[];
  /** Whether the account of billable services is signed in. */
  isLogin: boolean;
}

/** Who is signed in; undefined until the server has said so. */
export const session = createStore<Session | undefined>(undefined);

const reloaded = createStore(0);
/** Grows when roles changed, so that whatever was built for the former roles is built anew. */
export const useSessionRound = (): number => reloaded.use();

const readIsLogin = async (): Promise<boolean> => {
  if (!mayNow(sessionApi.isLogin.may)) return false;
  try {
    return (await call(sessionApi.isLogin, {}, { quiet: true })).status;
  } catch {
    return false;
  }
};

/** Who has to set an own password first is told of no menus. */
const noneYet = (error: unknown): readonly MenuNode[] => {
  if (error instanceof ApiError && error.code === ownPasswordFirst[0]) return [];
  throw error;
};

/** Fetches who the token belongs to and what that person may open. Throws what the server or the check says. */
export const loadSession = async (): Promise<void> => {
  const [admin, menus] = await Promise.all([
    call(sessionApi.admin, {}, { quiet: true }),
    call(sessionApi.menus, {}, { quiet: true }).catch(noneYet),
  ]);
  if (!admin) throw new Error('Verification failed, please Login again.');
  if (!Array.isArray(admin.roles) || admin.roles.length === 0)
    throw new Error('getInfo: roles must be a non-null array!');
  takeLayout(admin.layout);
  writeLogin({ id: admin.id, account: admin.account, realName: admin.realName });
  session.set({ admin, roles: admin.roles, permissions: new Set(admin.permissionsList), menus, isLogin: false });
  void readIsLogin().then((isLogin) => {
    const current = session.get();
    if (current) session.set({ ...current, isLogin });
  });
};

const whose = (current: Session | undefined): string => JSON.stringify([current?.admin.id, current?.roles]);

/** Goes on with the token that another window got; what was typed stays where it is of the same person in the same roles. */
export const followSession = async (): Promise<void> => {
  const before = whose(session.get());
  await loadSession();
  if (whose(session.get()) === before) return;
  dropClassLists();
  queryClient.clear();
  reloaded.set(reloaded.get() + 1);
};

/** Forgets everything that belongs to the signed-in person. */
export const forgetSession = (): void => {
  removeToken();
  removeLogin();
  forgetStored();
  dropClassLists();
  queryClient.clear();
};

/** Ends the session on the server and here, and goes to the sign-in page, which leads back. */
export const logout = async (): Promise<void> => {
  const back = fullPath();
  try {
    await call(sessionApi.logout, {}, { quiet: true, isLast: true });
  } finally {
    forgetSession();
    location.assign(loginAddress(back));
  }
};

/** Whether the signed-in person passes `may`. A check that names no permission is logged and denied. */
export const mayNow = (may: May | undefined, current: Session | undefined = session.get()): boolean => {
  if (!may || !namesPermission(may)) {
    // oxlint-disable-next-line no-console -- a check without a permission is a mistake its author must see
    console.error('need permissions! Like "admin:system:role:list"');
    return false;
  }
  return permits(current?.permissions ?? new Set(), may);
};

/** Whether the signed-in person has one of the roles (or is an administrator). */
export const hasRoleNow = (wanted: readonly string[], current: Session | undefined = session.get()): boolean => {
  // oxlint-disable-next-line no-console -- as above
  if (wanted.length === 0) console.error('need roles! Like ["admin"]');
  return hasRole(current?.roles ?? [], wanted);
};

/** Gives a check of permissions for buttons and parts; it follows a change of roles. */
export const useMay = (): ((may: May) => boolean) => {
  const current = session.use();
  return useCallback((may: May) => mayNow(may, current), [current]);
};
