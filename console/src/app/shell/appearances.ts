import type { LayoutSetting } from '@zhuiyuan/contract/access/layout-setting';

/** What 外观 offers. */
export const appearances: readonly [LayoutSetting['appearance'], string][] = [
  ['system', '跟随系统'],
  ['light', '浅色'],
  ['dark', '深色'],
];
