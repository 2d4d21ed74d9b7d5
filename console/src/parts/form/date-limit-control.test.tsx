import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { clear, press, render, settle } from '../../../test/render.tsx';
import { DateLimitControl } from './date-limit-control.tsx';

afterEach(clear);

it('lets Tab leave an empty range', async () => {
  const box = await render(
    <>
      <DateLimitControl label="创建时间" value={undefined} set={() => undefined} />
      <button type="button">查询</button>
    </>,
  );
  const stops = [...box.querySelectorAll<HTMLElement>('input, button')];
  for (const [at, stop] of stops.entries()) {
    await act(async () => stop.focus());
    await settle(30);
    expect(stops.indexOf(document.activeElement as HTMLElement)).toBe(at);
    await press(stop, 'Tab');
  }
}, 60_000);
