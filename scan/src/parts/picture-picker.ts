import { h } from '../lib/elements.ts';
import { reasonOf } from './field.ts';

const most = 4;
const heaviest = 10 * 1024 * 1024;
const kinds = /^image\/(jpeg|png|gif|bmp)$/;

/** Sends one file, telling its progress from 0 to 1; rejects with the words for the shopper. `signal` stops it. */
export type Upload = (file: File, progress: (part: number) => void, signal: AbortSignal) => Promise<string>;

/** Picture addresses once uploaded, and whether some are still on their way. */
export interface PicturePicker {
  element: HTMLElement;
  addresses(): string[];
  isBusy(): boolean;
}

/** Up to four pictures, each with its progress, a way to remove it and, after a failure, to send it again. */
export const picturePicker = (upload: Upload): PicturePicker => {
  const list = h('ul', { class: 'pictures' });
  const error = h('p', { class: 'error', role: 'alert' });
  const keptPictures = new Map<HTMLElement, { address?: string; isSending: boolean }>();
  const input = h('input', {
    type: 'file',
    accept: 'image/jpeg,image/png,image/gif,image/bmp',
    multiple: true,
    class: 'unseen',
  });
  const label = h('label', { class: 'button add' }, input, '添加图片');
  const refresh = (): void => {
    label.classList.toggle('full', keptPictures.size >= most);
  };

  const add = (file: File): void => {
    const stop = new AbortController();
    const state = { address: undefined as string | undefined, isSending: false };
    const bar = h('progress', { max: 1, value: 0, 'aria-label': `${file.name}上传进度` });
    const words = h('span', { class: 'note' });
    const again = h('button', { type: 'button', class: 'text-button', click: () => void send() }, '重试');
    const drop = (): void => {
      stop.abort();
      keptPictures.delete(item);
      item.remove();
      refresh();
    };
    const remove = h(
      'button',
      { type: 'button', class: 'text-button', 'aria-label': `移除${file.name}`, click: drop },
      '移除',
    );
    const item = h('li', {}, h('span', { class: 'name' }, file.name), words, again, remove, bar);
    const send = async (): Promise<void> => {
      state.isSending = true;
      again.hidden = true;
      bar.hidden = false;
      words.textContent = '上传中';
      try {
        state.address = await upload(file, (part) => (bar.value = part), stop.signal);
        words.textContent = '已上传';
        const shown = h('img', { src: state.address, alt: '', width: 40, height: 40 });
        shown.addEventListener('error', () => shown.remove());
        item.prepend(shown);
      } catch (failure) {
        words.textContent = reasonOf(failure);
        again.hidden = false;
      }
      bar.hidden = true;
      state.isSending = false;
    };
    keptPictures.set(item, state);
    list.append(item);
    refresh();
    void send();
  };

  input.addEventListener('change', () => {
    error.textContent = '';
    for (const file of input.files ?? []) {
      if (!kinds.test(file.type)) error.textContent = '仅支持 jpg、jpeg、png、gif、bmp 图片';
      else if (file.size > heaviest) error.textContent = `${file.name}超过10MB`;
      else if (keptPictures.size >= most) error.textContent = `最多上传${most}张图片`;
      else add(file);
    }
    input.value = '';
  });

  return {
    element: h(
      'div',
      { class: 'field', role: 'group', 'aria-label': '图片' },
      h('span', { class: 'label' }, `图片（最多${most}张）`),
      list,
      label,
      error,
    ),
    addresses: () => [...keptPictures.values()].flatMap(({ address }) => (address ? [address] : [])),
    isBusy: () => [...keptPictures.values()].some(({ isSending }) => isSending),
  };
};
