import { Activity, createElement, lazy, Suspense, useLayoutEffect, type ComponentType } from 'react';
import { useLocation, useRoutes } from 'react-router';
import { isTabDirty, setShownTab, TabKeyContext } from '../../lib/use-dirty.ts';
import { rowAt } from '../routes/destination.ts';
import { routes } from '../routes/routes.ts';
import type { ScreenRow } from '../../lib/screen-row.ts';
import { builtTabs, type Tab } from '../tabs/tabs.ts';
import { applyTab, tabStore } from '../tabs/tab-store.ts';
import { useConsole } from '../routes/use-console.ts';
import { PageBoundary } from './page-boundary.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

const loaded = new Map<ScreenRow, ComponentType>();
const componentOf = (row: ScreenRow): ComponentType => {
  const known = loaded.get(row);
  if (known) return known;
  const component = lazy(async () => ({ default: await row.load() }));
  loaded.set(row, component);
  return component;
};

/** Mistakes of loading are not kept: the next try loads again. */
const forgetLoaded = (row: ScreenRow): void => void loaded.delete(row);

const Screen = ({ row, tab }: { row: ScreenRow; tab: Tab }) => {
  return useRoutes([{ path: row.path, element: createElement(componentOf(row)) }], {
    pathname: tab.key,
    search: tab.search,
    hash: tab.hash,
  });
};

const TabPage = ({ tab }: { tab: Tab }) => {
  const row = rowAt(routes, tab.key)?.row;
  return (
    <TabKeyContext value={tab.key}>
      <div className="page">
        <h1 className="sr-only">{tab.title}</h1>
        {row && (
          <PageBoundary title={tab.title} retry={() => forgetLoaded(row)}>
            <Suspense fallback={<PageSkeleton />}>
              <Screen row={row} tab={tab} />
            </Suspense>
          </PageBoundary>
        )}
      </div>
    </TabKeyContext>
  );
};

/** The pages of the tabs: the shown one, and hidden behind it those that are kept with what was typed into them. */
export const TabPages = () => {
  const { row, title } = useConsole();
  const { pathname, search, hash } = useLocation();
  const tabs = tabStore.use();
  const shownPath = row ? pathname : '';
  useLayoutEffect(() => {
    setShownTab(shownPath);
    if (row) applyTab({ type: 'visit', key: pathname, title, search, hash, isKept: !row.noCache });
  }, [row, shownPath, title, pathname, search, hash]);
  return builtTabs(tabs, shownPath, isTabDirty).map((tab) => (
    <Activity key={`${tab.key} ${tab.round}`} mode={tab.key === shownPath ? 'visible' : 'hidden'}>
      <TabPage tab={tab} />
    </Activity>
  ));
};
