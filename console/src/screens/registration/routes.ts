import type { ScreenRow } from '../../lib/screen-row.ts';

/** The screens of 标识注册. */
export const routes: readonly ScreenRow[] = [
  {
    path: '/identity/identityCreat/:id?',
    title: '标识注册',
    editTitle: '标识详情',
    may: 'admin:identity:identity:reg',
    activeMenu: '/identity/identityManager',
    load: async () => (await import('./registration-form.tsx')).RegistrationForm,
  },
];
