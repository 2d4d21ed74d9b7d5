import type { LayoutSetting } from '@zhuiyuan/contract/access/layout-setting';
import { sessionApi } from '@zhuiyuan/contract/access/session';
import { call } from './call.ts';
import { keepPaint } from './paint.ts';
import { presets } from './presets.ts';
import { createStore } from './store.ts';
import { readStored, writeStored } from './stored-values.ts';

const key = 'layout-setting';

export const defaultLayout: LayoutSetting = {
  appearance: 'system',
  theme: '#409EFF',
  sideTheme: 'dark',
  topNav: false,
  tagsView: true,
  fixedHeader: true,
  sidebarLogo: true,
  dynamicTitle: true,
  navIcon: false,
};

/** The settings this browser keeps, over the defaults; values that are not ours, as a colour that is no preset, fall back. */
export const readLayout = (): LayoutSetting => {
  const stored = readStored(key);
  if (typeof stored !== 'object' || stored === null) return defaultLayout;
  const keptLayout = stored as Record<string, unknown>;
  const flag = (name: keyof LayoutSetting): boolean =>
    typeof keptLayout[name] === 'boolean' ? keptLayout[name] : Boolean(defaultLayout[name]);
  const theme = presets.find(({ seed }) => seed.toLowerCase() === String(keptLayout.theme).toLowerCase());
  const { appearance, sideTheme } = keptLayout;
  return {
    appearance: appearance === 'light' || appearance === 'dark' ? appearance : 'system',
    theme: theme?.seed ?? defaultLayout.theme,
    sideTheme: sideTheme === 'light' || sideTheme === 'theme-light' ? 'light' : 'dark',
    topNav: flag('topNav'),
    tagsView: flag('tagsView'),
    fixedHeader: flag('fixedHeader'),
    sidebarLogo: flag('sidebarLogo'),
    dynamicTitle: flag('dynamicTitle'),
    navIcon: flag('navIcon'),
  };
};

export const layoutSetting = createStore<LayoutSetting>(readLayout());

/** Applies a change at once; it is lost when the panel closes unless it is kept. */
export const changeLayout = (change: Partial<LayoutSetting>): void =>
  layoutSetting.set({ ...layoutSetting.get(), ...change });

/** Goes back to what this browser keeps: after a look at something else, and when another window kept something. */
export const restoreLayout = (): void => {
  const kept = readLayout();
  if (JSON.stringify(kept) !== JSON.stringify(layoutSetting.get())) layoutSetting.set(kept);
};

const copyLayout = (layout: LayoutSetting): void => {
  writeStored(key, layout);
  keepPaint(layout.theme);
};

/** What the server keeps for the person who signed in goes before what this browser does. */
export const takeLayout = (layout: LayoutSetting | null): void => {
  if (layout) copyLayout(layout);
  restoreLayout();
};

/** Keeps what is shown, for this person on the server and for the sign-in page in this browser. Throws what the server says. */
export const keepLayout = async (): Promise<void> => {
  copyLayout(layoutSetting.get());
  await call(sessionApi.saveLayout, { layout: layoutSetting.get() });
};

/** Keeps one change beside what is kept already. */
export const keepChange = async (change: Partial<LayoutSetting>): Promise<void> => {
  layoutSetting.set({ ...readLayout(), ...change });
  await keepLayout();
};

/** Forgets what was kept. */
export const dropLayout = async (): Promise<void> => {
  localStorage.removeItem(key);
  localStorage.removeItem('theme-colors');
  await call(sessionApi.saveLayout, {});
};

addEventListener('storage', (event) => event.key === key && restoreLayout());
