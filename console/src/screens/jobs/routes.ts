import type { ScreenRow } from '../../lib/screen-row.ts';

/** The screens of imports and exports. */
export const routes: readonly ScreenRow[] = [
  {
    path: '/identity/importTaskManager',
    title: '导入任务',
    may: 'admin:identity:importTask:list',
    load: async () => (await import('./imports.tsx')).Imports,
  },
  {
    path: '/identity/excelLogManager',
    title: '导入导出日志',
    may: 'admin:identity:excelLog:list',
    load: async () => (await import('./excel-logs.tsx')).ExcelLogs,
  },
  {
    path: '/identity/excelLogCreat/:id?',
    title: '新建导出',
    editTitle: '日志详情',
    may: { any: ['admin:identity:excelLog:save', 'admin:identity:excelLog:list'] },
    activeMenu: '/identity/excelLogManager',
    load: async () => (await import('./excel-log-form.tsx')).ExcelLogForm,
  },
];
