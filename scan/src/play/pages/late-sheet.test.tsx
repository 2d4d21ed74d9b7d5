import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { settle } from '../../../test/answers.ts';
import { Refused } from '../../lib/reason-of.ts';
import { LateSheet, sheets } from './late-sheet.tsx';

const closed = vi.fn<() => void>();
const sheet = (): HTMLElement => document.querySelector<HTMLElement>('[role=dialog]')!;
const press = (words: string): void =>
  [...sheet().querySelectorAll('button')].find((one) => one.textContent === words)!.click();

const Shown = () => (
  <LateSheet title="抽奖结果" closed={closed}>
    {(_came, { titleId, close }) => (
      <>
        <h2 id={titleId} tabIndex={-1}>
          恭喜您获得
        </h2>
        <button type="button" onClick={close}>
          知道了
        </button>
      </>
    )}
  </LateSheet>
);

const came = await import('./sheets.tsx');
let root: ReturnType<typeof createRoot>;
let fetched: { resolve: (part: typeof came) => void; reject: (error: Error) => void }[];

beforeEach(() => {
  closed.mockClear();
  fetched = [];
  vi.spyOn(sheets, 'fetch').mockImplementation(
    () => new Promise((resolve, reject) => void fetched.push({ resolve, reject })),
  );
  document.body.innerHTML = '<button id="before">开始抽奖</button><div id="place"></div>';
  document.getElementById('before')!.focus();
  root = createRoot(document.getElementById('place')!);
  root.render(<Shown />);
});
afterEach(() => root.unmount());

it('says what it will be until it is there, leads to what came, and back when it is closed', async () => {
  await settle();
  expect(sheet().textContent).toBe('抽奖结果');
  expect(document.activeElement?.textContent).toBe('抽奖结果');
  fetched[0]!.resolve(came);
  await settle();
  expect(sheet().textContent).toBe('恭喜您获得知道了');
  expect(document.activeElement?.textContent).toBe('恭喜您获得');
  expect(document.getElementById(sheet().getAttribute('aria-labelledby')!)?.textContent).toBe('恭喜您获得');
  press('知道了');
  expect(closed).toHaveBeenCalledOnce();
  expect(document.activeElement?.id).toBe('before');
});

it('says that nothing came, and asks again; it can be closed meanwhile', async () => {
  await settle();
  fetched[0]!.reject(new Refused('网络不可用，请检查网络后重试'));
  await settle();
  expect(sheet().textContent).toBe('抽奖结果网络不可用，请检查网络后重试重新加载');
  press('重新加载');
  await settle();
  expect(sheet().textContent).toBe('抽奖结果');
  fetched[1]!.resolve(came);
  await settle();
  expect(sheet().textContent).toContain('恭喜您获得');
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  expect(closed).toHaveBeenCalledOnce();
});
