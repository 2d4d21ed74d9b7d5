import { adminApi, type AdminRow } from '@zhuiyuan/contract/access/admin';
import { auditLogApi } from '@zhuiyuan/contract/access/audit-log';
import { rootAccount } from '@zhuiyuan/contract/access/fixed-rows';
import { roleApi } from '@zhuiyuan/contract/access/role';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import Plus from 'icon:plus';
import ScrollText from 'icon:scroll-text';
import UserRound from 'icon:user-round';
import { useNavigate } from 'react-router';
import { call } from '../../lib/call.ts';
import { useOptions } from '../../parts/pickers/firm-field.tsx';
import { session } from '../../lib/session.ts';
import { acts } from '../../parts/list/columns.tsx';
import { selectFilter, textFilter } from '../../parts/list/filters.tsx';
import { type Option } from '../../parts/form/option.ts';
import { ListScreen } from '../../parts/list/list-screen.tsx';
import { May } from '../../parts/feedback/may.tsx';
import { useSearch } from '../../parts/list/use-search.ts';
import { adminColumns } from './admin-columns.tsx';
import { AdminForm, useAdminCrud } from './admin-form.tsx';

const platformOption: Option[] = [{ value: 0, label: '平台' }];
const stateOptions: Option[] = [
  { value: 1, label: '显示' },
  { value: 0, label: '不显示' },
];

/** The roles one may hand out, as choices. */
const useRoles = (): Option[] => {
  const { data } = useQuery({
    queryKey: [roleApi.list.path, 'all'],
    queryFn: () => call(roleApi.list, { limit: 9999 }, { quiet: true }),
  });
  return (data?.list ?? []).map((role) => ({ value: role.id, label: role.roleName }));
};

/** 管理员列表: staff of the platform and of firms. */
export const Admins = () => {
  const self = session.use((current) => current?.admin);
  const isPlatform = self?.firmId === null;
  const firms = useOptions('firm', platformOption);
  const roles = useRoles();
  const navigate = useNavigate();
  const search = useSearch(adminApi.list);
  const crud = useAdminCrud();
  const { draft } = crud;
  const isFixed = (row: AdminRow) => row.isDel || row.account === rootAccount || row.id === self?.id;
  const flip = async (row: AdminRow, status: boolean) => {
    await call(adminApi.updateStatus, { id: row.id, status }, { quiet: true });
    search.reload();
  };
  const flipSms = async (row: AdminRow) => {
    await call(adminApi.updateSms, { id: row.id }, { quiet: true });
    search.reload();
  };

  const columns = [
    ...adminColumns({ isPlatform, isFixed, flip, flipSms }),
    acts<AdminRow>((row) =>
      isFixed(row)
        ? []
        : [
            {
              label: '编辑',
              may: { all: ['admin:system:admin:info', 'admin:system:admin:update'] },
              run: () => draft.open(row),
            },
            crud.removeAct(row, '确认删除当前数据'),
          ],
    ),
  ];
  return (
    <>
      <ListScreen
        search={search}
        thing="管理员"
        columns={columns}
        filters={[
          textFilter('realName', '姓名或者账号', '请输入姓名或者账号'),
          selectFilter('roles', '角色', roles),
          selectFilter('status', '状态', stateOptions),
          ...(isPlatform ? [selectFilter('firmId', '所属企业', firms)] : []),
        ]}
        flash={draft.savedId}
        card={{ head: 'account', name: 'realName', status: 'status', facts: ['roleNames', 'firmName', 'lastTime'] }}
        empty={{ icon: UserRound, text: '管理员用账号登录后台，能做什么由角色决定。' }}
        buttons={
          <>
            <May of={adminApi.save.may}>
              <Button type="primary" icon={<Plus size={14} strokeWidth={1.6} />} onClick={() => draft.open()}>
                添加管理员
              </Button>
            </May>
            <May of={auditLogApi.list.may}>
              <Button icon={<ScrollText size={14} strokeWidth={1.6} />} onClick={() => navigate('/maintain/systemLog')}>
                系统日志
              </Button>
            </May>
          </>
        }
      />
      <AdminForm draft={draft} roles={roles} />
    </>
  );
};
