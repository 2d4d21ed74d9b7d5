import type { ScreenRow } from '../../lib/screen-row.ts';

/** The screens of categories that have one of their own. */
export const routes: readonly ScreenRow[] = [
  {
    path: '/store/sort',
    title: '商品分类',
    may: 'admin:category:list',
    load: async () => (await import('./product-classes.tsx')).ProductClasses,
  },
];
