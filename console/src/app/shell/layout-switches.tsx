import { Switch } from 'antd';
import { useId } from 'react';
import { changeLayout, type LayoutSetting } from '../../lib/layout-setting.ts';

type Flag = 'tagsView' | 'fixedHeader' | 'sidebarLogo' | 'dynamicTitle' | 'topNav' | 'navIcon';

const rows: readonly [Flag, string, string?][] = [
  ['tagsView', '开启 Tags-Views', '打开过的页面排成标签'],
  ['fixedHeader', '固定 Header'],
  ['sidebarLogo', '显示 Logo'],
  ['dynamicTitle', '动态标题', '浏览器标签显示页面名'],
  ['topNav', '开启 TopNav', '一级菜单移到顶栏'],
  ['navIcon', '开启 Icon', '开启 TopNav 后可用'],
];

/** The switches of the settings panel; icons in the top bar need the menu there. */
export const LayoutSwitches = ({ setting }: { setting: LayoutSetting }) => {
  const id = useId();
  return (
    <ul className="switches">
      {rows.map(([flag, name, text]) => {
        const isOff = flag === 'navIcon' && !setting.topNav;
        return (
          <li key={flag} data-off={isOff}>
            <span id={id + flag}>{name}</span>
            {text && <small>{text}</small>}
            <Switch
              aria-labelledby={id + flag}
              checked={setting[flag]}
              disabled={isOff}
              onChange={(isOn) => changeLayout({ [flag]: isOn })}
            />
          </li>
        );
      })}
    </ul>
  );
};
