import type { ScreenRow } from '../../lib/screen-row.ts';

/** The screens of products, their flows and templates. */
export const routes: readonly ScreenRow[] = [
  {
    path: '/identity/productManager',
    title: '产品管理',
    may: 'admin:identity:product:list',
    load: async () => (await import('./product/products.tsx')).Products,
  },
  {
    path: '/identity/productCreat/:id?',
    title: '新增产品',
    editTitle: '编辑产品',
    may: { any: ['admin:identity:product:save', 'admin:identity:product:update'] },
    activeMenu: '/identity/productManager',
    load: async () => (await import('./product/product-form.tsx')).ProductForm,
  },
  {
    path: '/identity/productManager/:id',
    title: '产品',
    may: 'admin:identity:product:list',
    activeMenu: '/identity/productManager',
    load: async () => (await import('./product/product-page.tsx')).ProductPage,
  },
  {
    path: '/identity/lotManager',
    title: '批次管理',
    may: 'admin:identity:lot:list',
    load: async () => (await import('./lot/all-lots.tsx')).AllLots,
  },
  {
    path: '/identity/lotManager/:id',
    title: '批次',
    may: 'admin:identity:lot:list',
    activeMenu: '/identity/lotManager',
    load: async () => (await import('./lot/lot-page.tsx')).LotPage,
  },
  {
    path: '/identity/flowManager',
    title: '流程管理',
    may: 'admin:identity:flow:list',
    load: async () => (await import('./flow/flows.tsx')).Flows,
  },
  {
    path: '/identity/flowManager/import',
    title: '流程导入',
    may: 'admin:identity:flow:import',
    load: async () => (await import('./flow/flow-import.tsx')).FlowImport,
  },
  {
    path: '/identity/flowCreat/:id?',
    title: '新增流程',
    editTitle: '编辑流程',
    may: { any: ['admin:identity:flow:save', 'admin:identity:flow:update'] },
    activeMenu: '/identity/flowManager',
    load: async () => (await import('./flow/flow-form.tsx')).FlowForm,
  },
  {
    path: '/identity/flowTypeManager',
    title: '流程类型',
    may: 'admin:identity:flowType:list',
    load: async () => (await import('./flow/flow-types.tsx')).FlowTypes,
  },
  {
    path: '/identity/flowTypeCreat/:id?',
    title: '新增流程类型',
    editTitle: '编辑流程类型',
    may: { any: ['admin:identity:flowType:save', 'admin:identity:flowType:update'] },
    activeMenu: '/identity/flowTypeManager',
    load: async () => (await import('./flow/flow-type-form.tsx')).FlowTypeForm,
  },
  {
    path: '/identity/tempManager',
    title: '溯源模板',
    may: 'admin:identity:temp:list',
    load: async () => (await import('./template/templates.tsx')).Templates,
  },
  {
    path: '/identity/tempCreat/:id?',
    title: '新增溯源模板',
    editTitle: '编辑溯源模板',
    may: { any: ['admin:identity:temp:save', 'admin:identity:temp:update'] },
    activeMenu: '/identity/tempManager',
    load: async () => (await import('./template/template-editor.tsx')).TemplateEditor,
  },
];
