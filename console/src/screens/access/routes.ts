import type { ScreenRow } from '../../lib/screen-row.ts';

/** The screens of 角色, 管理员, 权限规则, 系统日志 and one's own account. */
export const routes: readonly ScreenRow[] = [
  {
    path: '/operation/roleManager/identityManager',
    title: '角色管理',
    may: 'admin:system:role:list',
    load: async () => (await import('./roles.tsx')).Roles,
  },
  {
    path: '/operation/roleManager/adminList',
    title: '管理员列表',
    may: 'admin:system:admin:list',
    load: async () => (await import('./admins.tsx')).Admins,
  },
  {
    path: '/operation/roleManager/promiseRules',
    title: '权限规则',
    may: 'admin:system:menu:list',
    load: async () => (await import('./menus.tsx')).Menus,
  },
  {
    path: '/maintain/systemLog',
    title: '系统日志',
    may: 'admin:system:log:list',
    load: async () => (await import('./audit-logs.tsx')).AuditLogs,
  },
  {
    path: '/maintain/user',
    title: '个人中心',
    load: async () => (await import('./own-account.tsx')).OwnAccount,
  },
];
