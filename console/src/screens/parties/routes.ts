import type { ScreenRow } from '../../lib/screen-row.ts';

/** The screens of the firm and its partners. */
export const routes: readonly ScreenRow[] = [
  {
    path: '/identity/firmManager',
    title: '企业管理',
    may: 'admin:identity:firm:list',
    load: async () => (await import('./firm/firms.tsx')).Firms,
  },
  {
    path: '/identity/firmCreat/:id?',
    title: '新增企业',
    editTitle: '编辑企业',
    may: { any: ['admin:identity:firm:save', 'admin:identity:firm:update'] },
    activeMenu: '/identity/firmManager',
    load: async () => (await import('./firm/firm-form.tsx')).FirmForm,
  },
  {
    path: '/identity/shopAssManager',
    title: '门店关联',
    may: 'admin:identity:shop:list',
    load: async () => (await import('./shop/shops.tsx')).Shops,
  },
  {
    path: '/lottery/merchants/store',
    title: '门店管理',
    may: 'admin:lottery:store:list',
    load: async () => (await import('./store/stores.tsx')).Stores,
  },
  {
    path: '/lottery/merchants/storetrace',
    title: '门店追溯',
    may: 'admin:lottery:storeTrace:list',
    load: async () => (await import('./store/store-trace.tsx')).StoreTrace,
  },
  {
    path: '/lottery/merchants/storeaudit',
    title: '门店审核',
    may: 'admin:lottery:storeAudit:list',
    load: async () => (await import('./store/applies.tsx')).Applies,
  },
  {
    path: '/identity/shopAssCreat/:id?',
    title: '新增门店关联',
    editTitle: '变更关联',
    may: { any: ['admin:identity:shopAss:save', 'admin:identity:shopAss:update'] },
    activeMenu: '/identity/shopAssManager',
    load: async () => (await import('./shop/shop-link-form.tsx')).ShopLinkForm,
  },
  {
    path: '/identity/spreadManager',
    title: '推广员管理',
    may: 'admin:identity:spread:list',
    load: async () => (await import('./promoter/promoters.tsx')).Promoters,
  },
  {
    path: '/identity/channelManager',
    title: '渠道管理',
    may: 'admin:identity:channel:list',
    load: async () => (await import('./channel/channels.tsx')).Channels,
  },
  {
    path: '/identity/agentManager',
    title: '经销商管理',
    may: 'admin:identity:agent:list',
    load: async () => (await import('./agent/agents.tsx')).Agents,
  },
  {
    path: '/identity/agentCreat/:id?',
    title: '新增经销商',
    editTitle: '编辑经销商',
    may: { any: ['admin:identity:agent:save', 'admin:identity:agent:update'] },
    activeMenu: '/identity/agentManager',
    load: async () => (await import('./agent/agent-form.tsx')).AgentForm,
  },
  {
    path: '/identity/inspector',
    title: '稽查员',
    may: { any: ['admin:identity:inspector:list', 'admin:identity:inspector:record'] },
    load: async () => (await import('./inspector/inspectors.tsx')).Inspectors,
  },
  {
    path: '/identity/salesman',
    title: '业务员',
    may: 'admin:identity:salesman:list',
    load: async () => (await import('./salesman/salesmen.tsx')).Salesmen,
  },
];
