import type { HistoryRow, PendingRow } from '@zhuiyuan/contract/fieldwork/field-goods';
import { h } from '../../lib/elements.ts';
import { ask } from '../lib/field-call.ts';
import { count, deliverStates } from '../lib/words.ts';
import { nothing, row, tag, thumb } from '../parts/cards.ts';
import { paged, searchBox } from '../parts/paged.ts';
import { show } from '../parts/screen.ts';
import { pendingRow } from './home.ts';

interface PageOf<R> {
  list: R[];
  page: number;
  totalPage: number;
  total: number;
}

/** 待签收, all of it, the longest on the way first. */
export const showPending = (): void => {
  const rows = paged<PendingRow>((page) => ask<PageOf<PendingRow>>('deliver/pending', { page }), {
    draw: pendingRow,
    empty: () => nothing('received', '没有待签收的货物'),
  });
  show({ title: '待签收', body: [rows.element] });
};

const historyRow =
  (isReceived: boolean) =>
  (document: HistoryRow): HTMLElement => {
    const { id, storeName, kinds, itemQty, deliverNo, image, shipAt, status, hasDiff, fromName, toName } = document;
    const state = deliverStates[status];
    return row(`/r/document/${id}`, {
      lead: thumb(image),
      title: isReceived ? fromName : toName,
      text: `${kinds > 1 ? `${storeName}等 ${kinds} 种` : storeName} · ${count(itemQty)} 件`,
      end: h(
        'span',
        {},
        hasDiff ? tag('有差异', 'wait') : state && tag(state.words, state.tone),
        h('span', { class: 'f-text' }, `${shipAt.slice(5, 10)} ${deliverNo.slice(-4)}`),
      ),
    });
  };

/** 发货记录, or the documents that were received. */
export const showHistory = (isReceived: boolean): void => {
  let keywords = '';
  const rows = paged<HistoryRow>((page) => ask<PageOf<HistoryRow>>('deliver/history', { page, isReceived, keywords }), {
    draw: historyRow(isReceived),
    empty: () => nothing('truck', keywords ? '没有符合条件的记录' : isReceived ? '还没有收过货' : '还没有发过货'),
  });
  const search = searchBox('发货单号', (words) => {
    keywords = words;
    rows.reload();
  });
  show({ title: isReceived ? '收货记录' : '发货记录', body: [search, rows.element] });
};
