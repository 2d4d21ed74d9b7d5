import type { ScreenRow } from '../../lib/screen-row.ts';
import { consumerList } from '../../lib/object-addresses.ts';

/** The people of a firm, and whom it keeps away. */
export const routes: readonly ScreenRow[] = [
  {
    path: '/lottery/customer/customerManage/userList',
    title: '消费者列表',
    may: 'admin:lottery:customer:list',
    load: async () => (await import('./consumers.tsx')).Consumers,
  },
  {
    path: '/lottery/customer/customerManage/userList/userDetail',
    title: '消费者详情',
    may: 'admin:lottery:customer:list',
    activeMenu: consumerList,
    load: async () => (await import('./consumer-page.tsx')).ConsumerPage,
  },
  {
    path: '/lottery/customer/customerManage/userConfig',
    title: '消费者配置',
    may: 'admin:lottery:customerConfig:info',
    load: async () => (await import('./consumer-config.tsx')).ConsumerConfigPage,
  },
  {
    path: '/lottery/customer/customerManage/blackList',
    title: '黑名单',
    may: 'admin:lottery:black:list',
    load: async () => (await import('./blacks.tsx')).Blacks,
  },
];
