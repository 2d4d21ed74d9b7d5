import { useLayoutEffect } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { emptyPage, settle } from '../../../test/answers.ts';
import { takePhoto } from '../../../test/take-photo.ts';
import { openScreen } from '../open-screen.tsx';
import { usePhotos, type Photos } from './photos.tsx';

/** Photographs on their way: where each was sent, and what answers it. */
let sent: { address: string; answer: (envelope: object) => Promise<void> }[] = [];
const kept = (url: string) => ({ code: 200, message: 'ok', data: { url } });

let photos: Photos;
const told = vi.fn<(addresses: string[]) => void>();
const Page = ({ most = 2, first = [] }: { most?: number; first?: string[] }) => {
  const taken = usePhotos({ most, kept: first, query: () => '?stamps=1', changed: told });
  useLayoutEffect(() => void (photos = taken));
  return taken.view;
};
const open = async (most?: number, first?: string[]): Promise<void> => {
  openScreen(<Page most={most} first={first} />);
  await settle();
};
const pictures = (): string[] => [...document.querySelectorAll('.f-photo img')].map((img) => img.getAttribute('src')!);
const waiting = (): number => document.querySelectorAll('.f-waiting').length;
const error = (): string => document.querySelector('.error')!.textContent;
const add = (): HTMLButtonElement => document.querySelector('.f-add')!;

Object.defineProperty(globalThis, 'scrollTo', { value: () => undefined, writable: true });
beforeEach(() => {
  emptyPage();
  sent = [];
  told.mockClear();
  globalThis.fetch = (input) =>
    new Promise((resolve) => {
      const answer = async (envelope: object): Promise<void> => {
        resolve(new Response(JSON.stringify(envelope)));
        await settle();
      };
      sent.push({ address: String(input), answer });
    });
});

it('keeps every photograph of several that are sent at the same time, and offers no more than there may be', async () => {
  await open();
  takePhoto();
  takePhoto();
  await settle();
  expect(sent.map(({ address }) => address)).toEqual([
    '/public/upload/image?stamps=1',
    '/public/upload/image?stamps=1',
  ]);
  expect(waiting()).toBe(2);
  expect(add().hidden).toBe(true);
  await sent[1]!.answer(kept('/media/b.jpg'));
  await sent[0]!.answer(kept('/media/a.jpg'));
  expect(pictures()).toEqual(['/media/b.jpg?thumb=1', '/media/a.jpg?thumb=1']);
  expect(photos.addresses()).toEqual(['/media/b.jpg', '/media/a.jpg']);
  expect(told).toHaveBeenLastCalledWith(['/media/b.jpg', '/media/a.jpg']);
  expect(waiting()).toBe(0);
  expect(add().hidden).toBe(true);
});

it('says that one is under way until it has come', async () => {
  await open();
  expect(photos.isWaiting()).toBe(false);
  takePhoto();
  await settle();
  expect(photos.isWaiting()).toBe(true);
  await settle();
  expect(error()).toBe('照片上传中，请稍候');
  await sent[0]!.answer(kept('/media/a.jpg'));
  expect(error()).toBe('');
  expect(photos.isWaiting()).toBe(false);
});

it('says why one was not kept, and leaves room for another', async () => {
  await open(1);
  takePhoto();
  await settle();
  await sent[0]!.answer({ code: 400, message: '图片过大', data: null });
  expect(error()).toBe('图片过大');
  expect(waiting()).toBe(0);
  expect(add().hidden).toBe(false);
  takePhoto();
  await settle();
  expect(error()).toBe('');
});

it('takes the cursor to where a photograph is added when one is wanted', async () => {
  await open();
  photos.fail('请上传取证照片');
  await settle();
  expect(document.activeElement).toBe(add());
  expect(error()).toBe('请上传取证照片');
});

it('deletes one from where it is enlarged, also when another has come meanwhile', async () => {
  await open(3, ['/media/a.jpg', '/media/b.jpg']);
  takePhoto();
  await settle();
  document.querySelector<HTMLButtonElement>('.f-photo')!.click();
  expect(document.querySelector('.f-large')!.getAttribute('src')).toBe('/media/a.jpg');
  await sent[0]!.answer(kept('/media/c.jpg'));
  document.querySelector<HTMLButtonElement>('.f-danger')!.click();
  await settle();
  expect(document.querySelector('.f-sheet')).toBeNull();
  expect(photos.addresses()).toEqual(['/media/b.jpg', '/media/c.jpg']);
  expect(told).toHaveBeenLastCalledWith(['/media/b.jpg', '/media/c.jpg']);
});

it('tells of one that comes after the screen was left: whoever keeps a draft has it', async () => {
  await open(2, ['/media/a.jpg']);
  takePhoto();
  await settle();
  expect(told.mock.calls).toEqual([[['/media/a.jpg']]]);
  openScreen(<p>elsewhere</p>);
  await sent[0]!.answer(kept('/media/b.jpg'));
  expect(told).toHaveBeenLastCalledWith(['/media/a.jpg', '/media/b.jpg']);
  expect(document.getElementById('page')!.textContent).toBe('elsewhere');
});
