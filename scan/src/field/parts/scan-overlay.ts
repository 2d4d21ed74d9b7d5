import { h } from '../../lib/elements.ts';
import { fieldIcon } from '../lib/field-icons.ts';
import { watchCamera } from '../lib/watch-camera.ts';

/** What became of a scan, as it is shown for a second. */
export interface ScanTold {
  ok: boolean;
  words: string;
  /** How far one is: `20 / 22`. */
  count?: string;
}

const toldMs = 1000;
const refusedMs = 2600;

/**
 * The camera over the whole screen: every code is handed over, told for a second, and the next one can come. Where no camera opens
 * a code is typed. `isSingle` closes after the first. Answers what closes it.
 */
export const openScanner = (
  title: string,
  take: (text: string) => Promise<ScanTold> | ScanTold,
  { isSingle = false, closed }: { isSingle?: boolean; closed?: () => void } = {},
): (() => void) => {
  const stop = new AbortController();
  const video = h('video', { class: 'f-video', playsinline: true, muted: true, 'aria-label': '相机画面' });
  video.muted = true;
  const told = h('p', { class: 'f-told', role: 'status' }, '将编码放入画面');
  const input = h('input', {
    class: 'input',
    placeholder: '手动输入编码',
    'aria-label': '手动输入编码',
    autocapitalize: 'characters',
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: 300,
    enterkeyhint: 'done',
  });
  const close = (): void => {
    if (stop.signal.aborted) return;
    stop.abort();
    layer.remove();
    removeEventListener('popstate', close);
    closed?.();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const say = ({ ok, words, count }: ScanTold): void => {
    clearTimeout(timer);
    told.className = `f-told ${ok ? 'f-yes' : 'f-no'}`;
    told.replaceChildren(
      fieldIcon(ok ? 'check' : 'cross', 20, 2.4),
      h('span', {}, words),
      count ? h('b', {}, count) : '',
    );
    timer = setTimeout(
      () => {
        told.className = 'f-told';
        told.textContent = '将编码放入画面';
      },
      ok ? toldMs : refusedMs,
    );
  };
  let isBusy = false;
  const hit = async (text: string): Promise<void> => {
    if (isBusy || stop.signal.aborted) return;
    isBusy = true;
    try {
      const answer = await take(text);
      navigator.vibrate?.(answer.ok ? 60 : [60, 60, 60]);
      if (isSingle && answer.ok) return close();
      say(answer);
    } finally {
      isBusy = false;
    }
  };
  const typed = (event: Event): void => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return say({ ok: false, words: '请输入或扫描编码' });
    input.value = '';
    void hit(text);
  };
  const layer = h(
    'div',
    { class: 'f-scan', role: 'dialog', 'aria-modal': 'true', 'aria-label': title },
    video,
    h(
      'div',
      { class: 'f-scan-bar' },
      h('h2', {}, title),
      h('button', { type: 'button', class: 'f-scan-close', click: close }, isSingle ? '关闭' : '完成'),
    ),
    h('div', { class: 'f-frame', 'aria-hidden': 'true' }),
    h(
      'div',
      { class: 'f-scan-foot' },
      told,
      h('form', { novalidate: true, submit: typed }, input, h('button', { class: 'button' }, '确定')),
    ),
  );
  document.body.append(layer);
  addEventListener('popstate', close);
  watchCamera(video, stop.signal, (text) => void hit(text)).catch(() => {
    if (stop.signal.aborted) return;
    video.remove();
    layer.classList.add('f-no-camera');
    told.textContent = '无法打开相机，请手动输入';
    input.focus();
  });
  return close;
};
