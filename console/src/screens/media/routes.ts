import type { ScreenRow } from '../../lib/screen-row.ts';

/** The screens of 素材管理. */
export const routes: readonly ScreenRow[] = [
  {
    path: '/maintain/picture',
    title: '素材管理',
    may: 'admin:system:attachment:list',
    load: async () => (await import('./pictures.tsx')).Pictures,
  },
];
