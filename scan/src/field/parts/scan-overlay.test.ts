import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emptyPage } from '../../../test/answers.ts';
import { go } from '../lib/navigate.ts';
import { watchCamera } from '../lib/watch-camera.ts';
import { openScanner, type ScanTold } from './scan-overlay.tsx';
import { closeScreen } from '../../lib/shown-screen.ts';

vi.mock(import('../lib/watch-camera.ts'));

type Hit = (text: string) => void;

/** A camera that sees what the test holds before it. */
const openCamera = (): { hit: Hit; signal: () => AbortSignal } => {
  let [seen, ends] = [(() => undefined) as Hit, undefined as AbortSignal | undefined];
  vi.mocked(watchCamera).mockImplementation((_video, signal, hit) => {
    [seen, ends] = [hit, signal];
    return new Promise(() => undefined);
  });
  return { hit: (text) => seen(text), signal: () => ends! };
};
const told = (): Element => document.querySelector('.f-told')!;
const field = (): HTMLInputElement => document.querySelector('.f-scan input')!;
const type = (text: string): void => {
  field().value = text;
  document.querySelector('.f-scan form')!.dispatchEvent(new Event('submit', { cancelable: true }));
};
const later = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  emptyPage();
  vi.useFakeTimers();
  vi.mocked(watchCamera).mockRejectedValue(new Error('no camera'));
});
afterEach(() => {
  closeScreen();
  vi.useRealTimers();
});

it('tells each scan for a while, the same words told twice as long as the second wants', async () => {
  const camera = openCamera();
  const same: ScanTold = { ok: true, words: '已扫', count: '1 / 2' };
  openScanner('扫码发货', () => same);
  await later();
  expect(told().textContent).toBe('将编码放入画面');
  expect(document.querySelector('.f-scan video')).not.toBeNull();
  camera.hit('a');
  await later(900);
  expect(told().className).toBe('f-told f-yes');
  expect(told().textContent).toBe('已扫1 / 2');
  camera.hit('b');
  await later(900);
  expect(told().textContent).toBe('已扫1 / 2');
  await later(200);
  expect(told().className).toBe('f-told');
  expect(told().textContent).toBe('将编码放入画面');
});

it('hands over one code at a time, and the next one after the answer', async () => {
  const camera = openCamera();
  const taken: string[] = [];
  let answer = (_told: ScanTold): void => undefined;
  openScanner('扫码发货', (text) => {
    taken.push(text);
    return new Promise((resolve) => (answer = resolve));
  });
  await later();
  camera.hit('a');
  camera.hit('b');
  await later();
  expect(taken).toEqual(['a']);
  answer({ ok: false, words: '不在单内' });
  await later();
  expect(told().className).toBe('f-told f-no');
  camera.hit('b');
  await later();
  expect(taken).toEqual(['a', 'b']);
});

it('lets a code be typed where no camera opens, and says so again after each', async () => {
  const taken: string[] = [];
  openScanner('扫码发货', (text) => {
    taken.push(text);
    return { ok: true, words: text };
  });
  await later();
  expect(told().textContent).toBe('无法打开相机，请手动输入');
  expect(document.querySelector('.f-scan')!.className).toBe('f-scan f-no-camera');
  expect(document.querySelector('.f-scan video')).toBeNull();
  expect(document.activeElement).toBe(field());
  expect(field().getAttribute('spellcheck')).toBe('false');
  expect(field().getAttribute('autocapitalize')).toBe('characters');
  type('  ');
  await later();
  expect(told().textContent).toBe('请输入或扫描编码');
  type(' AMNSQ74W ');
  await later();
  expect(taken).toEqual(['AMNSQ74W']);
  expect(field().value).toBe('');
  await later(1000);
  expect(told().textContent).toBe('无法打开相机，请手动输入');
});

it('stays after a refusal and closes with the first code that is taken where one is enough', async () => {
  const camera = openCamera();
  const closed = vi.fn<() => void>();
  openScanner('扫箱码', (text) => ({ ok: text === 'good', words: text }), { isSingle: true, closed });
  await later();
  camera.hit('bad');
  await later();
  expect(told().textContent).toBe('bad');
  camera.hit('good');
  await later();
  expect(document.querySelector('.f-scan')).toBeNull();
  expect(closed).toHaveBeenCalledOnce();
  expect(camera.signal().aborted).toBe(true);
});

it('ends with its screen and when one goes back, and takes nothing then', async () => {
  for (const leave of [() => go('/r'), closeScreen]) {
    const camera = openCamera();
    const take = vi.fn<() => ScanTold>(() => ({ ok: true, words: '' }));
    const closed = vi.fn<() => void>();
    openScanner('扫箱码', take, { closed });
    await later();
    leave();
    camera.hit('late');
    await later();
    expect(document.querySelector('.f-scan')).toBeNull();
    expect(camera.signal().aborted).toBe(true);
    expect(closed).toHaveBeenCalledOnce();
    expect(take).not.toHaveBeenCalled();
  }
});
