import { afterEach, expect, it } from 'vitest';
import { address, byText, clear, click, render } from '../../../test/render.tsx';
import { useOpened } from './use-opened.ts';

const Opened = () => {
  const [id, open] = useOpened();
  return (
    <>
      <output>{id ?? '没有'}</output>
      <button onClick={() => open(7)}>打开</button>
      <button onClick={() => open(undefined)}>关闭</button>
    </>
  );
};
const shown = () => document.querySelector('output')?.textContent;

afterEach(clear);

it('keeps the open row in the address, and leaves what else it says', async () => {
  await render(<Opened />, '/list?status=2&page=3');
  expect(shown()).toBe('没有');
  await click(byText('打开'));
  expect([shown(), address()]).toEqual(['7', '/list?status=2&page=3&open=7']);
  await click(byText('关闭'));
  expect([shown(), address()]).toEqual(['没有', '/list?status=2&page=3']);
});

it('opens what the address says, and nothing for what is no number of a row', async () => {
  await render(<Opened />, '/list?open=12');
  expect(shown()).toBe('12');
  for (const no of ['x', '0', '-1', '1.5', '1e99', '']) {
    await clear();
    await render(<Opened />, `/list?open=${no}`);
    expect([no, shown()]).toEqual([no, '没有']);
  }
});
