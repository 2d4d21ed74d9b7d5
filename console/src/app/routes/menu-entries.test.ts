import type { MenuNode } from '@zhuiyuan/contract/access/session';
import { describe, expect, it } from 'vitest';
import { directoryTarget, findables, flattened, toMenu, trailOf } from './menu-entries.ts';
import { menuSearch } from '../search/menu-search.ts';

let lastId = 0;
const node = (name: string, component: string, ...childList: MenuNode[]): MenuNode => {
  lastId += 1;
  return {
    id: lastId,
    pid: 0,
    name,
    icon: '',
    perms: '',
    component,
    menuType: childList.length ? 'M' : 'C',
    sort: 0,
    childList,
  };
};

const nodes = [
  node('运营', '/home', node('主页', '/dashboard')),
  node(
    '标识溯源',
    '/identity',
    node(
      '基础资料',
      '/identity/base',
      node('企业管理', '/identity/firmManager'),
      node('产品管理', '/identity/productManager'),
    ),
    node('码管理', '/identity/code', node('生码任务', '/identity/taskManager')),
    node('物流', '/identity/deliver', node('签收', '/identity/deliverManager/sign')),
  ),
  node('移动端管理', '/javaMobile', node('订单统计', '/javaMobile/orderStatistics')),
];
const all = new Set(['/dashboard', '/identity/firmManager', '/identity/productManager', '/identity/taskManager']);
const menu = toMenu(nodes, { opens: (url) => all.has(url), onPhone: false });

describe('menuOf', () => {
  it('leaves out screens that do not exist and directories emptied by that', () => {
    expect(menu.map(({ name }) => name)).toEqual(['运营', '标识溯源']);
    expect(menu[1]?.child.map(({ name }) => name)).toEqual(['基础资料', '码管理']);
  });

  it('keeps the whole menu on a telephone until the phone screens exist', () => {
    expect(toMenu(nodes, { opens: (url) => all.has(url), onPhone: true })).toEqual(menu);
  });

  it('keeps only the phone screens on a telephone, and drops them elsewhere', () => {
    const opens = () => true;
    expect(toMenu(nodes, { opens, onPhone: true }).map(({ url }) => url)).toEqual(['/javaMobile']);
    expect(toMenu(nodes, { opens, onPhone: false }).map(({ url }) => url)).toEqual(['/home', '/identity']);
  });

  it('shows a first-level directory of one screen as that screen', () => {
    expect(flattened(menu).map(({ name, url }) => [name, url])).toEqual([
      ['主页', '/dashboard'],
      ['标识溯源', '/identity'],
    ]);
  });
});

describe('trails and directories', () => {
  it('finds the way down to a screen', () => {
    expect(trailOf(menu, '/identity/taskManager').map(({ name }) => name)).toEqual(['标识溯源', '码管理', '生码任务']);
    expect(trailOf(menu, '/identity/nowhere')).toEqual([]);
  });

  it('leads a directory to its first screen', () => {
    expect(directoryTarget(menu, '/identity')).toBe('/identity/firmManager');
    expect(directoryTarget(menu, '/identity/code')).toBe('/identity/taskManager');
    expect(directoryTarget(menu, '/identity/deliver')).toBeUndefined();
    expect(directoryTarget(menu, '/identity/taskManager')).toBeUndefined();
  });
});

describe('menuSearch', () => {
  const search = menuSearch(menu);

  it('offers everything in menu order without words', () => {
    expect(search(' ')).toEqual(findables(menu));
  });

  it('ranks a name above an address', () => {
    expect(search('生码')[0]?.url).toBe('/identity/taskManager');
    expect(search('产品')[0]?.name.join(' > ')).toBe('标识溯源 > 基础资料 > 产品管理');
  });

  it('finds by address and forgives a slip', () => {
    expect(search('taskManager')[0]?.url).toBe('/identity/taskManager');
    expect(search('taskMenager').map(({ url }) => url)).toContain('/identity/taskManager');
  });

  it('finds nothing for what is far from everything', () => {
    expect(search('zzzzqqqq')).toEqual([]);
  });
});
