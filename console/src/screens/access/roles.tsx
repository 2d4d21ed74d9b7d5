import { adminApi } from '@zhuiyuan/contract/access/admin';
import { rootAccount, superRoleId } from '@zhuiyuan/contract/access/fixed-rows';
import type { MenuChoice } from '@zhuiyuan/contract/access/menu-choice';
import { roleApi, type Role } from '@zhuiyuan/contract/access/role';
import { YesNo } from '@zhuiyuan/contract/kit/enumeration';
import { Button, Form } from 'antd';
import Plus from 'icon:plus';
import ShieldCheck from 'icon:shield-check';
import { useState, type ComponentProps } from 'react';
import { call } from '../../lib/call.ts';
import { session } from '../../lib/session.ts';
import { acts, cell, name, rowId, time, type Column } from '../../parts/list/columns.tsx';
import { OwnField, SwitchField, TextField } from '../../parts/form/fields.tsx';
import { FieldGroup } from '../../parts/form/field.tsx';
import { textFilter } from '../../parts/list/filters.tsx';
import { FormDrawer } from '../../parts/form/form-drawer.tsx';
import { ListScreen } from '../../parts/list/list-screen.tsx';
import { May } from '../../parts/feedback/may.tsx';
import { OnOff } from '../../parts/list/on-off.tsx';
import { timeText } from '../../parts/format/times.ts';
import { useNextStep } from '../../lib/use-next-step.ts';
import { useCrud } from '../../parts/list/use-crud.tsx';
import { useSearch } from '../../parts/list/use-search.ts';
import { PermissionTree } from './permission-tree.tsx';
import { ticksOf } from './permission-ticks.ts';

/** Their status is true or false, and changed in a cell of its own. */
const { updateStatus, ...rows } = roleApi;

/** The tree of a form that may mark its role as 管理员角色. */
const RoleTree = (field: Omit<ComponentProps<typeof PermissionTree>, 'isAdmin'>) => (
  <PermissionTree {...field} isAdmin={Form.useWatch('isAdmin', { preserve: true }) === true} />
);

/** 角色管理: roles and what each may do. */
export const Roles = () => {
  const isRoot = session.use((one) => one?.admin.account === rootAccount);
  const search = useSearch(roleApi.list);
  const [tree, setTree] = useState<MenuChoice[]>();
  const toNext = useNextStep();
  const crud = useCrud(rows, {
    blank: { status: true, isAdmin: false, rules: [] },
    from: async ({ id }) => {
      const { menuList, roleName, status, isAdmin, version } = await call(roleApi.info, { id }, { quiet: true });
      setTree(menuList);
      return { id, version, roleName, status, isAdmin, rules: ticksOf(menuList) };
    },
    next: () => toNext('添加管理员', '/operation/roleManager/adminList', adminApi.save.may),
    done: { create: '创建角色成功', update: '更新角色成功', remove: '删除数据成功' },
  });
  const { draft } = crud;
  const add = () => {
    setTree(undefined);
    draft.open();
    void call(roleApi.menuTree, {}).then(setTree);
  };
  const flip = async (row: Role, status: boolean) => {
    await call(updateStatus, { id: row.id, status }, { quiet: true });
    search.reload();
  };

  const columns: Column<Role>[] = [
    rowId('id', '角色编号', { width: 96 }),
    name('roleName', '角色名称'),
    cell(
      'status',
      '状态',
      (row) =>
        row.id === superRoleId ? (
          '启用'
        ) : (
          <OnOff
            isOn={row.status}
            change={(isOn) => flip(row, isOn)}
            label={`状态 ${row.roleName}`}
            may={updateStatus.may}
            done="更新状态成功"
          />
        ),
      { width: 76 },
    ),
    cell('isAdmin', '管理员角色', (row) => YesNo.label(Number(row.isAdmin)), { width: 100 }),
    time('createTime', '创建时间'),
    time('updateTime', '更新时间'),
    acts((row) =>
      row.id === superRoleId
        ? []
        : [
            {
              label: '编辑',
              may: { all: ['admin:system:role:info', 'admin:system:role:update'] },
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
        thing="角色"
        columns={columns}
        filters={[textFilter('roleName', '角色名称', '请输入角色名称')]}
        flash={draft.savedId}
        buttons={
          <May of={{ all: ['admin:system:role:save', 'admin:system:menu:cache:tree'] }}>
            <Button type="primary" icon={<Plus size={14} strokeWidth={1.6} />} onClick={add}>
              添加角色
            </Button>
          </May>
        }
        card={{
          head: 'roleName',
          status: 'status',
          facts: [({ isAdmin }) => (isAdmin ? '管理员角色' : ''), ({ createTime }) => `${timeText(createTime)} 创建`],
        }}
        empty={{ icon: ShieldCheck, text: '角色决定管理员能看到哪些菜单、能做哪些操作。' }}
      />
      <FormDrawer draft={draft} thing="角色" title={draft.isNew ? '创建角色' : '编辑角色'} name={draft.row?.roleName}>
        <FieldGroup>
          <TextField name="roleName" label="角色名称" isWide />
          <SwitchField name="status" label="状态" on={true} off={false} />
          {isRoot && (
            <SwitchField
              name="isAdmin"
              label="管理员角色"
              on={true}
              off={false}
              help="可打开仅限管理员的菜单，数据和权限仍以勾选为准"
            />
          )}
          <OwnField name="rules" label="菜单权限" isWide>
            <RoleTree tree={tree} />
          </OwnField>
        </FieldGroup>
      </FormDrawer>
    </>
  );
};
