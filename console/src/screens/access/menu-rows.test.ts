import type { Menu } from '@zhuiyuan/contract/access/menu';
import { expect, it } from 'vitest';
import { findMenus, menuRows } from './menu-rows.ts';

const menu = (id: number, pid: number): Menu => ({
  id,
  pid,
  name: String(id),
  icon: '',
  perms: '',
  component: '',
  menuType: 'M',
  sort: 0,
  isShow: true,
  version: 0,
  createTime: '',
});
const menus = [menu(1, 0), menu(11, 1), menu(111, 11), menu(2, 0), menu(99, 98)];
const shown = (open: number[]) =>
  menuRows(menus, (id) => open.includes(id)).map(({ id, depth, hasBelow }) => [id, depth, hasBelow]);

it('shows the top, and what stands below opened nodes', () => {
  expect(shown([])).toEqual([
    [1, 0, true],
    [2, 0, false],
    [99, 0, false],
  ]);
  expect(shown([1])).toEqual([
    [1, 0, true],
    [11, 1, true],
    [2, 0, false],
    [99, 0, false],
  ]);
  expect(shown([1, 11]).slice(0, 3)).toEqual([
    [1, 0, true],
    [11, 1, true],
    [111, 2, false],
  ]);
});

it('finds by name and type, and keeps what stands above', () => {
  const found = (filter: object) =>
    findMenus([...menus, { ...menu(12, 1), name: '角色', menuType: 'C' }], filter).map(({ id }) => id);
  expect(found({ name: '角' })).toEqual([1, 12]);
  expect(found({ menuType: 'C' })).toEqual([1, 12]);
  expect(found({ name: '111', menuType: 'M' })).toEqual([1, 11, 111]);
  expect(found({ name: '没有' })).toEqual([]);
});
