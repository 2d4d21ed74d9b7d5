import { traceScreens } from './routes-trace.tsx';
import type { ScreenRow } from './screen-row.ts';

/** Where the console starts; its tab is pinned. */
export const homePath = '/dashboard';
/** Where a telephone starts, once this screen exists. */
export const phoneHomePath = '/javaMobile/orderStatistics';

/** Every screen of the console. */
export const screens: readonly ScreenRow[] = [
  { path: homePath, title: '主页', load: async () => (await import('../screens/stats/dashboard.tsx')).Dashboard },
  {
    path: '/operation/roleManager/identityManager',
    title: '角色管理',
    may: 'admin:system:role:list',
    role: 'admin',
    load: async () => (await import('../screens/access/roles.tsx')).Roles,
  },
  {
    path: '/operation/roleManager/adminList',
    title: '管理员列表',
    may: 'admin:system:admin:list',
    role: 'admin',
    load: async () => (await import('../screens/access/admins.tsx')).Admins,
  },
  {
    path: '/operation/roleManager/promiseRules',
    title: '权限规则',
    may: 'admin:system:menu:list',
    role: 'admin',
    load: async () => (await import('../screens/access/menus.tsx')).Menus,
  },
  {
    path: '/maintain/systemLog',
    title: '系统日志',
    may: 'admin:system:log:list',
    load: async () => (await import('../screens/access/audit-logs.tsx')).AuditLogs,
  },
  {
    path: '/maintain/user',
    title: '个人中心',
    load: async () => (await import('../screens/access/own-account.tsx')).OwnAccount,
  },
  {
    path: '/maintain/picture',
    title: '素材管理',
    may: 'admin:system:attachment:list',
    load: async () => (await import('../screens/media/pictures.tsx')).Pictures,
  },
  ...traceScreens,
];
