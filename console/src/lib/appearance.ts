import type { LayoutSetting } from '@zhuiyuan/contract/access/layout-setting';
import { layoutSetting } from './layout-setting.ts';
import { createStore } from './store.ts';

const system = matchMedia('(prefers-color-scheme: dark)');

/** Whether the system of this browser is dark at present. */
export const systemIsDark = createStore(system.matches);

const toDark = ({ appearance }: LayoutSetting): boolean =>
  appearance === 'dark' || (appearance === 'system' && systemIsDark.get());

/** Whether the page is drawn in the dark: as the person chose, else as the system is. On paper it never is. */
export const isDark = createStore(toDark(layoutSetting.get()));

const follow = (): void => isDark.set(toDark(layoutSetting.get()));
layoutSetting.subscribe(follow);
systemIsDark.subscribe(follow);
system.addEventListener('change', ({ matches }) => systemIsDark.set(matches));
addEventListener('beforeprint', () => isDark.set(false));
addEventListener('afterprint', follow);
