import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { clear, render } from '../../../test/render.tsx';
import { Thumb } from './thumb.tsx';

afterEach(clear);

it('marks where no picture is, and where one does not come', async () => {
  const none = await render(<Thumb src="" />);
  expect(none.querySelector('.zy-thumb-none svg')).not.toBeNull();
  const box = await render(<Thumb src="/media/lost.png" label="龙井" />);
  expect(box.querySelector('.zy-thumb-none')).toBeNull();
  await act(() => box.querySelector('img')!.dispatchEvent(new Event('error')));
  expect(box.querySelector('img')).toBeNull();
  expect(box.querySelector('.zy-thumb-none')?.getAttribute('title')).toBe('图片加载失败');
});
