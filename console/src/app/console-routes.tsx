import { useEffect, useMemo } from 'react';
import { Navigate, useLocation } from 'react-router';
import { isPhone } from '../lib/is-phone.ts';
import { layoutSetting } from '../lib/layout-setting.ts';
import { ownScreens } from '../lib/own-screens.ts';
import { pageNames } from '../lib/page-name.ts';
import { session } from '../lib/session.ts';
import { mayOpen, toDestination } from './routes/destination.ts';
import { screensOf, toMenu } from './routes/menu-entries.ts';
import { phoneHomePath, routes } from './routes/routes.ts';
import { homePath } from '../screens/stats/routes.ts';
import { Shell } from './shell/shell.tsx';
import { site } from './site/site.ts';
import { ConsoleContext, type Console } from './routes/use-console.ts';

const hasScreen = (url: string): boolean => routes.some(({ path }) => path === url);
const startPath = (): string => (isPhone() && hasScreen(phoneHomePath) ? phoneHomePath : homePath);

/** Addresses of the shell itself, which carry no tab. */
const ownTitles: Record<string, string> = { '/404': '页面不存在', '/401': '没有权限' };

/** Decides what the address shows: a screen, the first screen of a directory, or why there is nothing to see. */
export const ConsoleRoutes = () => {
  const current = session.use();
  const { pathname, search } = useLocation();
  const siteName = site.use((one) => one.siteName);
  const isTitled = layoutSetting.use((setting) => setting.dynamicTitle);
  const menu = useMemo(() => {
    const opens = (url: string) => routes.some((row) => row.path === url && current && mayOpen(row, current));
    return toMenu(current?.menus ?? [], { opens, onPhone: isPhone() });
  }, [current]);
  useEffect(() => ownScreens.set(screensOf(menu).filter(({ url }) => url !== homePath)), [menu]);

  const isOwn = pathname in ownTitles || pathname.startsWith('/redirect/');
  const verdict = useMemo(
    () => (current && !isOwn ? toDestination(pathname, { rows: routes, menu, visitor: current }) : undefined),
    [current, isOwn, pathname, menu],
  );
  const row = verdict?.kind === 'screen' ? verdict.row : undefined;
  const name = pageNames.use((names) => names[pathname]);
  const title =
    (row && name) ||
    (verdict?.kind === 'screen' && verdict.isEdit && row?.editTitle) ||
    row?.title ||
    ownTitles[pathname] ||
    '';
  useEffect(() => {
    document.title = title && isTitled ? `${title} - ${siteName}` : siteName;
  }, [title, siteName, isTitled]);
  const surroundings = useMemo<Console | undefined>(
    () => current && { session: current, menu, row, title },
    [current, menu, row, title],
  );

  if (!surroundings) return null;
  if (pathname === '/') return <Navigate to={startPath() + search} replace />;
  if (verdict?.kind === 'directory') return <Navigate to={verdict.to} replace />;
  if (verdict?.kind === 'forbidden') return <Navigate to={`/401?from=${encodeURIComponent(pathname)}`} replace />;
  if (verdict?.kind === 'unknown') return <Navigate to="/404" replace />;
  return (
    <ConsoleContext value={surroundings}>
      <Shell />
    </ConsoleContext>
  );
};
