import { statMay, statNames, statPath, statScreens } from '@zhuiyuan/contract/stats/screens/stat-screens';
import type { ScreenRow } from '../../lib/screen-row.ts';

/** Where the console starts; its tab is pinned. */
export const homePath = '/dashboard';

/** The screens of 主页, 标识首页, 扫码明细 and 数据统计. */
export const routes: readonly ScreenRow[] = [
  { path: homePath, title: '主页', load: async () => (await import('./home/dashboard.tsx')).Dashboard },
  {
    path: '/identity/identityHomeManager',
    title: '标识首页',
    may: 'admin:identity:identityHome:list',
    load: async () => (await import('./home/identity-home.tsx')).IdentityHome,
  },
  {
    path: '/lottery/ai/index',
    title: '营销概览',
    may: 'admin:lottery:ai:index',
    load: async () => (await import('./overview/ai.tsx')).AiOverview,
  },
  {
    path: '/lottery/ai/wall',
    title: '大屏',
    may: { any: ['admin:lottery:ai:index', 'admin:lottery:stats:scan'] },
    isStation: true,
    noCache: true,
    load: async () => (await import('./wall/wall.tsx')).WallScreen,
  },
  {
    path: '/lottery/customer/index',
    title: '客户概览',
    may: 'admin:lottery:customer:index',
    load: async () => (await import('./overview/customer.tsx')).CustomerOverview,
  },
  ...statNames.map((name): ScreenRow => ({
    path: statPath(statScreens[name]),
    title: statScreens[name].title,
    may: statMay(name),
    load: async () => (await import('./screens/stat-board.tsx')).boardOf(name),
  })),
  {
    path: '/lottery/ai/markCode/scanDetailed',
    title: '扫码明细',
    may: 'admin:lottery:scan:list',
    load: async () => (await import('./scans/scan-details.tsx')).ScanDetails,
  },
];
