import { beforeEach, describe, expect, it } from 'vitest';
import { changeLayout, defaultLayout, dropLayout, keepLayout, readLayout } from './layout-setting.ts';

describe('layout settings', () => {
  beforeEach(() => localStorage.clear());

  it('starts with the defaults', () => {
    expect(readLayout()).toEqual(defaultLayout);
    expect(defaultLayout).toMatchObject({ theme: '#409EFF', tagsView: true, fixedHeader: true, sidebarLogo: true });
  });

  it('keeps a change only when asked to', () => {
    changeLayout({ theme: '#F5222D', topNav: true });
    expect(readLayout()).toEqual(defaultLayout);
    keepLayout();
    expect(JSON.parse(localStorage.getItem('layout-setting') ?? '')).toMatchObject({ theme: '#F5222D', topNav: true });
    expect(readLayout()).toEqual({ ...defaultLayout, theme: '#F5222D', topNav: true });
    dropLayout();
    expect(readLayout()).toEqual(defaultLayout);
  });

  it('reads inherited spellings and ignores what is not ours', () => {
    localStorage.setItem(
      'layout-setting',
      JSON.stringify({ theme: '#11a983', sideTheme: 'theme-light', tagsView: false, topNav: 'yes' }),
    );
    expect(readLayout()).toEqual({ ...defaultLayout, theme: '#11A983', sideTheme: 'light', tagsView: false });
    localStorage.setItem('layout-setting', '{"theme":"#123456"}');
    expect(readLayout().theme).toBe('#409EFF');
    localStorage.setItem('layout-setting', 'broken');
    expect(readLayout()).toEqual(defaultLayout);
  });
});
