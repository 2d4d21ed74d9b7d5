import type { ScreenRow } from '../../lib/screen-row.ts';

/** The screens of 资产管理. */
export const routes: readonly ScreenRow[] = [
  {
    path: '/lottery/assets/index',
    title: '资产概览',
    may: 'admin:lottery:assets:index',
    load: async () => (await import('./pool/assets.tsx')).Assets,
  },
  {
    path: '/lottery/assets/redBag/manage',
    title: '红包资金池',
    may: 'admin:lottery:redBag:list',
    load: async () => (await import('./pool/pools.tsx')).Pools,
  },
  {
    path: '/lottery/assets/redBag/editBeg',
    title: '编辑红包资金池',
    may: 'admin:lottery:redBag:list',
    activeMenu: '/lottery/assets/redBag/manage',
    load: async () => (await import('./pool/pool-page.tsx')).PoolPage,
  },
];
