import { policeList } from '../../lib/object-addresses.ts';
import type { ScreenRow } from '../../lib/screen-row.ts';

/** What is warned of, and when. */
export const routes: readonly ScreenRow[] = [
  {
    path: '/lottery/policeManager',
    title: '预警管理',
    may: 'admin:lottery:police:list',
    load: async () => (await import('./police.tsx')).Police,
  },
  {
    path: '/lottery/policeCreat/:id?',
    title: '预警规则',
    may: 'admin:lottery:police:list',
    activeMenu: policeList,
    load: async () => (await import('./rule-form.tsx')).RuleForm,
  },
];
