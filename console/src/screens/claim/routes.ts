import type { ScreenRow } from '../../lib/screen-row.ts';

/** What was won, and what became of it. */
export const routes: readonly ScreenRow[] = [
  {
    path: '/lottery/ai/markCode/receiveDetailed',
    title: '领取明细',
    may: 'admin:lottery:receive:list',
    load: async () => (await import('./receives.tsx')).Receives,
  },
];
