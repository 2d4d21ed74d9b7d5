import { Dropdown, type MenuProps } from 'antd';
import Check from 'icon:check';
import ChevronDown from 'icon:chevron-down';
import House from 'icon:house';
import LogOut from 'icon:log-out';
import SunMoon from 'icon:sun-moon';
import UserRound from 'icon:user-round';
import { useNavigate } from 'react-router';
import { readLogin } from '../../lib/cookies.ts';
import { isPhone } from '../../lib/is-phone.ts';
import { keepChange, layoutSetting } from '../../lib/layout-setting.ts';
import { logout } from '../../lib/session.ts';
import { useNarrow } from '../../parts/frame/use-narrow.ts';
import { routes } from '../routes/routes.ts';
import { useConsole } from '../routes/use-console.ts';
import { appearances } from './appearances.ts';

const personalPath = '/maintain/user';
const mark = { size: 14, strokeWidth: 1.6, 'aria-hidden': true } as const;

const itemsFor = (onPhone: boolean, appearance: string): MenuProps['items'] => [
  { key: '/', label: '主页', icon: <House {...mark} /> },
  ...(!onPhone && routes.some(({ path }) => path === personalPath)
    ? [{ key: personalPath, label: '个人中心', icon: <UserRound {...mark} /> }]
    : []),
  {
    key: 'appearance',
    label: '外观',
    icon: <SunMoon {...mark} />,
    children: appearances.map(([value, label]) => ({
      key: value,
      label: value === appearance ? <span aria-current="true">{label}</span> : label,
      icon: <Check {...mark} style={{ visibility: value === appearance ? 'visible' : 'hidden' }} />,
    })),
  },
  { type: 'divider' },
  { key: 'logout', label: '退出', icon: <LogOut {...mark} /> },
];

/** Who is signed in, with home, the personal centre and the way out. */
export const UserMenu = () => {
  const navigate = useNavigate();
  const { session } = useConsole();
  const isNarrow = useNarrow();
  const name = session.admin.realName || readLogin().realName || session.admin.account;
  const appearance = layoutSetting.use((setting) => setting.appearance);
  const choose = (key: string) => {
    const chosen = appearances.find(([value]) => value === key)?.[0];
    if (chosen) keepChange({ appearance: chosen }).catch(() => undefined);
    else if (key === 'logout') void logout();
    else void navigate(key);
  };
  return (
    <Dropdown
      trigger={['click']}
      menu={{ items: itemsFor(isPhone(), appearance), onClick: ({ key }) => choose(key) }}
      placement="bottomRight"
    >
      <button type="button" className="top-user">
        {session.admin.avatar ? (
          <img className="top-avatar" src={session.admin.avatar} alt="" />
        ) : (
          <span className="top-avatar" aria-hidden="true">
            {name.slice(0, 1).toUpperCase()}
          </span>
        )}
        <span className={isNarrow ? 'sr-only' : 'top-name'}>{name}</span>
        <span className="sr-only">的账号菜单</span>
        <ChevronDown size={14} strokeWidth={1.6} aria-hidden="true" />
      </button>
    </Dropdown>
  );
};
