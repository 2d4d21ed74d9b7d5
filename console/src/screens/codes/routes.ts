import type { ScreenRow } from '../../lib/screen-row.ts';

/** The screens of making and changing codes. */
export const routes: readonly ScreenRow[] = [
  {
    path: '/identity/taskManager',
    title: '生码任务',
    may: 'admin:identity:task:list',
    load: async () => (await import('./tasks/tasks.tsx')).Tasks,
  },
  {
    path: '/identity/taskCreat/:id?',
    title: '新增生码任务',
    editTitle: '复制生码任务',
    may: 'admin:identity:task:save',
    activeMenu: '/identity/taskManager',
    load: async () => (await import('./tasks/task-form.tsx')).TaskForm,
  },
  {
    path: '/identity/batchManager',
    title: '操作记录',
    may: 'admin:identity:batch:list',
    load: async () => (await import('./ops/code-ops.tsx')).CodeOps,
  },
  {
    path: '/identity/batchManager/export',
    title: '批量导出码',
    may: 'admin:identity:batch:export',
    load: async () => (await import('./export/code-export.tsx')).CodeExport,
  },
  {
    path: '/identity/batchManager/import',
    title: '批量导入码',
    may: 'admin:identity:batch:import',
    load: async () => (await import('./import/ext-import.tsx')).ExtImport,
  },
  {
    path: '/identity/batchManager/use',
    title: '批量启用',
    may: 'admin:identity:batch:use',
    load: async () => (await import('./ops/activation-op.tsx')).ActivationOp,
  },
  {
    path: '/identity/channelManager/update',
    title: '渠道变更',
    may: 'admin:identity:channel:change',
    load: async () => (await import('./ops/channel-change.tsx')).ChannelChange,
  },
  {
    path: '/identity/batchManager/update',
    title: '批量改绑',
    may: 'admin:identity:batch:update',
    load: async () => (await import('./ops/rebind-op.tsx')).RebindPage,
  },
  {
    path: '/identity/batchManager/delete',
    title: '批量作废',
    may: 'admin:identity:batch:delete',
    load: async () => (await import('./ops/void-op.tsx')).VoidPage,
  },
  {
    path: '/identity/identityManager/code/:code',
    title: '编码详情',
    may: 'admin:identity:identity:list',
    activeMenu: '/identity/identityManager',
    load: async () => (await import('./lookup/code-page.tsx')).CodePage,
  },
  {
    path: '/lottery/ai/markCode/mouldManage',
    title: '码模板管理',
    may: 'admin:lottery:mould:list',
    load: async () => (await import('./label/moulds.tsx')).Moulds,
  },
  {
    path: '/lottery/ai/markCode/mouldEdit/:id?',
    title: '新增码模板',
    editTitle: '编辑码模板',
    may: { any: ['admin:lottery:mould:save', 'admin:lottery:mould:update'] },
    activeMenu: '/lottery/ai/markCode/mouldManage',
    load: async () => (await import('./label/mould-editor.tsx')).MouldEditor,
  },
];
