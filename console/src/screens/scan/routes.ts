import type { ScreenRow } from '../../lib/screen-row.ts';

/** The screens of 防伪查询. */
export const routes: readonly ScreenRow[] = [
  {
    path: '/identity/selectManager',
    title: '防伪查询',
    may: 'admin:identity:select:list',
    load: async () => (await import('./queries.tsx')).Queries,
  },
  {
    path: '/identity/selectCreat/:id?',
    title: '新增查询设置',
    editTitle: '编辑查询设置',
    may: { any: ['admin:identity:select:save', 'admin:identity:select:update'] },
    activeMenu: '/identity/selectManager',
    load: async () => (await import('./query/query-setting-form.tsx')).QuerySettingForm,
  },
];
