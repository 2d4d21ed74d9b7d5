import type { ScreenRow } from '../../lib/screen-row.ts';

/** What consumers are told, and what is told when. */
export const routes: readonly ScreenRow[] = [
  {
    path: '/lottery/customer/service/message',
    title: '服务消息',
    may: 'admin:lottery:message:list',
    load: async () => (await import('./messages.tsx')).Messages,
  },
  {
    path: '/lottery/customer/service/message/setting',
    title: '消息设置',
    may: 'admin:lottery:messageSetting:info',
    load: async () => (await import('./settings.tsx')).MessageSettings,
  },
];
