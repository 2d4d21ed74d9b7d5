import type { HeldRole } from '@zhuiyuan/contract/account/account';

const name = 'zy_role';
/** What a browser that refuses its storage keeps until the page is left. */
let kept = '';

/** The role chosen on this phone, as the header names it. */
export const chosenRole = (): string => {
  try {
    return localStorage.getItem(name) ?? kept;
  } catch {
    return kept;
  }
};

export const chooseRole = (role: string): void => {
  kept = role;
  try {
    if (role) localStorage.setItem(name, role);
    else localStorage.removeItem(name);
  } catch {
    // Kept in memory, then.
  }
};

const inviteName = 'zy_invite';
let keptInvite = '';

/** The link by which a shop put itself forward on this phone, '' without one. */
export const invite = (): string => {
  try {
    return localStorage.getItem(inviteName) ?? keptInvite;
  } catch {
    return keptInvite;
  }
};

export const keepInvite = (code: string): void => {
  keptInvite = code;
  try {
    localStorage.setItem(inviteName, code);
  } catch {
    // Kept in memory, then.
  }
};

/** The chosen one of some roles, else the first that may be used. */
export const pickRole = (roles: readonly HeldRole[]): HeldRole | undefined =>
  roles.find(({ role }) => role === chosenRole()) ?? roles.find(({ state }) => state !== 'closed') ?? roles[0];
