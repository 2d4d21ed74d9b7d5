import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it } from 'vitest';
import { settle } from '../../test/answers.ts';
import { Refused } from '../lib/reason-of.ts';
import { useLoaded } from './use-loaded.ts';

let calls: { answer: (data: string) => void; fail: (words: string) => void }[];
let root: ReturnType<typeof createRoot>;

const press = (words: string): void =>
  [...document.querySelectorAll('button')].find((one) => one.textContent === words)!.click();
const shown = (): string => document.querySelector('p')?.textContent ?? '';

const Shown = () => {
  const { data, failed, reload, refresh } = useLoaded(
    () =>
      new Promise<string>((resolve, reject) => {
        calls.push({ answer: resolve, fail: (words) => reject(new Refused(words)) });
      }),
  );
  return (
    <>
      <p>{`${data ?? '无'} ${failed ?? ''}`}</p>
      <button type="button" onClick={reload}>
        重来
      </button>
      <button type="button" onClick={() => void refresh()}>
        再问
      </button>
    </>
  );
};

beforeEach(() => {
  calls = [];
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  root = createRoot(place);
  root.render(<Shown />);
});

it('begins anew when it is loaded anew, and keeps what is there when it is only asked once more', async () => {
  calls[0]!.answer('一');
  await settle();
  press('再问');
  await settle();
  expect(shown()).toBe('一 ');
  calls[1]!.fail('系统繁忙');
  await settle();
  expect(shown()).toBe('一 系统繁忙');
  press('重来');
  await settle();
  expect(shown()).toBe('无 ');
  calls[2]!.answer('二');
  await settle();
  expect(shown()).toBe('二 ');
});

it('drops an answer that comes after the next question, and one to a screen that was left', async () => {
  press('重来');
  calls[1]!.answer('新');
  await settle();
  calls[0]!.answer('旧');
  await settle();
  expect(shown()).toBe('新 ');
  press('再问');
  root.unmount();
  calls[2]!.answer('晚');
  await settle();
  expect(shown()).toBe('');
});
