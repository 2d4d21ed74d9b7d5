import { Menu, type MenuProps } from 'antd';
import ChevronDown from 'icon:chevron-down';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { layoutSetting } from '../../lib/layout-setting.ts';
import { menuIconOf } from '../../parts/format/menu-icons.ts';
import { flattened, trailOf, type MenuEntry } from '../routes/menu-entries.ts';
import { useConsole } from '../routes/use-console.ts';

type Item = NonNullable<MenuProps['items']>[number];

const keyOf = (entry: MenuEntry): string => (entry.child.length > 0 ? `directory-${entry.id}` : entry.url);

const itemOf = (entry: MenuEntry): Item => {
  const Icon = entry.icon ? menuIconOf(entry.icon) : undefined;
  const shared = {
    key: keyOf(entry),
    label: entry.name,
    icon: Icon && <Icon size={16} strokeWidth={1.6} aria-hidden="true" />,
  };
  return entry.child.length > 0 ? { ...shared, children: entry.child.map(itemOf) } : { ...shared, title: entry.name };
};

/** Keys of the directories from the first level down to one of them. */
const branchOf = (menu: readonly MenuEntry[], key: string): string[] => {
  for (const entry of menu) {
    if (keyOf(entry) === key) return [key];
    const below = branchOf(entry.child, key);
    if (below.length > 0) return [keyOf(entry), ...below];
  }
  return [];
};

/** The part of the menu the sidebar shows: all of it, or what is below the entry chosen in the top bar. */
const useSideEntries = (marked: string): MenuEntry[] => {
  const { menu } = useConsole();
  const isTopNav = layoutSetting.use((setting) => setting.topNav);
  return useMemo(() => {
    if (!isTopNav) return flattened(menu);
    const root = trailOf(menu, marked)[0] ?? menu[0];
    return root?.child ?? [];
  }, [menu, isTopNav, marked]);
};

const arrow = (
  <span className="side-arrow">
    <ChevronDown size={14} strokeWidth={1.6} aria-hidden="true" />
  </span>
);

/** The menu, with one branch open at a time and the current screen marked. */
export const SideMenu = ({ isOpen }: { isOpen: boolean }) => {
  const navigate = useNavigate();
  const { row } = useConsole();
  const theme = layoutSetting.use((setting) => setting.sideTheme);
  const marked = row ? (row.activeMenu ?? row.path) : '';
  const entries = useSideEntries(marked);
  const items = useMemo(() => entries.map(itemOf), [entries]);
  const [branch, setBranch] = useState<string[]>([]);
  useEffect(() => {
    if (marked) setBranch(trailOf(entries, marked).slice(0, -1).map(keyOf));
  }, [entries, marked]);

  const openOne = (keys: string[]) => {
    const opened = keys.find((key) => !branch.includes(key));
    setBranch(opened ? branchOf(entries, opened) : keys);
  };
  return (
    <Menu
      mode="inline"
      theme={theme}
      items={items}
      inlineCollapsed={!isOpen}
      expandIcon={arrow}
      selectedKeys={marked ? [marked] : []}
      {...(isOpen && { openKeys: branch, onOpenChange: openOne })}
      onClick={({ key }) => void navigate(key)}
    />
  );
};
