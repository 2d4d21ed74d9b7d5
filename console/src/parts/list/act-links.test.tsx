import { afterEach, expect, it } from 'vitest';
import { byText, clear, click, render, settle } from '../../../test/render.tsx';
import { ActLinks } from './acts.tsx';

afterEach(clear);

it('says why something cannot be done to whoever presses it, and does it not', async () => {
  let done = 0;
  const run = () => void (done += 1);
  await render(<ActLinks acts={[{ label: '打款', blocked: '审核人与打款人不能为同一人', run }]} />);
  const link = byText('打款') as HTMLButtonElement;
  link.focus();
  expect(document.activeElement).toBe(link);
  expect(link.getAttribute('aria-disabled')).toBe('true');
  await click(link);
  await settle(50);
  expect(byText('审核人与打款人不能为同一人')).toBeDefined();
  expect(done).toBe(0);
}, 60_000);
