import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../../test/render.tsx';
import {
  changeLayout,
  defaultLayout,
  dropLayout,
  keepChange,
  keepLayout,
  layoutSetting,
  readLayout,
  restoreLayout,
  takeLayout,
} from './layout-setting.ts';

const sent: unknown[] = [];

beforeEach(() => {
  sent.length = 0;
  answer((_url, body) => {
    sent.push(body.layout);
    return { data: null };
  });
});
afterEach(() => {
  localStorage.clear();
  restoreLayout();
});

describe('layout settings', () => {
  it('starts with the defaults', () => {
    expect(readLayout()).toEqual(defaultLayout);
    expect(defaultLayout).toMatchObject({ theme: '#409EFF', tagsView: true, fixedHeader: true, sidebarLogo: true });
    expect(defaultLayout.appearance).toBe('system');
  });

  it('keeps a change only when asked to, on the server and here', async () => {
    changeLayout({ theme: '#F5222D', topNav: true });
    expect(readLayout()).toEqual(defaultLayout);
    await keepLayout();
    const kept = { ...defaultLayout, theme: '#F5222D', topNav: true };
    expect(JSON.parse(localStorage.getItem('layout-setting') ?? '')).toEqual(kept);
    expect(readLayout()).toEqual(kept);
    expect(sent).toEqual([kept]);
    await dropLayout();
    expect(readLayout()).toEqual(defaultLayout);
    expect(sent).toEqual([kept, undefined]);
  });

  it('takes back what was only looked at, and keeps one change without it', async () => {
    changeLayout({ theme: '#F5222D' });
    restoreLayout();
    expect(layoutSetting.get()).toEqual(defaultLayout);
    changeLayout({ theme: '#F5222D' });
    await keepChange({ appearance: 'dark' });
    expect(sent).toEqual([{ ...defaultLayout, appearance: 'dark' }]);
    expect(layoutSetting.get()).toEqual(readLayout());
  });

  it('takes what the server keeps before what this browser does, and this where it keeps nothing', async () => {
    await keepChange({ appearance: 'dark' });
    takeLayout(null);
    expect(layoutSetting.get().appearance).toBe('dark');
    takeLayout({ ...defaultLayout, theme: '#11A983' });
    expect(layoutSetting.get()).toEqual({ ...defaultLayout, theme: '#11A983' });
    expect(readLayout()).toEqual(layoutSetting.get());
  });

  it('keeps the colours of both modes for the script that paints the next page', async () => {
    changeLayout({ theme: '#11A983' });
    await keepLayout();
    const { light, dark } = JSON.parse(localStorage.getItem('theme-colors') ?? '') as Record<string, object>;
    expect(light).toMatchObject({ '--zy-action': '#047E60', '--zy-side-mark': '#11A983', '--zy-logo': '#047E60' });
    expect(light).not.toHaveProperty('--zy-heat1');
    expect(dark).toMatchObject({ '--zy-action': '#20AF89', '--zy-heat6': '#42C69E', '--zy-logo': '#047E60' });
  });

  it('reads inherited spellings and ignores what is not ours', () => {
    localStorage.setItem(
      'layout-setting',
      JSON.stringify({ theme: '#11a983', sideTheme: 'theme-light', tagsView: false, topNav: 'yes', appearance: 'x' }),
    );
    expect(readLayout()).toEqual({ ...defaultLayout, theme: '#11A983', sideTheme: 'light', tagsView: false });
    localStorage.setItem('layout-setting', '{"theme":"#123456"}');
    expect(readLayout().theme).toBe('#409EFF');
    localStorage.setItem('layout-setting', 'broken');
    expect(readLayout()).toEqual(defaultLayout);
  });
});
