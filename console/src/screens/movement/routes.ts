import { applyList, orderList, deliverList } from '../../lib/object-addresses.ts';
import type { ScreenRow } from '../../lib/screen-row.ts';

/** The screens of shipping, signing and replenishment. */
export const routes: readonly ScreenRow[] = [
  {
    path: '/identity/deliverManager',
    title: '发货管理',
    may: 'admin:identity:deliver:list',
    load: async () => (await import('./document/deliver-list.tsx')).Delivers,
  },
  {
    path: '/identity/deliverManager/info',
    title: '发货单详情',
    may: { any: ['admin:identity:deliver:list', 'admin:identity:deliver:sign'] },
    activeMenu: deliverList,
    load: async () => (await import('./document/deliver-page.tsx')).DeliverPage,
  },
  {
    path: '/identity/deliverManager/alone',
    title: '单码发货',
    may: 'admin:identity:deliver:alone',
    load: async () => (await import('./ship/scan-page.tsx')).AloneShip,
  },
  {
    path: '/identity/deliverManager/box',
    title: '箱码发货',
    may: 'admin:identity:deliver:box',
    load: async () => (await import('./ship/scan-page.tsx')).BoxShip,
  },
  {
    path: '/identity/deliverManager/batch',
    title: '批量发货',
    may: 'admin:identity:deliver:batch',
    load: async () => (await import('./ship/scan-page.tsx')).BatchShip,
  },
  {
    path: '/identity/deliverManager/return',
    title: '退货',
    may: 'admin:identity:deliver:return',
    activeMenu: deliverList,
    load: async () => (await import('./ship/scan-page.tsx')).TakeBack,
  },
  {
    path: '/identity/deliverManager/sign',
    title: '签收',
    may: 'admin:identity:deliver:sign',
    load: async () => (await import('./sign/signing.tsx')).Signing,
  },
  {
    path: '/identity/deliverManager/aloneCancel',
    title: '单码撤销',
    may: 'admin:identity:deliver:cancel',
    load: async () => (await import('./ship/code-cancel.tsx')).AloneCancel,
  },
  {
    path: '/identity/deliverManager/boxCancel',
    title: '箱码撤销',
    may: 'admin:identity:deliver:cancel',
    load: async () => (await import('./ship/code-cancel.tsx')).BoxCancel,
  },
  {
    path: '/identity/deliverManager/log',
    title: '发货日志',
    may: 'admin:identity:deliver:log',
    load: async () => (await import('./document/deliver-logs.tsx')).DeliverLogs,
  },
  {
    path: '/identity/needApplyManager',
    title: '要货申请',
    may: 'admin:identity:needApply:list',
    load: async () => (await import('./replenish/applies.tsx')).Applies,
  },
  {
    path: '/identity/needApplyManagerCreat/:id?',
    title: '新增要货申请',
    editTitle: '编辑要货申请',
    may: { any: ['admin:identity:needApply:save', 'admin:identity:needApply:update'] },
    activeMenu: applyList,
    load: async () => (await import('./replenish/apply-form.tsx')).ApplyForm,
  },
  {
    path: '/identity/needOrderManager',
    title: '要货订单',
    may: 'admin:identity:needOrder:list',
    load: async () => (await import('./replenish/orders.tsx')).Orders,
  },
  {
    path: '/identity/needOrderManagerCreat/:id?',
    title: '新增要货订单',
    editTitle: '要货订单',
    may: { any: ['list', 'save', 'update'].map((verb) => `admin:identity:needOrder:${verb}`) },
    activeMenu: orderList,
    load: async () => (await import('./replenish/order-page.tsx')).OrderPage,
  },
];
