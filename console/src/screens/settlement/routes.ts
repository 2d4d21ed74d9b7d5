import type { ScreenRow } from '../../lib/screen-row.ts';

/** The screens of what shops and dealers are paid. */
export const routes: readonly ScreenRow[] = [
  {
    path: '/lottery/merchants/storeremit',
    title: '门店打款',
    may: 'admin:lottery:storeRemit:list',
    load: async () => (await import('./remits.tsx')).ShopRemits,
  },
  {
    path: '/lottery/merchants/storedealerremit',
    title: '经销商打款',
    may: 'admin:lottery:dealerRemit:list',
    load: async () => (await import('./remits.tsx')).DealerRemits,
  },
];
