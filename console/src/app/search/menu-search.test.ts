import { expect, it } from 'vitest';
import type { MenuEntry } from '../routes/menu-entries.ts';
import { initialsOf } from './initials.ts';
import { menuSearch } from './menu-search.ts';

const entry = (id: number, name: string, url: string): MenuEntry => ({ id, name, icon: '', url, path: '/', child: [] });
const find = menuSearch([
  entry(1, '生码任务', '/identity/taskManager'),
  entry(2, '门店打款', '/lottery/merchants/storeremit'),
  entry(3, '经销商管理', '/identity/agentManager'),
]);
const names = (words: string) => find(words).map(({ name }) => name.at(-1));

it('writes how each character begins', () => {
  expect(initialsOf('生码任务')).toBe('SMRW');
  expect(initialsOf('经销商TOP10')).toBe('JXSTOP10');
  expect(initialsOf('啊做（微信）')).toBe('AZWX');
});

it('finds a screen by the initials of its name, from any of its characters, in either case', () => {
  expect(names('smrw')[0]).toBe('生码任务');
  expect(names('DK')[0]).toBe('门店打款');
  expect(names('jxs')[0]).toBe('经销商管理');
});

it('finds by name and address as ever, and everything without words', () => {
  expect(names('打款')).toEqual(['门店打款']);
  expect(names('agentManager')[0]).toBe('经销商管理');
  expect(names(' ')).toHaveLength(3);
});
