import type { ScreenRow } from '../../lib/screen-row.ts';

/** The screens of 经销商查询. */
export const routes: readonly ScreenRow[] = [
  {
    path: '/identity/agentselectManager',
    title: '经销商查询',
    may: 'admin:identity:agentselect:list',
    load: async () => (await import('./diversion.tsx')).Diversion,
  },
];
