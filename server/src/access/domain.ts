import type { Domain } from '../kit/http/domain.ts';
import { mountSession } from './session.ts';
import { mountOwnAccount } from './own-account.ts';
import { mountRole } from './role.ts';
import { mountAdmin } from './admin.ts';
import { mountMenu } from './menu.ts';
import { mountAuditLog } from './audit-log.ts';

/** Accounts of staff: sign-in, roles, menus and the log of what they did. */
export const access = {
  mounts: [mountSession, mountOwnAccount, mountRole, mountAdmin, mountMenu, mountAuditLog],
} satisfies Domain;
