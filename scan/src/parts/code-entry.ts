import { formatOf } from '@zhuiyuan/contract/codes/code-format';
import { badCodeText, hintOf, normaliseCode } from '@zhuiyuan/contract/codes/code-input';
import { hasCamera, readWithCamera } from '../camera.ts';
import { h } from '../dom.ts';
import { icon } from '../icons.ts';
import { codeBoxes } from './code-boxes.ts';
import { reasonOf, whileBusy } from './field.ts';

const closedCamera = '无法打开相机，请手动输入';

/** Why a typed code cannot be asked for, or '' when it can. */
export const faultOf = (code: string): string => {
  if (!code) return '请输入或扫描编码';
  return formatOf(code) ? '' : (hintOf(code) ?? badCodeText);
};

const cameraPart = (found: (text: string) => Promise<void>, fail: (words: string) => void): HTMLElement => {
  const part = h('div', {});
  const idle = (): void => {
    part.textContent = '';
    part.append(
      h('button', { type: 'button', class: 'button', click: () => void watch() }, icon('scan', 18), '扫码查询'),
    );
  };
  const watch = async (): Promise<void> => {
    const stop = new AbortController();
    const video = h('video', { class: 'camera', playsinline: true, muted: true });
    video.muted = true;
    part.textContent = '';
    part.append(video, h('button', { type: 'button', class: 'button', click: () => stop.abort() }, '停止扫码'));
    window.addEventListener('popstate', () => stop.abort(), { once: true });
    try {
      const text = await readWithCamera(video, stop.signal);
      idle();
      if (text) await found(text).catch((error: unknown) => fail(reasonOf(error)));
    } catch {
      idle();
      fail(closedCamera);
    }
  };
  idle();
  return part;
};

/** Entry of a code by hand, and by camera where the browser can read one. `ask` gets the text and the entry mode. */
export const codeEntry = (ask: (text: string, entry: 0 | 1) => Promise<void>, typed = ''): HTMLElement => {
  const error = h('p', { class: 'error', id: 'code-error', role: 'alert' });
  const boxes = codeBoxes((code) => fail(hintOf(code) ?? ''));
  const fail = (words: string): void => {
    error.textContent = words;
    boxes.input.setAttribute('aria-invalid', String(Boolean(words)));
  };
  const button = h('button', { class: 'button solid' }, '查询');
  const submit = (event: Event): void => {
    event.preventDefault();
    const code = normaliseCode(boxes.input.value);
    fail(faultOf(code));
    if (error.textContent) return boxes.input.focus();
    void whileBusy(button, '查询中', () => ask(code, 0).catch((failure: unknown) => fail(reasonOf(failure))));
  };
  if (typed) boxes.set(typed);
  return h(
    'form',
    { class: 'card entry', novalidate: true, submit },
    h('label', { for: 'code' }, '编码'),
    boxes.element,
    error,
    h('p', { class: 'note', id: 'code-note' }, '编码印在包装或防伪标签上，字母不分大小写'),
    button,
    hasCamera() && cameraPart((text) => ask(text, 1), fail),
  );
};
