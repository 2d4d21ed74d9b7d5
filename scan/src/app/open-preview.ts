import type { TemplatePreview } from '@zhuiyuan/contract/scan/query/template-preview';
import { call } from '../lib/call.ts';
import { h } from '../lib/elements.ts';
import { brandBar, head } from '../parts/verdict-head.ts';
import { reasonOf } from '../parts/field.ts';
import { put, toView } from './open-page.ts';

const note = '预览';
const never = async (): Promise<void> => undefined;

/** Where a draw would be offered. */
const sampleDraw = (title: string): HTMLElement =>
  h(
    'section',
    { class: 'card lottery' },
    h('div', {}, h('h2', {}, title), h('p', {}, '产品有进行中的抽奖活动时展示')),
    h('span', { class: 'button' }, '立即抽奖'),
  );

const draw = ({ answer, detail }: TemplatePreview, isMarked: boolean): void => {
  const view = toView(
    // as if there had been a query, so that everything of the page is seen
    { ...answer, token: note },
    {
      typed: '',
      remain: null,
      isCaptchaRetry: false,
      again: () => undefined,
      repeat: never,
      captcha: never,
      pin: never,
      detail: async () => detail,
    },
    note,
  );
  const mark = h(
    'section',
    { class: 'card notices' },
    h('p', { class: 'strip' }, '这是页面预览，不是查询结果，不能证明商品真伪'),
  );
  put(isMarked ? { ...view, cards: [mark, ...view.cards] } : view);
  for (const place of document.querySelectorAll<HTMLElement>('.draw-place'))
    place.append(sampleDraw(place.dataset.title || '本次扫码可抽奖 1 次'));
};

/** What the editor of templates posts: a page to show, or the block that is being edited. */
type Message =
  | ({ type: 'trace-preview'; selected?: string } & TemplatePreview)
  | { type: 'trace-preview-select'; selected?: string };

let selected: string | undefined;

const blockOf = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-block]')?.dataset.block?.split(' ')[0] : undefined;

const markSelected = (scrolls: boolean): void => {
  for (const element of document.querySelectorAll<HTMLElement>('[data-block]')) {
    const isSelected = selected !== undefined && element.dataset.block!.split(' ').includes(selected);
    element.classList.toggle('selected', isSelected);
    if (isSelected && scrolls) element.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }
};

/** Inside the editor: shows what its page posts, and tells which block was clicked. Links stay closed. */
const listenToEditor = (): void => {
  addEventListener('message', ({ origin, source, data }: MessageEvent<Message>) => {
    if (origin !== location.origin || source !== parent) return;
    if (data.type === 'trace-preview') {
      const isOther = selected !== data.selected;
      ({ selected } = data);
      draw(data, false);
      // the trace is put in after the cards
      setTimeout(() => markSelected(isOther));
    }
    if (data.type === 'trace-preview-select') {
      ({ selected } = data);
      markSelected(true);
    }
  });
  document.addEventListener(
    'click',
    (event) => {
      event.preventDefault();
      event.stopPropagation();
      const block = blockOf(event.target) ?? ((event.target as Element).closest('.head') ? 'verdict' : undefined);
      if (block) parent.postMessage({ type: 'trace-preview-pick', block }, location.origin);
    },
    true,
  );
  parent.postMessage({ type: 'trace-preview-ready' }, location.origin);
};

/** /trace/preview: in the editor what it posts, on a telephone the page behind the token of its address. */
export const openPreview = (): void => {
  document.documentElement.classList.add('is-preview');
  const token = new URLSearchParams(location.search).get('token');
  if (!token) return listenToEditor();
  call<TemplatePreview>(`/public/trace/preview?token=${encodeURIComponent(token)}`).then(
    (preview) => draw(preview, true),
    (error: unknown) => {
      const words = reasonOf(error);
      put({
        tone: 'quiet',
        title: words,
        said: words,
        bar: brandBar(null, note),
        head: head('hourglass', words, ''),
        cards: [],
      });
    },
  );
};
