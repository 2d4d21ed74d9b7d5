import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, emptyPage, settle } from '../../../test/answers.ts';
import { keepToken } from '../../lib/account-token.ts';
import { openPlay } from '../open-play.ts';

const base = '/public/lottery';
const page = () => document.getElementById('play')!;
const none = { list: [], total: 0, page: 1, limit: 20, totalPage: 0 };
const message = (id: number, isNew: boolean) => ({
  id,
  firmName: '青岚山茶业有限公司',
  kind: 'WIN',
  content: `恭喜您获得礼盒${id}`,
  sentAt: '2026-11-25 10:00:00',
  isNew,
});

let answers: Record<string, unknown>;
let sent: { path: string; body: unknown }[];
const open = async (hash: string): Promise<void> => {
  history.replaceState(null, '', `/c${hash}`);
  openPlay(null);
  for (let round = 0; round < 6; round += 1) await settle();
};
// What comes apart is there as on a quick network.
beforeAll(() => import('./mine.tsx'));
beforeEach(() => {
  emptyPage();
  keepToken('account-1');
  vi.stubGlobal('scrollTo', () => undefined);
  answers = {
    [`${base}/my/prizes`]: none,
    [`${base}/my/packets`]: none,
    [`${base}/my/packets/ask`]: { redActiveId: null },
    [`${base}/my/messages/unread`]: { count: 2 },
    [`${base}/my/messages`]: { ...none, list: [message(9, true), message(8, false)], total: 2, totalPage: 1 },
    [`${base}/my/messages/read`]: null,
  };
  sent = answerCalls(answers);
});

it('leads from the prizes to the messages, and says that the new ones were seen', async () => {
  await open('#prizes');
  const way = page().querySelector<HTMLElement>('[aria-label="消息"]')!;
  expect(way.hidden).toBe(false);
  expect(way.textContent).toBe('我的消息2 条未读');
  way.querySelector('button')!.click();
  for (let round = 0; round < 4; round += 1) await settle();
  const shown = [...page().querySelectorAll('.p-message')].map((one) => one.textContent);
  expect(shown).toEqual([
    '中奖通知●新恭喜您获得礼盒9青岚山茶业有限公司 · 11-25 10:00',
    '中奖通知恭喜您获得礼盒8青岚山茶业有限公司 · 11-25 10:00',
  ]);
  expect(sent.filter(({ path }) => path.endsWith('/read')).map(({ body }) => body)).toEqual([{ ids: [9] }]);
});

it('shows no way to messages to whom nobody is known to be, and says where there are none', async () => {
  keepToken('');
  await open('#prizes');
  expect(page().querySelector<HTMLElement>('[aria-label="消息"]')!.hidden).toBe(true);
  keepToken('account-1');
  answers[`${base}/my/messages`] = none;
  await open('#messages');
  expect(page().textContent).toContain('还没有消息');
});

it('goes on to the next page, and asks for it again where it did not come', async () => {
  const pageOf = (at: number, list: object[]) => ({ ...none, list, total: 3, page: at, totalPage: 2 });
  answers[`${base}/my/messages`] = pageOf(1, [message(9, false), message(8, false)]);
  await open('#messages');
  const press = async (words: string): Promise<void> => {
    [...page().querySelectorAll('button')].find((one) => one.textContent === words)!.click();
    await settle();
  };
  answers[`${base}/my/messages`] = { code: 500, message: '系统繁忙', data: null };
  await press('加载更多');
  expect(page().querySelectorAll('.p-message')).toHaveLength(2);
  expect(page().querySelector('.p-failed [role=alert]')!.textContent).toBe('系统繁忙');
  answers[`${base}/my/messages`] = pageOf(2, [message(7, true)]);
  await press('重新加载');
  expect([...page().querySelectorAll('.p-message p')].map((one) => one.textContent)).toEqual([
    '恭喜您获得礼盒9',
    '恭喜您获得礼盒8',
    '恭喜您获得礼盒7',
  ]);
  expect(page().querySelector('.p-next')).toBeNull();
  expect(sent.filter(({ path }) => path.endsWith('/read')).map(({ body }) => body)).toEqual([{ ids: [7] }]);
});
