import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { isAnyTabDirty } from '../../lib/use-dirty.ts';
import { layoutSetting } from '../../lib/layout-setting.ts';
import { session } from '../../lib/session.ts';
import { NoticeBar } from '../../parts/feedback/notice-bar.tsx';
import { lazyPart } from '../../parts/frame/lazy-part.tsx';
import { useNarrow } from '../../parts/frame/use-narrow.ts';
import { OwnPage } from '../routes/own-page.tsx';
import { site } from '../site/site.ts';
import { useConsole } from '../routes/use-console.ts';
import { showEntry } from '../tabs/ask-on-back.ts';
import { useTabs } from '../tabs/use-tabs.ts';
import { BlocksNotRenewed } from './blocks-not-renewed.tsx';
import { Footer } from './footer.tsx';
import { Sidebar } from './sidebar.tsx';
import { openSidebarDrawer, useSidebar } from './use-sidebar.ts';
import { TabPages } from './tab-pages.tsx';
import { TabStrip } from './tab-strip.tsx';
import { TopBar } from './top-bar.tsx';
import { shortcutsShown, useShortcuts } from './use-shortcuts.ts';

const MobileSidebar = lazyPart(async () => (await import('./mobile-sidebar.tsx')).MobileSidebar);
const ShortcutList = lazyPart(async () => (await import('./shortcut-list.tsx')).ShortcutList);

const askBeforeUnload = (event: BeforeUnloadEvent): void => {
  if (isAnyTabDirty()) event.preventDefault();
};

/** Sidebar, top bar, tabs, page and footer; of a station the page alone. */
export const Shell = () => {
  const { row } = useConsole();
  const { pathname, key } = useLocation();
  const { tagsView, fixedHeader } = layoutSetting.use();
  const notice = session.use((current) => current?.admin.firmNotice);
  const isPreparingDemo = site.use((current) => current.isPreparingDemo);
  const isNarrow = useNarrow();
  const { isOpen, isDrawerOpen } = useSidebar();
  const tabs = useTabs();
  const isStation = row?.isStation === true;
  const scroller = useRef<HTMLDivElement>(null);
  useShortcuts(tabs);
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- every step through the history has a key of its own
  useLayoutEffect(showEntry, [key]);
  useEffect(() => {
    addEventListener('beforeunload', askBeforeUnload);
    return () => removeEventListener('beforeunload', askBeforeUnload);
  }, []);
  useEffect(() => {
    scroller.current?.scrollTo(0, 0);
    openSidebarDrawer(false);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- every new page begins at its top
  }, [pathname]);

  return (
    <div className={isStation ? 'shell shell-station' : isNarrow || isOpen ? 'shell' : 'shell shell-collapsed'}>
      <a className="shell-skip" href="#page">
        跳到正文
      </a>
      {!isStation && (isNarrow ? <MobileSidebar isOpen={isDrawerOpen} /> : <Sidebar isOpen={isOpen} />)}
      <div className={fixedHeader ? 'shell-main shell-main-fixed' : 'shell-main'} ref={scroller}>
        {!isStation && (
          <header className="shell-head">
            <TopBar />
            {tagsView && !isNarrow && <TabStrip acts={tabs} />}
          </header>
        )}
        <main id="page" className="shell-page" tabIndex={-1}>
          {notice && (
            <div className="shell-notice">
              <NoticeBar tone="wait">{notice}</NoticeBar>
            </div>
          )}
          {isPreparingDemo && (
            <div className="shell-notice">
              <NoticeBar tone="doing">演示数据正在准备，完成后自动显示</NoticeBar>
            </div>
          )}
          <BlocksNotRenewed />
          <TabPages />
          {!row && <OwnPage />}
        </main>
        {!isStation && <Footer />}
      </div>
      <ShortcutList isOpen={shortcutsShown.use()} />
    </div>
  );
};
