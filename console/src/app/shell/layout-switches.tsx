import { Switch } from 'antd';
import { useId } from 'react';
import type { LayoutSetting } from '@zhuiyuan/contract/access/layout-setting';
import { changeLayout } from '../../lib/layout-setting.ts';

type Flag = 'tagsView' | 'fixedHeader' | 'sidebarLogo' | 'dynamicTitle' | 'topNav' | 'navIcon';

const rows: readonly [Flag, string, string?][] = [
  ['tagsView', '开启标签页', '打开过的页面排成标签'],
  ['fixedHeader', '固定顶栏'],
  ['sidebarLogo', '显示标志'],
  ['dynamicTitle', '动态标题', '浏览器标签显示页面名'],
  ['topNav', '开启顶部菜单', '一级菜单移到顶栏'],
  ['navIcon', '显示菜单图标', '开启顶部菜单后可用'],
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
