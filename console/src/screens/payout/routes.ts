import type { ScreenRow } from '../../lib/screen-row.ts';

/** The screens of money that goes out. */
export const routes: readonly ScreenRow[] = [
  {
    path: '/lottery/redInfoManager',
    title: '红包发放记录',
    may: 'admin:lottery:redInfo:list',
    load: async () => (await import('./payouts.tsx')).Payouts,
  },
  {
    path: '/lottery/redInfoCreat/:id',
    title: '发放详情',
    may: 'admin:lottery:redInfo:list',
    activeMenu: '/lottery/redInfoManager',
    load: async () => (await import('./payout-page.tsx')).PayoutPage,
  },
  {
    path: '/lottery/assets/redBag/census',
    title: '红包统计',
    may: 'admin:lottery:redBag:census',
    load: async () => (await import('./census.tsx')).Census,
  },
];
