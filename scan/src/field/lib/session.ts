import type { HeldRole } from '@zhuiyuan/contract/account/account';
import { keptText } from '../../lib/kept-text.ts';

const role = keptText('zy_role');

/** The role chosen on this phone, as the header names it. */
export const chosenRole = role.read;

export const chooseRole = role.keep;

const link = keptText('zy_invite');

/** The link by which a shop put itself forward on this phone, '' without one. */
export const invite = link.read;

export const keepInvite = link.keep;

/** The chosen one of some roles, else the first that may be used. */
export const pickRole = (roles: readonly HeldRole[]): HeldRole | undefined =>
  roles.find((held) => held.role === chosenRole()) ?? roles.find(({ state }) => state !== 'closed') ?? roles[0];
