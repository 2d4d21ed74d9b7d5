import { homeApi } from '@zhuiyuan/contract/stats/home';
import { Button, Tooltip } from 'antd';
import Palette from 'icon:palette';
import PanelLeft from 'icon:panel-left';
import { useState } from 'react';
import { errorLog } from '../../lib/error-log.ts';
import { layoutSetting } from '../../lib/layout-setting.ts';
import { May } from '../../parts/feedback/may.tsx';
import { lazyPart } from '../../parts/frame/lazy-part.tsx';
import { useNarrow } from '../../parts/frame/use-narrow.ts';
import { useConsole } from '../routes/use-console.ts';
import { Breadcrumb } from './breadcrumb.tsx';
import { FullscreenButton } from './fullscreen-button.tsx';
import { NoticeBell } from '../notices/notice-bell.tsx';
import { SearchBox } from '../search/search-box.tsx';
import { openSidebarDrawer, toggleSidebar, useSidebar } from './use-sidebar.ts';
import { TopNav } from './top-nav.tsx';
import { UserMenu } from './user-menu.tsx';

const ErrorLog = lazyPart(async () => (await import('./error-log.tsx')).ErrorLog);
const SettingsPanel = lazyPart(async () => (await import('./settings-panel.tsx')).SettingsPanel);

/** Toggle, where one is, search, and what belongs to the person. */
export const TopBar = () => {
  const { title } = useConsole();
  const isNarrow = useNarrow();
  const isTopNav = layoutSetting.use((setting) => setting.topNav);
  const { isOpen } = useSidebar();
  const [isSettling, setIsSettling] = useState(false);
  const label = isNarrow ? '打开菜单' : isOpen ? '收起菜单' : '展开菜单';
  return (
    <div className="top">
      <Button
        type="text"
        className="top-icon"
        aria-label={label}
        aria-expanded={isNarrow ? undefined : isOpen}
        icon={<PanelLeft size={16} strokeWidth={1.6} />}
        onClick={() => (isNarrow ? openSidebarDrawer(true) : toggleSidebar())}
      />
      {isNarrow && <span className="top-title">{title}</span>}
      {!isNarrow && (isTopNav ? <TopNav /> : <Breadcrumb />)}
      <div className="top-right">
        <SearchBox />
        <May of={homeApi.todo.may}>
          <NoticeBell />
        </May>
        <ErrorLog isOpen={errorLog.use((entries) => entries.length > 0)} />
        {!isNarrow && <FullscreenButton />}
        {!isNarrow && (
          <Tooltip title="主题风格设置">
            <Button
              type="text"
              className="top-icon"
              aria-label="主题风格设置"
              icon={<Palette size={16} strokeWidth={1.6} />}
              onClick={() => setIsSettling(true)}
            />
          </Tooltip>
        )}
        <UserMenu />
      </div>
      <SettingsPanel isOpen={isSettling} close={() => setIsSettling(false)} />
    </div>
  );
};
