import type { FieldDeliver, FieldLine } from '@zhuiyuan/contract/fieldwork/field-goods';
import { h } from '../../lib/elements.ts';
import { codeText } from '../../parts/code-text.ts';
import { ask } from '../lib/field-call.ts';
import { go } from '../lib/navigate.ts';
import { count, deliverStates, levels, when } from '../lib/words.ts';
import { card, cardHead, failure, row, skeleton, tag, thumb } from '../parts/cards.ts';
import { showFetched } from '../parts/screen.ts';

const diffWords = ['', '未到货', '破损', '多货'];
/** Lines one look takes; a document with more is read in the console. */
const mostLines = 100;

/** Number, state, and who sent it to whom. */
export const documentCard = (doc: FieldDeliver, ...further: (Node | null)[]): HTMLElement => {
  const state = deliverStates[doc.status];
  const carrier = [doc.logisticsName, doc.logisticsNo].filter(Boolean).join(' ');
  return card(
    h(
      'div',
      { class: 'f-doc' },
      h('b', { class: 'f-mono' }, doc.deliverNo),
      h('span', {}, doc.hasDiff ? tag('有差异', 'wait') : null, state ? tag(state.words, state.tone) : null),
    ),
    h(
      'p',
      { class: 'f-text' },
      [`${doc.fromName}${doc.warehouse ? ` ${doc.warehouse}` : ''}`, `${when(doc.shipAt)} 发出`, carrier]
        .filter(Boolean)
        .join(' · '),
    ),
    ...further,
  );
};

const fact = (label: string, words: string): Node | null =>
  words ? h('div', {}, h('dt', {}, label), h('dd', {}, words)) : null;

const lineRow = (line: FieldLine): HTMLElement => {
  const state = deliverStates[line.status];
  return row(null, {
    lead: thumb(line.image),
    title: line.storeName || '多种产品',
    text: `${levels[line.level]} ${count(line.codeCount)}${line.lotNo ? ` · ${line.lotNo}` : ''}`,
    end: h('span', {}, `${count(line.itemQty)} 件`, state && h('span', {}, tag(state.words, state.tone))),
  });
};

/** A document read alone: what went by it, and what was not as it should be. */
export const showDocument = (id: number): Promise<void> =>
  showFetched(
    '发货单',
    async () => {
      const doc = await ask<FieldDeliver>('deliver/info', { id });
      const lines = await ask<{ list: FieldLine[]; total: number }>('deliver/line/list', {
        deliverId: id,
        limit: mostLines,
      });
      return { doc, lines };
    },
    ({ doc, lines }) => ({
      title: '发货单',
      action:
        doc.isReceiver && doc.status === 1
          ? h('button', { type: 'button', class: 'f-link', click: () => go(`/r/receive/${doc.id}`) }, '签收')
          : null,
      body: [
        documentCard(
          doc,
          h(
            'dl',
            { class: 'rows' },
            fact('收货方', doc.toName),
            fact('件数', `${count(doc.itemQty)} 件，已签收 ${count(doc.signQty)} 件`),
            fact('签收时间', doc.signAt ?? ''),
            fact('备注', doc.remark),
          ),
        ),
        doc.diffs.length > 0
          ? card(
              cardHead('差异', `${doc.diffs.length} 处`),
              h(
                'div',
                { class: 'f-rows' },
                ...doc.diffs.map(({ kind, code, note, state }) =>
                  row(null, {
                    title: codeText(code),
                    text: note,
                    end: tag(`${diffWords[kind]}${state === 1 ? '，已处理' : ''}`, state === 1 ? 'gone' : 'wait'),
                  }),
                ),
              ),
            )
          : null,
        card(
          cardHead('明细', `${lines.total} 行`),
          h('div', { class: 'f-rows' }, ...lines.list.map(lineRow)),
          lines.total > lines.list.length
            ? h('p', { class: 'f-text' }, `只显示前 ${mostLines} 行，更多请在后台查看`)
            : null,
        ),
      ],
    }),
    { waiting: [skeleton(2)], failed: failure },
  );
