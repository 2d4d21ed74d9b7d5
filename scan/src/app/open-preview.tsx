import { publicPreviewApi, type TemplatePreview } from '@zhuiyuan/contract/scan/query/template-preview';
import { drawProductFacts, drawTraceBlock } from '../blocks/trace-blocks.tsx';
import { call } from '../lib/call.ts';
import { reasonOf } from '../lib/reason-of.ts';
import { BrandBar, Head } from '../parts/verdict-head.tsx';
import { toView } from './open-page.tsx';
import { put } from './put-view.tsx';

const note = '预览';
const never = async (): Promise<void> => undefined;

/** Where a draw would be offered. */
const SampleDraw = ({ title }: { title?: string }) => (
  <section className="card lottery">
    <div>
      <h2>{title || '本次扫码可抽奖 1 次'}</h2>
      <p>产品有进行中的抽奖活动时展示</p>
    </div>
    <span className="button">立即抽奖</span>
  </section>
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
      preview: {
        trace: async () => [detail, { drawTraceBlock, drawProductFacts }],
        draw: (title) => <SampleDraw title={title} />,
      },
    },
    note,
  );
  const cards = (
    <>
      {isMarked && (
        <section className="card notices">
          <p className="strip">这是页面预览，不是查询结果，不能证明商品真伪</p>
        </section>
      )}
      {view.cards}
    </>
  );
  put({ ...view, cards });
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
  call(publicPreviewApi.preview, { token }).then(
    (preview) => draw(preview, true),
    (error: unknown) => {
      const words = reasonOf(error);
      put({
        tone: 'quiet',
        title: words,
        said: words,
        bar: <BrandBar firm={null} note={note} />,
        head: <Head shape="hourglass" headline={words} sentence="" />,
        cards: null,
      });
    },
  );
};
