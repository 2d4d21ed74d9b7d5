import { rootAccount } from '@zhuiyuan/contract/access/fixed-rows';
import { menuApi, MenuType, type Menu } from '@zhuiyuan/contract/access/menu';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import Plus from 'icon:plus';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { session } from '../../lib/session.ts';
import type { Act } from '../../parts/list/acts.tsx';
import { acts } from '../../parts/list/columns.tsx';
import { selectFilter, textFilter } from '../../parts/list/filters.tsx';
import { TreeScreen } from '../../parts/list/tree-screen.tsx';
import { May } from '../../parts/feedback/may.tsx';
import { Failed, NothingFound } from '../../parts/feedback/states.tsx';
import { useAct } from '../../parts/feedback/use-act.ts';
import { menuColumns } from './menu-columns.tsx';
import { MenuForm, useMenuDraft } from './menu-form.tsx';
import { findMenus, menuRows, type MenuRow } from './menu-rows.ts';

const none: Menu[] = [];
const lists = [menuApi.list];
const filters = [textFilter('name', '菜单名称', '请输入菜单名称'), selectFilter('menuType', '菜单状态', MenuType)];

/** 权限规则: the menu tree and the permissions in it. Only the account `admin` changes it. */
export const Menus = () => {
  const isRoot = session.use((current) => current?.admin.account === rootAccount);
  const [values, setValues] = useState<Record<string, string | undefined>>({});
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: [menuApi.list.path],
    queryFn: () => call(menuApi.list, {}, { quiet: true }),
  });
  const draft = useMenuDraft();
  const remove = useAct(menuApi.remove, { done: '删除成功', refresh: lists });

  const menus = data ?? none;
  const isFiltered = Object.values(values).some(Boolean);
  const isOpen = (id: number) => isFiltered || opened.has(id);
  const rows = menuRows(isFiltered ? findMenus(menus, values) : menus, isOpen);
  const search = {
    values,
    rows,
    isFirstLoad: isPending,
    isLoading: isFetching,
    set: (changes: Record<string, string | undefined>) => setValues({ ...values, ...changes }),
    reset: () => setValues({}),
    reload: () => void refetch(),
  };
  const toggle = (id: number) =>
    setOpened(opened.has(id) ? new Set([...opened].filter((one) => one !== id)) : new Set([...opened, id]));
  const toggleAll = () => setOpened(new Set(opened.size > 0 ? [] : menus.map(({ id }) => id)));
  const flip = async (row: MenuRow) => {
    await call(menuApi.updateShowStatus, { id: row.id }, { quiet: true });
    void refetch();
  };
  const addBelow = (row: MenuRow) => draft.open(undefined, { pid: row.id, menuType: row.menuType === 'C' ? 'A' : 'C' });
  const actsOf = (row: MenuRow): Act[] => [
    {
      label: '修改',
      may: { all: ['admin:system:menu:info', 'admin:system:menu:update'] },
      run: () => draft.open(row),
    },
    ...(row.menuType === 'A' ? [] : [{ label: '新增', may: menuApi.add.may, run: () => addBelow(row) }]),
    {
      label: '删除',
      may: menuApi.remove.may,
      destructive: true,
      confirm: `确定删除名称为“${row.name}”的数据项？`,
      run: () => remove({ id: row.id }),
    },
  ];

  const columns = [
    ...menuColumns({ isOpen, toggle, flip: isRoot ? flip : undefined }),
    ...(isRoot ? [acts(actsOf)] : []),
  ];
  const words = Object.values(values).filter((value) => value !== undefined);
  let instead = null;
  if (error && !data) instead = <Failed error={error} retry={search.reload} />;
  else if (!isPending && rows.length === 0)
    instead = <NothingFound title="没有符合条件的菜单" filters={words} clear={search.reset} />;
  return (
    <>
      <TreeScreen
        search={search}
        filters={filters}
        columns={columns}
        add={
          isRoot && (
            <May of={menuApi.add.may}>
              <Button type="primary" icon={<Plus size={14} strokeWidth={1.6} />} onClick={() => draft.open()}>
                新增
              </Button>
            </May>
          )
        }
        isFiltered={isFiltered}
        openAll={toggleAll}
        count={isFiltered ? rows.length : menus.length}
        card={{ head: 'name', status: 'isShow', facts: ['menuType', 'perms', 'component'] }}
        flash={draft.savedId}
        instead={instead}
      />
      <MenuForm draft={draft} menus={menus} />
    </>
  );
};
