import { Menu } from 'antd';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { layoutSetting } from '../../lib/layout-setting.ts';
import { menuIconOf } from '../../parts/format/menu-icons.ts';
import { firstScreen, flattened, trailOf } from '../routes/menu-entries.ts';
import { useConsole } from '../routes/use-console.ts';

/** First level of the menu in the top bar; the sidebar then shows what is below the chosen entry. */
export const TopNav = () => {
  const navigate = useNavigate();
  const { menu, row } = useConsole();
  const hasIcons = layoutSetting.use((setting) => setting.navIcon);
  const entries = useMemo(() => flattened(menu), [menu]);
  const items = useMemo(
    () =>
      entries.map((entry) => {
        const Icon = menuIconOf(entry.icon);
        return {
          key: String(entry.id),
          label: entry.name,
          icon: hasIcons && <Icon size={16} strokeWidth={1.6} aria-hidden="true" />,
        };
      }),
    [entries, hasIcons],
  );
  const root = row && trailOf(entries, row.activeMenu ?? row.path)[0];
  const go = (key: string) => {
    const entry = entries.find(({ id }) => String(id) === key);
    if (entry) void navigate(firstScreen(entry).url);
  };
  return (
    <Menu
      className="top-nav"
      mode="horizontal"
      items={items}
      selectedKeys={root ? [String(root.id)] : []}
      onClick={({ key }) => go(key)}
    />
  );
};
