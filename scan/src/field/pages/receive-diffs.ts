import type { FieldLine } from '@zhuiyuan/contract/fieldwork/field-goods';
import { h } from '../../lib/elements.ts';
import { codeText } from '../../parts/code-text.ts';
import { count, levels } from '../lib/words.ts';
import { card, cardHead, tag, thumb } from '../parts/cards.ts';
import { choice } from '../parts/choice.ts';
import { photos } from '../parts/photos.ts';
import type { ReceiveActs } from './receive-cards.ts';
import { findChip, groupsOf, missingOf, sumOver, sumsOf, takenOf, type Receiving } from './receiving.ts';

const diffHead = (line: FieldLine, words: string, itemQty: number, code: Node | string): HTMLElement =>
  h(
    'div',
    { class: 'f-row' },
    thumb(line.image),
    h(
      'span',
      { class: 'f-body' },
      h('b', {}, line.storeName || '多种产品'),
      h('span', { class: 'f-text' }, `${levels[line.level]} ${count(itemQty)} 件 · `, code),
    ),
    h('span', { class: 'f-end' }, tag(words, 'wait')),
  );

/** 差异: what is damaged, and with `isShort` what did not come, each with what becomes of it. */
export const diffsCard = (receiving: Receiving, isShort: boolean, acts: ReceiveActs): HTMLElement | null => {
  const { receipt } = receiving;
  const damaged = Object.keys(receipt.damaged);
  const missing = isShort
    ? groupsOf(receiving).flatMap(({ lines }) => {
        const short = lines.filter((line) => {
          const taken = takenOf(receiving, line);
          return (
            taken.codes < line.codeCount && missingOf(receiving, line).length + Number(line.codes.length === 0) > 0
          );
        });
        const codes = short.flatMap((line) => missingOf(receiving, line));
        const left = sumOver(
          short,
          (line) => line.itemQty - takenOf(receiving, line).items - takenOf(receiving, line).refused,
        );
        return short.length > 0 ? [{ lines: short, codes, left }] : [];
      })
    : [];
  if (damaged.length + missing.length === 0) return null;
  const { left } = sumsOf(receiving);
  const note = h('textarea', {
    class: 'input',
    rows: 2,
    maxlength: 200,
    placeholder: '差异的原因，谁已确认',
    'aria-label': '差异说明',
    id: 'diff-note',
  });
  note.value = receipt.note;
  note.addEventListener('input', () => {
    receipt.note = note.value;
    document.getElementById('diff-error')!.textContent = '';
    acts.changed();
  });
  return card(
    cardHead('差异', '', left > 0 ? `${count(left)} 件不签收` : '全部签收'),
    ...damaged.map((code) => {
      const chipOf = findChip(receiving, code);
      const damage = receipt.damaged[code]!;
      if (!chipOf) return null;
      return h(
        'div',
        { class: 'f-diff' },
        diffHead(chipOf.line, '破损', chipOf.itemQty, codeText(code)),
        photos({
          most: 9,
          kept: damage.images,
          query: () => '?stamps=1',
          changed: (images) => {
            damage.images = [...images];
            acts.changed();
          },
        }).element,
        choice(
          '破损的处理',
          [
            { value: 0, words: '拒收，不签收' },
            { value: 1, words: '照收并备注' },
          ],
          damage.signs ? 1 : 0,
          (value) => {
            damage.signs = value === 1;
            acts.changed();
          },
        ),
      );
    }),
    ...missing.map(({ lines, codes, left: items }) => {
      const named =
        codes.length === 1 ? codeText(codes[0]!.code) : codes.length > 1 ? `${count(codes.length)} 个码` : '未扫的码';
      const isLater = lines.every(({ id }) => receipt.later.includes(id));
      return h(
        'div',
        { class: 'f-diff' },
        diffHead(lines[0]!, '未到货', items, named),
        codes.length
          ? choice(
              '未到货的处理',
              [
                { value: 0, words: '记为未到货' },
                { value: 1, words: '稍后再签' },
              ],
              isLater ? 1 : 0,
              (value) => {
                const ids = new Set(lines.map(({ id }) => id));
                receipt.later = receipt.later.filter((id) => !ids.has(id));
                if (value === 1) receipt.later.push(...ids);
                acts.changed();
              },
            )
          : h('p', { class: 'f-text' }, '码数较多，未扫到的留在单上稍后再签'),
      );
    }),
    h('label', { class: 'f-label', for: 'diff-note' }, left > 0 ? h('i', { class: 'f-star' }, '* ') : null, '差异说明'),
    note,
    h('p', { class: 'error', id: 'diff-error', role: 'alert' }),
  );
};

/** 多货: codes that came and are not in the document, each with a reason. */
export const extraCard = ({ receipt }: Receiving, acts: ReceiveActs): HTMLElement | null => {
  const codes = Object.keys(receipt.extra);
  if (codes.length === 0) return null;
  return card(
    cardHead('多货', `${codes.length} 个码不在单内，不签收`),
    ...codes.map((code) => {
      const reason = h('input', {
        class: 'input',
        maxlength: 200,
        placeholder: '说明，如：随车多发',
        'aria-label': `${code}的说明`,
      });
      reason.value = receipt.extra[code] ?? '';
      reason.addEventListener('input', () => {
        receipt.extra[code] = reason.value;
        acts.changed();
      });
      return h(
        'div',
        { class: 'f-diff' },
        h(
          'div',
          { class: 'f-doc' },
          codeText(code),
          h('button', { type: 'button', class: 'f-link', click: () => acts.forget(code) }, '移除'),
        ),
        reason,
      );
    }),
  );
};
