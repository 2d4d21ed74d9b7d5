import { z } from 'zod';

/** 主题风格设置: how a person wants the console to look. */
export const LayoutSetting = z.object({
  /** 外观: as the system of the browser is, light, or dark. */
  appearance: z.enum(['system', 'light', 'dark'], { error: '外观不正确' }),
  /** One of the eight presets. */
  theme: z.string().regex(/^#[0-9A-Fa-f]{6}$/, '主题颜色不正确'),
  sideTheme: z.enum(['dark', 'light'], { error: '侧边栏主题不正确' }),
  topNav: z.boolean(),
  tagsView: z.boolean(),
  fixedHeader: z.boolean(),
  sidebarLogo: z.boolean(),
  dynamicTitle: z.boolean(),
  navIcon: z.boolean(),
});
export type LayoutSetting = z.output<typeof LayoutSetting>;
