import type { MenuChoice } from '@zhuiyuan/contract/access/menu-choice';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { byText, clear, click, render, type } from '../../../test/render.tsx';
import { PermissionTree } from './permission-tree.tsx';

afterEach(clear);

const node = (
  id: number,
  name: string,
  menuType: MenuChoice['menuType'],
  { needsAdmin = false, childList = [] }: { needsAdmin?: boolean; childList?: MenuChoice[] } = {},
): MenuChoice => ({
  id,
  pid: 0,
  name,
  icon: '',
  menuType,
  checked: false,
  locked: false,
  needsAdmin,
  sort: 0,
  childList,
});

const tree = [
  node(1, '设置', 'M', {
    childList: [
      node(11, 'AI 活动', 'C', { childList: [node(111, '导出', 'A', { needsAdmin: true }), node(112, '删除', 'A')] }),
      node(12, '产品', 'C', { childList: [node(121, '导出', 'A', { needsAdmin: true })] }),
    ],
  }),
];

const Held = ({ start = [] }: { start?: number[] }) => {
  const [value, setValue] = useState(start);
  return (
    <>
      <PermissionTree tree={tree} isAdmin={false} value={value} onChange={setValue} />
      <output>{value.join()}</output>
    </>
  );
};
const ticked = (box: HTMLElement) => box.querySelector('output')?.textContent;
const search = (box: HTMLElement) => box.querySelector<HTMLInputElement>('[aria-label="搜索权限"]')!;
const boxOf = (text: string, box: HTMLElement) => byText(text, box)?.closest('label')?.querySelector('input');

it('ticks all that a search found and nothing that it does not show', async () => {
  const box = await render(<Held />);
  await type(search(box), '删除');
  await click(boxOf('全选/全不选搜索结果', box));
  expect(ticked(box)).toBe('1,11,112');
  await click(boxOf('全选/全不选搜索结果', box));
  expect(ticked(box)).toBe('1,11');
  await type(search(box), '');
  await click(boxOf('全选/全不选', box));
  expect(ticked(box)).toBe('1,11,12,111,112,121');
});

it('takes a space in what is searched for, and folds what was found', async () => {
  const box = await render(<Held />);
  await type(search(box), 'AI ');
  expect(search(box).value).toBe('AI ');
  await type(search(box), 'AI 活');
  expect(box.textContent).toContain('删除');
  await click(boxOf('展开/折叠', box));
  expect(box.textContent).not.toContain('删除');
  expect(box.textContent).toContain('设置');
  await click(boxOf('展开/折叠', box));
  expect(box.textContent).toContain('删除');
});

it('names what stays closed by all above it, since many buttons share a name', async () => {
  const box = await render(<Held start={[1, 11, 12, 111, 121]} />);
  expect(box.textContent).toContain('“设置 / AI 活动 / 导出”等 2 项权限只对管理员角色开放，此角色不能使用');
});
