import { h } from '../../lib/elements.ts';
import { reasonOf } from '../../parts/field.ts';
import { failure, skeleton } from './cards.ts';

interface PageOf<R> {
  list: R[];
  page: number;
  totalPage: number;
  total: number;
}

/** Rows that come page by page; `reload` begins anew, with whatever `load` asks by then. */
export const paged = <R>(
  load: (page: number) => Promise<PageOf<R>>,
  { draw, empty, counted }: { draw: (row: R) => Node; empty: () => Node; counted?: (total: number) => void },
): { element: HTMLElement; reload: () => void } => {
  const rows = h('div', { class: 'card f-rows' });
  const element = h('div', {});
  let asked = 0;
  const fetchPage = async (page: number): Promise<void> => {
    const mine = (asked += 1);
    if (page === 1) element.replaceChildren(skeleton(1));
    try {
      const answer = await load(page);
      if (mine !== asked) return;
      counted?.(answer.total);
      if (page === 1) rows.replaceChildren();
      rows.append(...answer.list.map(draw));
      const more = h('button', { type: 'button', class: 'button', click: () => void next() }, '加载更多');
      const next = async (): Promise<void> => {
        more.disabled = true;
        more.textContent = '加载中';
        await fetchPage(page + 1);
      };
      element.replaceChildren(
        answer.total === 0 ? empty() : rows,
        answer.page < answer.totalPage ? h('div', { class: 'f-more' }, more) : '',
      );
    } catch (error) {
      if (mine !== asked) return;
      const failed = failure(reasonOf(error), () => void fetchPage(page));
      if (page === 1) element.replaceChildren(failed);
      else element.replaceChildren(rows, failed);
    }
  };
  const reload = (): void => void fetchPage(1);
  reload();
  return { element, reload };
};

/** A field that searches as one types. */
export const searchBox = (placeholder: string, changed: (words: string) => void): HTMLElement => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const input = h('input', {
    class: 'input',
    type: 'search',
    placeholder,
    'aria-label': placeholder,
    enterkeyhint: 'search',
  });
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => changed(input.value.trim()), 300);
  });
  return h('div', { class: 'f-search' }, input);
};
