import type { ScreenRow } from '../../lib/screen-row.ts';

/** The screens of red packet activities, and of what is paid of them. */
export const routes: readonly ScreenRow[] = [
  {
    path: '/lottery/redActiveManager',
    title: '红包活动',
    may: 'admin:lottery:redActive:list',
    load: async () => (await import('./active/red-actives.tsx')).RedActives,
  },
  {
    path: '/lottery/redActiveCreat/:id?',
    title: '新增红包活动',
    editTitle: '编辑红包活动',
    may: { any: ['admin:lottery:redActive:save', 'admin:lottery:redActive:update'] },
    activeMenu: '/lottery/redActiveManager',
    load: async () => (await import('./active/red-active-form.tsx')).RedActiveForm,
  },
  {
    path: '/lottery/redInfoCreat',
    title: '手工发放',
    may: 'admin:lottery:redInfo:save',
    activeMenu: '/lottery/redInfoManager',
    load: async () => (await import('./send/red-send-form.tsx')).RedSendForm,
  },
  {
    path: '/lottery/redBarManager',
    title: '红包码',
    may: 'admin:lottery:redBar:list',
    load: async () => (await import('./code/red-codes.tsx')).RedCodes,
  },
  {
    path: '/lottery/redBarCreat/:id?',
    title: '新增红包码',
    editTitle: '红包码批次',
    may: { any: ['admin:lottery:redBar:save', 'admin:lottery:redBar:list'] },
    activeMenu: '/lottery/redBarManager',
    load: async () => (await import('./code/red-code-page.tsx')).RedCodePage,
  },
];
