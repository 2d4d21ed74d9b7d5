import { menuApi, MenuType } from '@zhuiyuan/contract/access/menu';
import { cell, count, enumDot, text, time, type Column } from '../../parts/list/columns.tsx';
import { OnOff } from '../../parts/list/on-off.tsx';
import { TreeName } from '../../parts/list/tree-name.tsx';
import { MenuMark } from './menu-mark.tsx';
import type { MenuRow } from './menu-rows.ts';

/** What the tree table shows of a node. `flip` shows or hides it; without one the state is plain text. */
export const menuColumns = ({
  isOpen,
  toggle,
  flip,
}: {
  isOpen: (id: number) => boolean;
  toggle: (id: number) => void;
  flip: ((row: MenuRow) => Promise<void>) | undefined;
}): Column<MenuRow>[] => [
  cell('name', '菜单名称', (row) => <TreeName row={row} isOpen={isOpen(row.id)} toggle={() => toggle(row.id)} />),
  cell('icon', '图标', (row) => (row.icon ? <MenuMark icon={row.icon} /> : '-'), { width: 56 }),
  enumDot('menuType', '类型', MenuType, { width: 64 }),
  count('sort', '排序', { width: 64 }),
  text('perms', '权限标识', { width: 212 }),
  text('component', '组件路径', { width: 200 }),
  cell(
    'isShow',
    '状态',
    (row) => {
      if (!flip) return row.isShow ? '显示' : '隐藏';
      const { may } = menuApi.updateShowStatus;
      return <OnOff isOn={row.isShow} change={() => flip(row)} label={`显示 ${row.name}`} may={may} />;
    },
    { width: 76 },
  ),
  time('createTime', '创建时间'),
];
