import type { FieldLine } from '@zhuiyuan/contract/fieldwork/field-goods';
import { h } from '../../lib/elements.ts';
import { codeText } from '../../parts/code-text.ts';
import { fieldIcon } from '../lib/field-icons.ts';
import { count, levels } from '../lib/words.ts';
import { card, cardHead, tag, thumb } from '../parts/cards.ts';
import { choice } from '../parts/choice.ts';
import { photos } from '../parts/photos.ts';
import { openSheet } from '../parts/sheet.ts';
import { findChip, missingOf, openLines, sumsOf, takenOf, type Receiving } from './receiving.ts';

/** What the cards can ask of their screen. */
export interface ReceiveActs {
  changed(): void;
  whole(line: FieldLine): void;
  mark(code: string): void;
  forget(code: string): void;
}

/** How far the receipt has come. */
export const progress = (receiving: Receiving, isShort: boolean): HTMLElement => {
  const { codes, allCodes, items, left } = sumsOf(receiving);
  const all = items + left;
  const part = all ? Math.round((items / all) * 1000) / 10 : 0;
  return h(
    'div',
    { class: 'f-progress' },
    h(
      'div',
      { class: 'f-doc' },
      h('span', {}, h('strong', {}, count(codes)), ` / ${count(allCodes)} 个码已扫`),
      h('span', {}, `${count(items)} / ${count(all)} 件`),
    ),
    h(
      'div',
      { class: 'f-meter', role: 'img', 'aria-label': `已扫 ${items} 件，共 ${all} 件` },
      h('i', { style: `width:${part}%` }),
      isShort && left > 0 ? h('i', { class: 'f-rest', style: `width:${100 - part}%` }) : null,
    ),
  );
};

const chipMenu = ({ receipt }: Receiving, code: string, acts: ReceiveActs): void => {
  const isTicked = Boolean(receipt.ticked[code]);
  const isDamaged = Boolean(receipt.damaged[code]);
  openSheet('编码', (close) => {
    const act = (words: string, run: () => void): HTMLElement =>
      h(
        'button',
        {
          type: 'button',
          class: 'button',
          click: () => {
            close();
            run();
          },
        },
        words,
      );
    return [
      h('p', { class: 'centred' }, codeText(code)),
      isDamaged ? act('取消破损标记', () => acts.forget(code)) : act('标记破损', () => acts.mark(code)),
      isTicked && !isDamaged ? act('撤回', () => acts.forget(code)) : null,
      h('button', { type: 'button', class: 'button', click: close }, '关闭'),
    ];
  });
};

const chip = (receiving: Receiving, line: FieldLine, code: string, acts: ReceiveActs): HTMLElement => {
  const { receipt } = receiving;
  const isDamaged = Boolean(receipt.damaged[code]);
  const isTicked = Boolean(receipt.ticked[code]) || receipt.wholes.includes(line.id);
  const look = isDamaged ? 'f-differs' : isTicked ? 'f-ticked' : '';
  const said = isDamaged ? '有差异' : isTicked ? '已扫' : '未扫';
  return h(
    'button',
    {
      type: 'button',
      class: `f-chip ${look}`,
      'aria-label': `${code}，${said}`,
      click: () => chipMenu(receiving, code, acts),
      contextmenu: (event) => {
        event.preventDefault();
        chipMenu(receiving, code, acts);
      },
    },
    isDamaged ? h('i', { 'aria-hidden': 'true' }, '◆') : isTicked ? fieldIcon('check', 14, 2.6) : null,
    code.slice(-4),
  );
};

const isOpenLine = new Set<number>();

const lineDetail = (receiving: Receiving, line: FieldLine, acts: ReceiveActs): HTMLElement => {
  const taken = takenOf(receiving, line);
  const isAll = taken.codes === line.codeCount;
  const detail = h(
    'details',
    { class: 'f-detail', open: isOpenLine.has(line.id) },
    h(
      'summary',
      { class: 'f-row' },
      thumb(line.image),
      h(
        'span',
        { class: 'f-body' },
        h('b', {}, line.storeName || '多种产品'),
        h(
          'span',
          { class: 'f-text' },
          [levels[line.level], `${count(line.itemQty)} 件`, line.lotNo].filter(Boolean).join(' · '),
        ),
      ),
      h(
        'span',
        { class: `f-end f-count ${isAll ? 'f-all' : taken.codes ? 'f-some' : ''}` },
        isAll ? fieldIcon('check', 16, 2.4) : null,
        `${count(taken.codes)} / ${count(line.codeCount)}`,
      ),
    ),
    line.codes.length
      ? h('div', { class: 'f-chips' }, ...line.codes.map(({ code }) => chip(receiving, line, code, acts)))
      : h('p', { class: 'f-text f-range' }, codeText(line.first), ' 至 ', codeText(line.last)),
    isAll
      ? receiving.receipt.wholes.includes(line.id)
        ? h('button', { type: 'button', class: 'button', click: () => acts.whole(line) }, '取消整行签收')
        : null
      : h('button', { type: 'button', class: 'button', click: () => acts.whole(line) }, '整行签收'),
  );
  detail.addEventListener('toggle', () => {
    if (detail.open) isOpenLine.add(line.id);
    else isOpenLine.delete(line.id);
  });
  return detail;
};

/** 已扫, by product, opened to the codes. */
export const scannedCard = (receiving: Receiving, acts: ReceiveActs): HTMLElement => {
  const { codes, items } = sumsOf(receiving);
  return card(
    cardHead(`已扫 ${count(codes)} 个码`, '', `${count(items)} 件`),
    h('div', { class: 'f-rows' }, ...openLines(receiving).map((line) => lineDetail(receiving, line, acts))),
  );
};

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
    ? openLines(receiving)
        .map((line) => ({ line, codes: missingOf(receiving, line), taken: takenOf(receiving, line) }))
        .filter(({ line, taken }) => taken.codes + taken.refused < line.codeCount && !receipt.wholes.includes(line.id))
        .filter(({ line, codes }) => codes.length > 0 || line.codes.length === 0)
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
    ...missing.map(({ line, codes, taken }) => {
      const items = codes.length
        ? codes.reduce((sum, one) => sum + one.itemQty, 0)
        : line.itemQty - taken.items - taken.refused;
      const named =
        codes.length === 1 ? codeText(codes[0]!.code) : `${count(codes.length || line.codeCount - taken.codes)} 个码`;
      return h(
        'div',
        { class: 'f-diff' },
        diffHead(line, '未到货', items, named),
        codes.length
          ? choice(
              '未到货的处理',
              [
                { value: 0, words: '记为未到货' },
                { value: 1, words: '稍后再签' },
              ],
              receipt.later.includes(line.id) ? 1 : 0,
              (value) => {
                receipt.later = receipt.later.filter((id) => id !== line.id);
                if (value === 1) receipt.later.push(line.id);
                acts.changed();
              },
            )
          : h('p', { class: 'f-text' }, '该行码数较多，未扫到的留在单上稍后再签'),
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
