import type { May } from '@zhuiyuan/contract/kit/endpoint';
import type { ComponentType } from 'react';

/** A screen: one row gives its route, guard, tab, breadcrumb and title. */
export interface ScreenRow {
  path: string;
  title: string;
  /** Title when the path carries its optional `:id`. */
  editTitle?: string;
  may?: May;
  role?: 'admin';
  load: () => Promise<ComponentType>;
  /** Menu entry that stays marked while this screen, which is not in the menu, is shown. */
  activeMenu?: string;
  /** Built anew at every visit instead of being kept behind its tab. */
  noCache?: boolean;
}

/** Where the console starts; its tab is pinned. */
export const homePath = '/dashboard';
/** Where a telephone starts, once this screen exists. */
export const phoneHomePath = '/javaMobile/orderStatistics';

/** Every screen of the console. */
export const screens: readonly ScreenRow[] = [
  { path: homePath, title: '主页', load: async () => (await import('../screens/dashboard/dashboard.tsx')).Dashboard },
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
    path: '/identity/firmManager',
    title: '企业管理',
    may: 'admin:identity:firm:list',
    load: async () => (await import('../screens/parties/firms.tsx')).Firms,
  },
  {
    path: '/identity/firmCreat/:id?',
    title: '新增企业',
    editTitle: '编辑企业',
    may: { any: ['admin:identity:firm:save', 'admin:identity:firm:update'] },
    activeMenu: '/identity/firmManager',
    load: async () => (await import('../screens/parties/firm-form.tsx')).FirmForm,
  },
  {
    path: '/identity/shopAssManager',
    title: '门店关联',
    may: 'admin:identity:shop:list',
    load: async () => (await import('../screens/parties/shops/shops.tsx')).Shops,
  },
  {
    path: '/identity/shopAssCreat/:id?',
    title: '新增门店关联',
    editTitle: '变更关联',
    may: { any: ['admin:identity:shopAss:save', 'admin:identity:shopAss:update'] },
    activeMenu: '/identity/shopAssManager',
    load: async () => (await import('../screens/parties/shops/tie-form.tsx')).TieForm,
  },
  {
    path: '/identity/spreadManager',
    title: '推广员管理',
    may: 'admin:identity:spread:list',
    load: async () => (await import('../screens/parties/spreads/spreads.tsx')).Spreads,
  },
  {
    path: '/identity/channelManager',
    title: '渠道管理',
    may: 'admin:identity:channel:list',
    role: 'admin',
    load: async () => (await import('../screens/parties/channels.tsx')).Channels,
  },
  {
    path: '/identity/agentManager',
    title: '经销商管理',
    may: 'admin:identity:agent:list',
    load: async () => (await import('../screens/parties/agents.tsx')).Agents,
  },
  {
    path: '/identity/agentCreat/:id?',
    title: '新增经销商',
    editTitle: '编辑经销商',
    may: { any: ['admin:identity:agent:save', 'admin:identity:agent:update'] },
    activeMenu: '/identity/agentManager',
    load: async () => (await import('../screens/parties/agent-form.tsx')).AgentForm,
  },
  {
    path: '/identity/inspector',
    title: '稽查员',
    may: { any: ['admin:identity:inspector:list', 'admin:identity:inspector:record'] },
    load: async () => (await import('../screens/parties/inspectors.tsx')).Inspectors,
  },
  {
    path: '/identity/salesman',
    title: '业务员',
    may: 'admin:identity:salesman:list',
    load: async () => (await import('../screens/parties/salesmen.tsx')).Salesmen,
  },
  {
    path: '/identity/productManager',
    title: '产品管理',
    may: 'admin:identity:product:list',
    load: async () => (await import('../screens/trace/products.tsx')).Products,
  },
  {
    path: '/identity/productCreat/:id?',
    title: '新增产品',
    editTitle: '编辑产品',
    may: { any: ['admin:identity:product:save', 'admin:identity:product:update'] },
    activeMenu: '/identity/productManager',
    load: async () => (await import('../screens/trace/product-form.tsx')).ProductForm,
  },
  {
    path: '/identity/flowManager',
    title: '流程管理',
    may: 'admin:identity:flow:list',
    load: async () => (await import('../screens/trace/flows.tsx')).Flows,
  },
  {
    path: '/identity/flowManager/import',
    title: '流程导入',
    may: 'admin:identity:flow:import',
    load: async () => (await import('../screens/trace/flow-import.tsx')).FlowImport,
  },
  {
    path: '/identity/flowCreat/:id?',
    title: '新增流程',
    editTitle: '编辑流程',
    may: { any: ['admin:identity:flow:save', 'admin:identity:flow:update'] },
    activeMenu: '/identity/flowManager',
    load: async () => (await import('../screens/trace/flow-form.tsx')).FlowForm,
  },
  {
    path: '/identity/flowTypeManager',
    title: '流程类型',
    may: 'admin:identity:flowType:list',
    load: async () => (await import('../screens/trace/flow-types.tsx')).FlowTypes,
  },
  {
    path: '/identity/flowTypeCreat/:id?',
    title: '新增流程类型',
    editTitle: '编辑流程类型',
    may: { any: ['admin:identity:flowType:save', 'admin:identity:flowType:update'] },
    activeMenu: '/identity/flowTypeManager',
    load: async () => (await import('../screens/trace/flow-type-form.tsx')).FlowTypeForm,
  },
  {
    path: '/identity/taskManager',
    title: '生码任务',
    may: 'admin:identity:task:list',
    load: async () => (await import('../screens/codes/tasks/tasks.tsx')).Tasks,
  },
  {
    path: '/identity/taskCreat/:id?',
    title: '新增生码任务',
    editTitle: '复制生码任务',
    may: 'admin:identity:task:save',
    activeMenu: '/identity/taskManager',
    load: async () => (await import('../screens/codes/task-form/task-form.tsx')).TaskForm,
  },
  {
    path: '/identity/batchManager',
    title: '操作记录',
    may: 'admin:identity:batch:list',
    role: 'admin',
    load: async () => (await import('../screens/codes/batches/batches.tsx')).Batches,
  },
  {
    path: '/identity/batchManager/export',
    title: '批量导出码',
    may: 'admin:identity:batch:export',
    role: 'admin',
    load: async () => (await import('../screens/codes/code-export/code-export.tsx')).CodeExport,
  },
  {
    path: '/identity/batchManager/import',
    title: '批量导入码',
    may: 'admin:identity:batch:import',
    role: 'admin',
    load: async () => (await import('../screens/codes/ext-import/ext-import.tsx')).ExtImport,
  },
  {
    path: '/identity/batchManager/use',
    title: '批量启用',
    may: 'admin:identity:batch:use',
    role: 'admin',
    load: async () => (await import('../screens/codes/batch-use/batch-use.tsx')).BatchUse,
  },
  {
    path: '/identity/identityHomeManager',
    title: '标识首页',
    may: 'admin:identity:identityHome:list',
    load: async () => (await import('../screens/codes/home/identity-home.tsx')).IdentityHome,
  },
  {
    path: '/identity/channelManager/update',
    title: '渠道变更',
    may: 'admin:identity:channel:change',
    role: 'admin',
    load: async () => (await import('../screens/codes/channel-change/channel-change.tsx')).ChannelChange,
  },
  {
    path: '/identity/batchManager/update',
    title: '批量改绑',
    may: 'admin:identity:batch:update',
    role: 'admin',
    load: async () => (await import('../screens/codes/batch-update/batch-update.tsx')).BatchUpdate,
  },
  {
    path: '/identity/batchManager/delete',
    title: '批量作废',
    may: 'admin:identity:batch:delete',
    role: 'admin',
    load: async () => (await import('../screens/codes/batch-delete/batch-delete.tsx')).BatchDelete,
  },
  {
    path: '/identity/tempManager',
    title: '溯源模板',
    may: 'admin:identity:temp:list',
    load: async () => (await import('../screens/trace/temps/temps.tsx')).Temps,
  },
  {
    path: '/identity/tempCreat/:id?',
    title: '新增溯源模板',
    editTitle: '编辑溯源模板',
    may: { any: ['admin:identity:temp:save', 'admin:identity:temp:update'] },
    activeMenu: '/identity/tempManager',
    load: async () => (await import('../screens/trace/temp-editor/temp-editor.tsx')).TempEditor,
  },
  {
    path: '/identity/identityManager',
    title: '标识管理',
    may: 'admin:identity:identity:list',
    load: async () => (await import('../screens/codes/identities/identities.tsx')).Identities,
  },
  {
    path: '/identity/identityCreat/:id?',
    title: '标识注册',
    editTitle: '标识详情',
    may: 'admin:identity:identity:reg',
    activeMenu: '/identity/identityManager',
    load: async () => (await import('../screens/codes/registrations/registration-form.tsx')).RegistrationForm,
  },
  {
    path: '/identity/identityManager/code/:code',
    title: '编码详情',
    may: 'admin:identity:identity:list',
    activeMenu: '/identity/identityManager',
    load: async () => (await import('../screens/codes/code/code-page.tsx')).CodePage,
  },
  {
    path: '/identity/selectManager',
    title: '防伪查询',
    may: 'admin:identity:select:list',
    load: async () => (await import('../screens/codes/selects/selects.tsx')).Selects,
  },
  {
    path: '/identity/agentselectManager',
    title: '经销商查询',
    may: 'admin:identity:agentselect:list',
    load: async () => (await import('../screens/codes/agent-select/agent-select.tsx')).AgentSelect,
  },
  {
    path: '/identity/selectCreat/:id?',
    title: '新增查询设置',
    editTitle: '编辑查询设置',
    may: { any: ['admin:identity:select:save', 'admin:identity:select:update'] },
    activeMenu: '/identity/selectManager',
    load: async () => (await import('../screens/codes/selects/select-form.tsx')).SelectForm,
  },
  {
    path: '/maintain/picture',
    title: '素材管理',
    may: 'admin:system:attachment:list',
    load: async () => (await import('../screens/media/pictures.tsx')).Pictures,
  },
  {
    path: '/identity/importTaskManager',
    title: '导入任务',
    may: 'admin:identity:importTask:list',
    load: async () => (await import('../screens/jobs/imports.tsx')).Imports,
  },
  {
    path: '/identity/excelLogManager',
    title: '导入导出日志',
    may: 'admin:identity:excelLog:list',
    load: async () => (await import('../screens/jobs/excel-logs.tsx')).ExcelLogs,
  },
  {
    path: '/identity/excelLogCreat/:id?',
    title: '新建导出',
    editTitle: '日志详情',
    may: { any: ['admin:identity:excelLog:save', 'admin:identity:excelLog:list'] },
    activeMenu: '/identity/excelLogManager',
    load: async () => (await import('../screens/jobs/excel-log-form.tsx')).ExcelLogForm,
  },
];
