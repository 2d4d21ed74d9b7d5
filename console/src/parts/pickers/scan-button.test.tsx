import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { byText, clear, click, press, render, type, until } from '../../../test/render.tsx';
import { ScanArea } from './scan-area.tsx';

const narrow = (query: string) =>
  ({ matches: true, media: query, addEventListener: () => {}, removeEventListener: () => {} }) as never;

beforeEach(() => {
  vi.stubGlobal('matchMedia', narrow);
  vi.stubGlobal('isSecureContext', true);
});
afterEach(async () => {
  await clear();
  vi.unstubAllGlobals();
});

it('says in Chinese that the camera is not allowed, and typing still works', async () => {
  const getUserMedia = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia } }));
  const taken: string[] = [];
  const box = await render(<ScanArea most={5} take={async (codes) => taken.push(...codes) > 0} />);
  await click(box.querySelector('[aria-label="用摄像头扫码"]'));
  await until(() => document.body.textContent!.includes('没有使用摄像头的权限'));
  expect(document.body.textContent).toContain('请在浏览器的网站设置中允许，或关闭后直接输入编码');
  await click(document.querySelector('.ant-modal-close'));
  const input = box.querySelector('textarea')!;
  await type(input, '4QH7MZ2K9TXABW6R');
  await press(input, 'Enter');
  await until(() => taken.length > 0);
  expect(taken).toEqual(['4QH7MZ2K9TXABW6R']);
}, 60_000);

it('lets go of a camera that it cannot show', async () => {
  const stop = vi.fn<() => void>();
  const getUserMedia = async () => ({ getTracks: () => [{ stop }] });
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia } }));
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => ['qr_code'];
      detect = async () => [];
    },
  );
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValue(new DOMException('gone', 'NotReadableError'));
  const box = await render(<ScanArea most={5} take={async () => true} />);
  await click(box.querySelector('[aria-label="用摄像头扫码"]'));
  await until(() => document.body.textContent!.includes('摄像头打不开'));
  expect(stop).toHaveBeenCalledTimes(1);
}, 60_000);

it('looks up what the camera read, by what the browser has for it', async () => {
  const stop = vi.fn<() => void>();
  const stream = { getTracks: () => [{ stop }] };
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia: async () => stream } }),
  );
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => ['qr_code'];
      detect = async () => [{ rawValue: 'https://zy.cn/c/4QH7MZ2K9TXABW6R' }];
    },
  );
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined);
  vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(4);
  const taken: string[] = [];
  const box = await render(<ScanArea most={5} take={async (codes) => taken.push(...codes) > 0} />);
  await click(box.querySelector('[aria-label="用摄像头扫码"]'));
  await until(() => taken.length > 0);
  expect(taken).toHaveLength(1);
  expect(taken[0]).toContain('4QH7MZ2K9TXABW6R');
  await until(() => stop.mock.calls.length > 0);
  expect(stop).toHaveBeenCalled();
  expect(byText('扫码')).toBeUndefined();
}, 60_000);
