import type { HeldRole } from '@zhuiyuan/contract/account/account';

const names = { token: 'zy_account', role: 'zy_role' };
/** What a browser that refuses its storage keeps until the page is left. */
const memory = new Map<string, string>();

const read = (name: string): string => {
  try {
    return localStorage.getItem(name) ?? memory.get(name) ?? '';
  } catch {
    return memory.get(name) ?? '';
  }
};

const write = (name: string, value: string): void => {
  memory.set(name, value);
  try {
    if (value) localStorage.setItem(name, value);
    else localStorage.removeItem(name);
  } catch {
    // Kept in memory, then.
  }
};

/** The token of this phone's account, '' before anything was bound. */
export const accountToken = (): string => read(names.token);
export const keepToken = (token: string): void => write(names.token, token);

/** The role chosen on this phone, as the header names it. */
export const chosenRole = (): string => read(names.role);
export const chooseRole = (role: string): void => write(names.role, role);

/** The chosen one of some roles, else the first that may be used. */
export const pickRole = (roles: readonly HeldRole[]): HeldRole | undefined =>
  roles.find(({ role }) => role === chosenRole()) ?? roles.find(({ state }) => state !== 'closed') ?? roles[0];
