import { findFormat } from '@zhuiyuan/contract/codes/cipher/code-format';
import { badCodeText, findHint, normaliseCode, readAddress } from '@zhuiyuan/contract/codes/cipher/code-input';
import { longestExtText, shortestExtText } from '@zhuiyuan/contract/codes/cipher/ext-text';
import { hasCamera, readWithCamera } from '../lib/read-with-camera.ts';
import { h } from '../lib/elements.ts';
import { icon } from '../lib/icons.ts';
import { codeBoxes, fitsBoxes } from './code-boxes.ts';
import { reasonOf, whileBusy } from './field.ts';

const closedCamera = '无法打开相机，请手动输入';
const noCode = '请输入或扫描编码';
/** An address may be longer than the code in it. */
const longestTyped = 300;

/** Why a typed code of ours cannot be asked for, or '' when it can. */
export const faultOf = (code: string): string => {
  if (!code) return noCode;
  return findFormat(code) ? '' : (findHint(code) ?? badCodeText);
};

/** Why a text cannot be asked for as a third-party code, or '' when it can: whose it is only the server can tell. */
export const otherFaultOf = (typed: string): string => {
  const { text } = readAddress(typed);
  if (!text) return noCode;
  const isAddress = /^https?:\/\//i.test(text);
  const length = [...text].length;
  return isAddress || (length >= shortestExtText && length <= longestExtText && !/\s/.test(text)) ? '' : badCodeText;
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

/** One way to type a code: what is on the screen, where the focus goes, and what is asked for or why not. */
interface Way {
  parts: Node[];
  input: HTMLInputElement;
  fault(): string;
  code(): string;
}

/**
 * Entry of a code by hand, and by camera where the browser can read one. Codes of ours go into boxes; what has no room
 * there, or is said to be of another kind, into a plain field as it stands on the label. `ask` gets the text and the
 * entry mode.
 */
export const codeEntry = (ask: (text: string, entry: 0 | 1) => Promise<void>, typed = ''): HTMLElement => {
  const error = h('p', { class: 'error', id: 'code-error', role: 'alert' });
  const note = h('p', { class: 'note', id: 'code-note' });
  const toggle = h('button', { type: 'button', class: 'text-button other-way', click: () => turn() });
  const place = h('div', {});
  let way: Way;
  let turn: () => void;

  const fail = (words: string): void => {
    error.textContent = words;
    way.input.setAttribute('aria-invalid', String(Boolean(words)));
  };
  const turnTo = (next: Way, words: { note: string; toggle: string }): void => {
    way = next;
    place.textContent = '';
    place.append(...next.parts);
    note.textContent = words.note;
    toggle.textContent = words.toggle;
    fail('');
  };

  const inBoxes = (text: string): void => {
    const boxes = codeBoxes(
      (code) => fail(findHint(code) ?? ''),
      (refused) => {
        inPlain(refused);
        way.input.focus();
      },
    );
    const own = {
      parts: [boxes.element],
      input: boxes.input,
      fault: () => faultOf(normaliseCode(boxes.input.value)),
      code: () => normaliseCode(boxes.input.value),
    };
    turnTo(own, { note: '编码印在包装或防伪标签上，字母不分大小写', toggle: '不是这种编码？按标签原样输入' });
    turn = () => {
      inPlain(boxes.typed());
      way.input.focus();
    };
    if (text) boxes.set(text);
  };

  const inPlain = (text: string): void => {
    const input = h('input', {
      class: 'input',
      id: 'code',
      maxlength: longestTyped,
      autocapitalize: 'off',
      autocomplete: 'off',
      autocorrect: 'off',
      spellcheck: 'false',
      enterkeyhint: 'search',
      'aria-describedby': 'code-error code-note',
      'aria-required': 'true',
      input: () => fail(''),
    });
    input.value = text;
    const other = {
      parts: [input],
      input,
      fault: () => otherFaultOf(input.value),
      code: () => input.value,
    };
    turnTo(other, { note: '和标签上一模一样，区分大小写；也可以粘贴整个链接', toggle: '换成逐格输入' });
    turn = () => {
      const typedBefore = input.value;
      inBoxes(fitsBoxes(typedBefore) ? typedBefore : '');
      way.input.focus();
    };
  };

  const button = h('button', { class: 'button solid' }, '查询');
  const submit = (event: Event): void => {
    event.preventDefault();
    fail(way.fault());
    if (error.textContent) return way.input.focus();
    void whileBusy(button, '查询中', () =>
      ask(way.code().trim(), 0).catch((failure: unknown) => fail(reasonOf(failure))),
    );
  };
  if (typed && !fitsBoxes(typed)) inPlain(typed);
  else inBoxes(typed);
  return h(
    'form',
    { class: 'card entry', novalidate: true, submit },
    h('label', { for: 'code' }, '编码'),
    place,
    error,
    note,
    button,
    toggle,
    hasCamera() && cameraPart((text) => ask(text, 1), fail),
  );
};
