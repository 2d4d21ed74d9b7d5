import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clear, render } from '../../../test/render.tsx';
import { Thumb } from './thumb.tsx';

let comeNear: (() => void)[] = [];
let margin = '';
class Observer {
  constructor(
    private readonly seen: IntersectionObserverCallback,
    options?: IntersectionObserverInit,
  ) {
    margin = options?.rootMargin ?? '';
  }
  observe(): void {
    comeNear.push(() =>
      this.seen([{ isIntersecting: true } as IntersectionObserverEntry], this as unknown as IntersectionObserver),
    );
  }
  disconnect(): void {}
}
beforeEach(() => {
  comeNear = [];
  vi.stubGlobal('IntersectionObserver', Observer);
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await clear();
});

const picture = { sattDir: '/media/store/2026/11/21/a.png', attType: 'png' };
const near = () => act(async () => comeNear.forEach((come) => come()));
const fail = (image: Element | null) => act(async () => void image?.dispatchEvent(new Event('error')));

it('loads the small copy of a picture only when it comes near', async () => {
  const box = await render(<Thumb file={picture} />);
  expect(box.querySelector('img')).toBeNull();
  expect(margin).toBe('30%');
  await near();
  expect(box.querySelector('img')?.getAttribute('src')).toBe('/media/store/2026/11/21/a.png?thumb=1');
});

it('tries a failed picture once more, then says that it is broken', async () => {
  const box = await render(<Thumb file={picture} />);
  await near();
  await fail(box.querySelector('img'));
  await act(() => vi.advanceTimersByTimeAsync(700));
  expect(box.querySelector('img')?.getAttribute('src')).toBe('/media/store/2026/11/21/a.png?thumb=1&retry=1');
  await fail(box.querySelector('img'));
  expect(box.querySelector('img')).toBeNull();
  expect(box.querySelector('[aria-label="加载失败"]')).not.toBeNull();
});

it('shows a video as a muted player', async () => {
  const box = await render(<Thumb file={{ sattDir: '/media/store/2026/11/21/a.mp4', attType: 'video/mp4' }} />);
  await near();
  const video = box.querySelector('video');
  expect(video?.src).toContain('/media/store/2026/11/21/a.mp4');
  expect(video?.muted).toBe(true);
});
