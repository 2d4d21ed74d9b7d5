import { presets } from './presets.ts';
import { createStore } from './store.ts';
import { readStored, writeStored } from './stored-values.ts';

const key = 'layout-setting';

/** How this person wants the shell; kept under `layout-setting` when 保存配置 is pressed. */
export interface LayoutSetting {
  /** One of the eight presets. */
  theme: string;
  sideTheme: 'dark' | 'light';
  topNav: boolean;
  tagsView: boolean;
  fixedHeader: boolean;
  sidebarLogo: boolean;
  dynamicTitle: boolean;
  navIcon: boolean;
}

export const defaultLayout: LayoutSetting = {
  theme: '#409EFF',
  sideTheme: 'dark',
  topNav: false,
  tagsView: true,
  fixedHeader: true,
  sidebarLogo: true,
  dynamicTitle: true,
  navIcon: false,
};

/** The kept settings over the defaults; values that are not ours, as a colour that is no preset, fall back. */
export const readLayout = (): LayoutSetting => {
  const stored = readStored(key);
  if (typeof stored !== 'object' || stored === null) return defaultLayout;
  const keptLayout = stored as Record<string, unknown>;
  const flag = (name: keyof LayoutSetting): boolean =>
    typeof keptLayout[name] === 'boolean' ? keptLayout[name] : Boolean(defaultLayout[name]);
  const theme = presets.find(({ seed }) => seed.toLowerCase() === String(keptLayout.theme).toLowerCase());
  return {
    theme: theme?.seed ?? defaultLayout.theme,
    sideTheme: keptLayout.sideTheme === 'light' || keptLayout.sideTheme === 'theme-light' ? 'light' : 'dark',
    topNav: flag('topNav'),
    tagsView: flag('tagsView'),
    fixedHeader: flag('fixedHeader'),
    sidebarLogo: flag('sidebarLogo'),
    dynamicTitle: flag('dynamicTitle'),
    navIcon: flag('navIcon'),
  };
};

export const layoutSetting = createStore<LayoutSetting>(readLayout());

/** Applies a change at once; it is lost at the next start unless it is kept. */
export const changeLayout = (change: Partial<LayoutSetting>): void =>
  layoutSetting.set({ ...layoutSetting.get(), ...change });

export const keepLayout = (): void => writeStored(key, layoutSetting.get());
export const dropLayout = (): void => localStorage.removeItem(key);
