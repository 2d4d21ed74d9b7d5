import { CallFailed, offlineText, unwrap } from '../../lib/call.ts';
import { h } from '../../lib/elements.ts';
import { reasonOf } from '../../parts/field.ts';
import { smallPicture } from '../../lib/formats.ts';
import { fieldIcon } from '../lib/field-icons.ts';
import { whoCalls } from '../lib/field-call.ts';
import { openSheet } from './sheet.ts';

/** Longer side and quality of what is sent: a phone's own pictures are ten times as heavy and say no more. */
const side = 2000;
const quality = 0.86;
const waitText = '照片上传中，请稍候';

/** A picture of the camera, small enough to be sent over a poor connection; the file itself where the browser cannot draw it. */
const shrunk = async (file: File): Promise<Blob> => {
  try {
    const picture = await createImageBitmap(file);
    const share = Math.min(1, side / Math.max(picture.width, picture.height));
    if (share === 1 && file.size < 1_500_000 && file.type === 'image/jpeg') return file;
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * share);
    canvas.height = Math.round(picture.height * share);
    canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), 'image/jpeg', quality));
  } catch {
    return file;
  }
};

const send = async (file: File, query: string): Promise<string> => {
  const form = new FormData();
  const picture = await shrunk(file);
  form.append('file', picture, picture.type === 'image/png' ? 'photo.png' : 'photo.jpg');
  let answer: Response;
  try {
    answer = await fetch(`/public/upload/image${query}`, { method: 'POST', headers: whoCalls(), body: form });
  } catch {
    throw new CallFailed(0, offlineText);
  }
  return (unwrap(await answer.text()) as { url: string }).url;
};

export interface Photos {
  element: HTMLElement;
  addresses(): string[];
  /** Says so when a photograph is still under way; the words go when it has come. */
  isWaiting(): boolean;
  fail(words: string): void;
}

/**
 * Photographs taken with the camera: each is sent at once, opened by a tap, deleted from there. `query` goes with each; what is
 * there already is `kept`, and every change is told.
 */
export const photos = ({
  most,
  query = () => '',
  kept = [],
  changed,
}: {
  most: number;
  query?: () => string;
  kept?: string[];
  changed?: (addresses: string[]) => void;
}): Photos => {
  const list = h('div', { class: 'f-photos' });
  const error = h('p', { class: 'error', role: 'alert' });
  const input = h('input', {
    type: 'file',
    accept: 'image/*',
    capture: 'environment',
    class: 'unseen',
    'aria-label': '拍照',
    tabindex: -1,
  });
  const add = h(
    'button',
    { type: 'button', class: 'f-add', click: () => input.click() },
    fieldIcon('camera', 20),
    '加照片',
  );
  const addresses = [...kept];
  let sending = 0;
  const fail = (words: string): void => {
    error.textContent = words;
    if (words) add.focus();
  };
  const told = (): void => {
    add.hidden = addresses.length + sending >= most;
    changed?.(addresses);
  };
  const enlarge = (address: string, shown: HTMLElement): void => {
    openSheet('照片', (close) => [
      h('img', { class: 'f-large', src: address, alt: '照片' }),
      h(
        'div',
        { class: 'acts' },
        h('button', { type: 'button', class: 'button', click: close }, '关闭'),
        h(
          'button',
          {
            type: 'button',
            class: 'button f-danger',
            click: () => {
              addresses.splice(addresses.indexOf(address), 1);
              shown.remove();
              told();
              close();
            },
          },
          '删除照片',
        ),
      ),
    ]);
  };
  const put = (address: string): void => {
    const shown = h(
      'button',
      { type: 'button', class: 'f-photo', 'aria-label': '查看照片', click: () => enlarge(address, shown) },
      h('img', { src: smallPicture(address), alt: '' }),
    );
    list.insertBefore(shown, add);
  };
  const take = async (file: File): Promise<void> => {
    const waiting = h('span', { class: 'f-photo f-waiting', role: 'status' }, '上传中');
    list.insertBefore(waiting, add);
    sending += 1;
    fail('');
    told();
    try {
      const address = await send(file, query());
      addresses.push(address);
      put(address);
    } catch (failed) {
      error.textContent = reasonOf(failed);
    }
    waiting.remove();
    sending -= 1;
    if (sending === 0 && error.textContent === waitText) fail('');
    told();
  };
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    input.value = '';
    if (file) void take(file);
  });
  list.append(add);
  for (const address of addresses) put(address);
  add.hidden = addresses.length >= most;
  return {
    element: h('div', {}, list, input, error),
    addresses: () => [...addresses],
    isWaiting: () => {
      if (sending > 0) fail(waitText);
      return sending > 0;
    },
    fail,
  };
};
