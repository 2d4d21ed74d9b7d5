import { permissionsOf, type May } from '../kit/endpoint.ts';

/** Held by the super administrator; grants every permission. */
export const everything = '*:*:*';

/** The role key that opens the routes restricted to administrators. */
export const adminRole = 'admin';

/** Whether somebody who holds `granted` passes `may`. An empty list of permissions lets nobody through. */
export const permits = (granted: ReadonlySet<string>, may: May): boolean => {
  if (may === 'open' || may === 'signed-in') return true;
  const holds = (permission: string): boolean =>
    permission !== '' && (granted.has(everything) || granted.has(permission));
  if (typeof may === 'string') return holds(may);
  if ('any' in may) return may.any.some(holds);
  return may.all.length > 0 && may.all.every(holds);
};

/** Whether `may` names at least one permission; a check without one is a mistake of the caller. */
export const namesPermission = (may: May | undefined): boolean => {
  if (typeof may === 'string') return may.length > 0;
  return may !== undefined && permissionsOf(may).length > 0;
};

/** Whether one of the roles, or the administrator role, is held. An empty list lets nobody through. */
export const hasRole = (roles: readonly string[], wanted: readonly string[]): boolean =>
  wanted.length > 0 && roles.some((role) => role === adminRole || wanted.includes(role));
