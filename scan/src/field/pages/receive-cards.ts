import type { FieldLine } from '@zhuiyuan/contract/fieldwork/field-goods';
import { h } from '../../lib/elements.ts';
import { codeText } from '../../parts/code-text.ts';
import { fieldIcon } from '../lib/field-icons.ts';
import { count, levels } from '../lib/words.ts';
import { card, cardHead, thumb } from '../parts/cards.ts';
import { openSheet } from '../parts/sheet.ts';
import { groupsOf, sumOver, sumsOf, takenOf, type Group, type Receiving } from './receiving.ts';

/** What the cards can ask of their screen. */
export interface ReceiveActs {
  changed(): void;
  whole(lines: readonly FieldLine[], isWhole: boolean): void;
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

const openGroups = new Set<string>();

/** `小箱 10、大箱 1` */
const levelWords = (lines: readonly FieldLine[]): string =>
  levels
    .map(
      (words, level) =>
        [
          words,
          sumOver(
            lines.filter((line) => line.level === level),
            (line) => line.codeCount,
          ),
        ] as const,
    )
    .filter(([, codes]) => codes > 0)
    .map(([words, codes]) => `${words} ${count(codes)}`)
    .join('、');

const groupDetail = (receiving: Receiving, { key, lines }: Group, acts: ReceiveActs): HTMLElement => {
  const { receipt } = receiving;
  const [first] = lines;
  const codes = sumOver(lines, (line) => line.codeCount);
  const taken = sumOver(lines, (line) => takenOf(receiving, line).codes);
  const isAll = taken === codes;
  const wholes = lines.filter(({ id }) => receipt.wholes.includes(id));
  const hidden = lines.filter((line) => line.codes.length === 0);
  const detail = h(
    'details',
    { class: 'f-detail', open: openGroups.has(key) },
    h(
      'summary',
      { class: 'f-row' },
      thumb(first!.image),
      h(
        'span',
        { class: 'f-body' },
        h('b', {}, first!.storeName || '多种产品'),
        h('span', { class: 'f-text' }, `${levelWords(lines)} · ${count(sumOver(lines, (line) => line.itemQty))} 件`),
      ),
      h(
        'span',
        { class: `f-end f-count ${isAll ? 'f-all' : taken ? 'f-some' : ''}` },
        isAll ? fieldIcon('check', 16, 2.4) : null,
        `${count(taken)} / ${count(codes)}`,
      ),
      h('span', { class: 'f-arrow f-turn' }, fieldIcon('down', 18)),
    ),
    h(
      'div',
      { class: 'f-chips' },
      ...lines.flatMap((line) => line.codes.map(({ code }) => chip(receiving, line, code, acts))),
    ),
    ...hidden.map((line) =>
      h(
        'p',
        { class: 'f-text f-range' },
        codeText(line.first),
        ' 至 ',
        codeText(line.last),
        `，${count(line.codeCount)} 个码`,
      ),
    ),
    wholes.length > 0
      ? h('button', { type: 'button', class: 'button', click: () => acts.whole(wholes, false) }, '取消整行签收')
      : isAll
        ? null
        : h('button', { type: 'button', class: 'button', click: () => acts.whole(lines, true) }, '整行签收'),
  );
  detail.addEventListener('toggle', () => {
    if (detail.open) openGroups.add(key);
    else openGroups.delete(key);
  });
  return detail;
};

/** 已扫, by product, opened to the codes. */
export const scannedCard = (receiving: Receiving, acts: ReceiveActs): HTMLElement => {
  const { codes, items } = sumsOf(receiving);
  return card(
    cardHead(`已扫 ${count(codes)} 个码`, '', `${count(items)} 件`),
    h('div', { class: 'f-rows' }, ...groupsOf(receiving).map((group) => groupDetail(receiving, group, acts))),
  );
};
