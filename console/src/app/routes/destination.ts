import { adminScreens } from '@zhuiyuan/contract/access/admin-screens';
import { adminRole, permits, hasRole } from '@zhuiyuan/contract/access/permission';
import type { May } from '@zhuiyuan/contract/kit/endpoint';
import { matchRoutes } from 'react-router';
import { directoryTarget, type MenuEntry } from './menu-entries.ts';

/** What the guard reads of a screen's row. */
export interface Guarded {
  path: string;
  may?: May;
}

/** What an address leads to. */
export type Destination<Row extends Guarded> =
  | { kind: 'screen'; row: Row; isEdit: boolean }
  | { kind: 'forbidden'; row: Row }
  | { kind: 'directory'; to: string }
  | { kind: 'unknown' };

interface Visitor {
  roles: readonly string[];
  permissions: ReadonlySet<string>;
}

/** Whether a screen is closed to a person for want of 管理员角色. */
export const lacksRole = ({ path }: Guarded, { roles }: Pick<Visitor, 'roles'>): boolean =>
  adminScreens.has(path) && !hasRole(roles, [adminRole]);

/** Whether a screen is closed to a person for want of its permission. */
export const lacksPermission = ({ may }: Guarded, { permissions }: Pick<Visitor, 'permissions'>): boolean =>
  may !== undefined && !permits(permissions, may);

/** Whether a person may open a screen: the administrator's role where it asks for one, and its permission. */
export const mayOpen = (row: Guarded, visitor: Visitor): boolean =>
  !lacksRole(row, visitor) && !lacksPermission(row, visitor);

/** Row of the screen an address names, with whether it carries the optional `:id` of an edit. */
export const rowAt = <Row extends Guarded>(rows: readonly Row[], pathname: string) => {
  const match = matchRoutes(
    rows.map((row) => ({ path: row.path, handle: row })),
    pathname,
  )?.at(-1);
  return match && { row: match.route.handle as Row, isEdit: Boolean(match.params.id) };
};

/** Decides what an address leads to for a person. */
export const toDestination = <Row extends Guarded>(
  pathname: string,
  { rows, menu, visitor }: { rows: readonly Row[]; menu: readonly MenuEntry[]; visitor: Visitor },
): Destination<Row> => {
  const found = rowAt(rows, pathname);
  if (found) return mayOpen(found.row, visitor) ? { kind: 'screen', ...found } : { kind: 'forbidden', row: found.row };
  const to = directoryTarget(menu, pathname);
  return to ? { kind: 'directory', to } : { kind: 'unknown' };
};

/** A permission in words a person can pass on. */
export const permissionText = (may: May | undefined): string => {
  if (!may || may === 'open' || may === 'signed-in') return '';
  if (typeof may === 'string') return may;
  return 'any' in may ? may.any.join(' 或 ') : may.all.join(' 和 ');
};
