import { act, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clear, render, until } from '../../../test/render.tsx';
import { session, type Session } from '../../lib/session.ts';
import { PicturesInput } from './image-field.tsx';

/** Answers every upload with an address made of the file's name. */
class Uploading extends EventTarget {
  upload = new EventTarget();
  responseText = '';
  responseType = '';
  open(): void {}
  setRequestHeader(): void {}
  getResponseHeader(): null {
    return null;
  }
  abort(): void {}
  send(body: FormData): void {
    const { name } = body.get('multipart') as File;
    this.responseText = JSON.stringify({
      code: 200,
      message: '',
      data: { fileName: name, extName: 'png', fileSize: 1, url: `/media/${name}`, type: 'png', attId: 1 },
    });
    setTimeout(() => {
      this.dispatchEvent(new Event('load'));
      this.dispatchEvent(new Event('loadend'));
    });
  }
}

beforeEach(() => {
  session.set({ permissions: new Set(['*:*:*']) } as unknown as Session);
  vi.stubGlobal('XMLHttpRequest', Uploading);
});
afterEach(async () => {
  await clear();
  session.set(undefined);
  vi.unstubAllGlobals();
});

const told = vi.fn<(value: string[]) => void>();
const Pictures = () => {
  const [kept, setKept] = useState(['/media/0.png']);
  const change = (value: string[]) => {
    told(value);
    setKept(value);
  };
  return <PicturesInput value={kept} onChange={change} most={3} title="轮播图" />;
};
const bring = (on: Element, kind: 'drop' | 'paste', names: string[]) =>
  act(async () => {
    const files = names.map((name) => new File(['x'], name));
    const event = new Event(kind, { bubbles: true, cancelable: true });
    Object.assign(event, { [kind === 'drop' ? 'dataTransfer' : 'clipboardData']: { files, types: ['Files'] } });
    on.dispatchEvent(event);
  });

it('takes pictures that are dropped or pasted on it, as many as there is room for', async () => {
  const box = await render(<Pictures />);
  await bring(box.querySelector('.zy-pictures')!, 'drop', ['1.png']);
  await until(() => told.mock.calls.length === 1);
  expect(told.mock.lastCall?.[0]).toEqual(['/media/0.png', '/media/1.png']);
  await bring(box.querySelector('.zy-pictures-add')!, 'paste', ['2.png', '3.png']);
  await until(() => told.mock.calls.length === 2);
  expect(told.mock.lastCall?.[0]).toEqual(['/media/0.png', '/media/1.png', '/media/2.png']);
  expect(document.body.textContent).toContain('最多选择3张图片');
}, 60_000);
