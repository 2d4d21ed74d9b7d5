import type { ScreenRow } from '../../lib/screen-row.ts';

/** The screens of packing. */
export const routes: readonly ScreenRow[] = [
  {
    path: '/identity/packManager',
    title: '包装管理',
    may: 'admin:identity:pack:list',
    load: async () => (await import('./boxes.tsx')).Boxes,
  },
  {
    path: '/identity/packManager/alone',
    title: '单品装箱',
    may: 'admin:identity:pack:alone',
    isStation: true,
    load: async () => (await import('./station/stations.tsx')).AloneStation,
  },
  {
    path: '/identity/packManager/box',
    title: '小箱装大箱',
    may: 'admin:identity:pack:box',
    isStation: true,
    load: async () => (await import('./station/stations.tsx')).BoxStation,
  },
  {
    path: '/identity/packManager/boxList',
    title: '箱列表',
    may: 'admin:identity:pack:list',
    load: async () => (await import('./box-list.tsx')).BoxList,
  },
  {
    path: '/identity/packLogManager',
    title: '包装日志',
    may: 'admin:identity:packLog:list',
    load: async () => (await import('./pack-logs.tsx')).PackLogs,
  },
  {
    path: '/identity/packLogCreat/:id?',
    title: '补录包装',
    editTitle: '包装日志详情',
    may: { any: ['admin:identity:packLog:save', 'admin:identity:packLog:list'] },
    activeMenu: '/identity/packLogManager',
    load: async () => (await import('./pack-log-page.tsx')).PackLogPage,
  },
];
