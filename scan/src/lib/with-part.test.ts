import { beforeEach, expect, it, vi } from 'vitest';
import { offlineText } from './call.ts';
import type { withPart as WithPart } from './with-part.ts';

let withPart: typeof WithPart;
const reload = vi.fn<() => void>();
const part = async (): Promise<string> => 'part';
const lost = async (): Promise<string> => {
  throw new TypeError('Failed to fetch dynamically imported module');
};
const offline = (): Promise<string> => Promise.reject(new Error('offline'));

beforeEach(async () => {
  vi.resetModules();
  reload.mockReset();
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('navigator', { onLine: true });
  ({ withPart } = await import('./with-part.ts'));
});

it('answers both, and fails as the data does', async () => {
  expect(await withPart(Promise.resolve('data'), part)).toEqual(['data', 'part']);
  await expect(withPart(offline(), part)).rejects.toThrow('offline');
});

it('says that the network is not there where the part does not come, in no browser’s own words', async () => {
  await expect(withPart(Promise.resolve('data'), lost)).rejects.toMatchObject({ code: 0, message: offlineText });
  expect(reload).not.toHaveBeenCalled();
});

it('opens the page anew for a part that was lost before, once the data comes again', async () => {
  await expect(withPart(offline(), lost)).rejects.toThrow('offline');
  await expect(withPart(offline(), lost)).rejects.toThrow('offline');
  expect(reload).not.toHaveBeenCalled();
  await expect(withPart(Promise.resolve('data'), lost)).rejects.toThrow(offlineText);
  expect(reload).toHaveBeenCalledOnce();
});

it('leaves the page as it is while the phone itself knows of no network', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  await expect(withPart(Promise.resolve('data'), lost)).rejects.toThrow(offlineText);
  await expect(withPart(Promise.resolve('data'), lost)).rejects.toThrow(offlineText);
  expect(reload).not.toHaveBeenCalled();
});

it('leaves the page as it is while something is typed on it', async () => {
  document.body.innerHTML = '<input value="1234">';
  await expect(withPart(Promise.resolve('data'), lost)).rejects.toThrow(offlineText);
  await expect(withPart(Promise.resolve('data'), lost)).rejects.toThrow(offlineText);
  expect(reload).not.toHaveBeenCalled();
  document.body.innerHTML = '<input type="checkbox"><input type="radio" value="1">';
  await expect(withPart(Promise.resolve('data'), lost)).rejects.toThrow(offlineText);
  expect(reload).toHaveBeenCalledOnce();
});

it.each([
  'error loading dynamically imported module: /scan/assets/part.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /scan/assets/part.css',
])('takes %s for a part that did not come', async (words) => {
  const notCome = (): Promise<string> => Promise.reject(new TypeError(words));
  await expect(withPart(Promise.resolve('data'), notCome)).rejects.toThrow(offlineText);
});

it('does not blame the network for a part that came and does not run', async () => {
  const broken = (): Promise<string> => Promise.reject(new TypeError('rows.toSorted is not a function'));
  await expect(withPart(Promise.resolve('data'), broken)).rejects.toThrow('rows.toSorted is not a function');
  await expect(withPart(Promise.resolve('data'), broken)).rejects.toThrow('rows.toSorted is not a function');
  await expect(withPart(offline(), broken)).rejects.toThrow('offline');
  expect(reload).not.toHaveBeenCalled();
});
