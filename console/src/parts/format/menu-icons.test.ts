import Circle from 'icon:circle';
import Gift from 'icon:gift';
import LayoutDashboard from 'icon:layout-dashboard';
import { describe, expect, it } from 'vitest';
import { menuIconAliases } from './menu-icon-aliases.ts';
import { menuIconOf, menuIcons } from './menu-icons.ts';

describe('menu icons', () => {
  it('reads our own names and the inherited ones', () => {
    expect(menuIconOf('gift')).toBe(Gift);
    expect(menuIconOf('present')).toBe(Gift);
    expect(menuIconOf('el-icon-menu')).toBe(LayoutDashboard);
  });

  it('shows a circle for what nobody knows', () => {
    expect(menuIconOf('no-such-icon')).toBe(Circle);
  });

  it('maps every inherited name to an icon that exists', () => {
    for (const [alias, name] of Object.entries(menuIconAliases))
      expect(menuIcons[name], `${alias} -> ${name}`).toBeDefined();
  });
});
