import { promoterApi, type PromoterRow } from '@zhuiyuan/contract/parties/promoter/promoter';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import { UsersRound } from 'lucide-react';
import { count, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { SideDrawer } from '../../../parts/frame/side-drawer.tsx';
import { useLocalSearch } from '../../../parts/list/use-local-search.ts';

type User = DataOf<typeof promoterApi.userList>['list'][number];

const columns: Column<User>[] = [
  name('nickname', '昵称'),
  text('uid', '用户ID', { width: 96 }),
  text('source', '来源', { width: 96 }),
  time('bindAt', '绑定时间'),
  count('scanCnt', '扫码数'),
];

const Users = ({ id }: { id: number }) => {
  const search = useLocalSearch(promoterApi.userList, { fixed: { id } });
  return (
    <ListScreen
      search={search}
      thing="推广用户"
      columns={columns}
      keyOf={(row) => row.uid}
      empty={{ icon: UsersRound, text: '消费者扫推广码成为会员后，出现在这里。' }}
    />
  );
};

/** 推广用户: members a promoter won. */
export const PromoterUsers = ({ row, close }: { row: PromoterRow | undefined; close: () => void }) => (
  <SideDrawer isOpen={row !== undefined} close={close} title="推广用户" name={row?.name}>
    {row && <Users id={row.id} />}
  </SideDrawer>
);
