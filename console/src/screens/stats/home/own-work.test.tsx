import type { Todo } from '@zhuiyuan/contract/stats/home';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answer, byText, clear, click, render, until } from '../../../../test/render.tsx';
import { ownScreens } from '../../../lib/own-screens.ts';
import { session, type Session } from '../../../lib/session.ts';
import { OwnWork } from './shortcuts.tsx';
import { TodoList } from './todo-list.tsx';

const links = (box: HTMLElement) => [...box.querySelectorAll('a')].map((one) => one.textContent);

beforeEach(() =>
  session.set({ permissions: new Set(['admin:identity:product:list']), roles: [] } as unknown as Session),
);
afterEach(async () => {
  await clear();
  session.set(undefined);
  ownScreens.set([]);
});

it('leads who sees no figure to every screen of his own menu, each once', async () => {
  ownScreens.set([
    { name: '产品', url: '/identity/productManager', icon: 'package' },
    { name: '门店打款', url: '/lottery/merchants/storeremit', icon: '' },
  ]);
  expect(links(await render(<OwnWork />))).toEqual(['产品管理', '门店打款']);
});

it('shows eight kinds of what waits, the others when asked, and none of which nothing waits', async () => {
  const waiting: Partial<Todo> = {
    auditFirmNum: 1,
    quotaFirmNum: 0,
    auditShopNum: 2,
    auditTaskNum: 3,
    needApplyNum: 1,
    fundRequestNum: 1,
    lowPoolNum: 1,
    holdNum: 1,
    redHoldNum: 1,
    shopRemitNum: 1,
    dealerRemitNum: 4,
  };
  answer(() => ({ data: waiting }));
  const box = await render(<TodoList />);
  await until(() => links(box).length > 0);
  expect(links(box)).toHaveLength(8);
  expect(box.textContent).not.toContain('码额度将用完');
  await click(byText('全部 10 类'));
  expect(links(box)).toHaveLength(10);
  expect(links(box).at(-1)).toContain('经销商打款待处理');
});
