import type { FieldNeedRow, FieldProduct } from '@zhuiyuan/contract/fieldwork/field-needs';
import { h } from '../../lib/elements.ts';
import { toast } from '../../parts/code-text.ts';
import { field, reasonOf, whileBusy } from '../../parts/field.ts';
import { ask, newKey, tell } from '../lib/field-call.ts';
import { go } from '../lib/navigate.ts';
import { count } from '../lib/words.ts';
import { card, cardHead, nothing, row, tag, thumb } from '../parts/cards.ts';
import { paged, searchBox } from '../parts/paged.ts';
import { show, update } from '../parts/screen.ts';
import { openSheet } from '../parts/sheet.ts';

/** 补货: what was asked for and what has become of it. */
export const showNeeds = (): void => {
  const rows = paged<FieldNeedRow>((page) => ask('need/list', { page }), {
    draw: ({ storeName, kinds, itemQty, shipQty, stateText, tone, applyNo, at, remark }) =>
      row(null, {
        title: kinds > 1 ? `${storeName}等 ${kinds} 种` : storeName,
        text: h(
          'span',
          {},
          `${count(itemQty)} 件${shipQty ? `，已发 ${count(shipQty)}` : ''} · `,
          h('span', { class: 'f-whole' }, applyNo),
          remark ? h('span', { class: tone === 'bad' ? 'f-why' : 'f-text' }, remark) : null,
        ),
        end: h('span', {}, tag(stateText, tone), h('span', { class: 'f-text' }, at.slice(5, 16))),
      }),
    empty: () => nothing('list', '还没有补货申请'),
  });
  show({
    title: '补货',
    body: [rows.element],
    foot: h('button', { type: 'button', class: 'button solid', click: () => go('/r/need/new') }, '申请补货'),
  });
};

interface Item {
  product: FieldProduct;
  unit: number;
  qty: string;
  /** Says what is wrong with the quantity, under it; '' takes that back. */
  fail: (words: string) => void;
}

const unitsOf = ({ boxItems, caseItems, unit }: FieldProduct): { value: number; words: string }[] => [
  { value: 0, words: unit || '件' },
  ...(boxItems > 0 ? [{ value: 1, words: `小箱（${boxItems}）` }] : []),
  ...(caseItems > 0 ? [{ value: 2, words: `大箱（${caseItems}）` }] : []),
];

/** 申请补货: which products, how many of them, and until when. */
export const showNeedForm = (): void => {
  const items: Item[] = [];
  let key = newKey();
  const error = h('p', { class: 'error', role: 'alert' });
  const list = h('div', { class: 'f-rows' });
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const date = field('期望到货日期', h('input', { class: 'input', type: 'date', min: today }));
  const remark = field('备注', h('textarea', { class: 'input', rows: 2, maxlength: 200 }));
  const drawItems = (): void => {
    key = newKey();
    list.replaceChildren(
      ...items.map((item, nth) => {
        const wrong = h('p', { class: 'error', id: `need-qty-${nth}-error`, role: 'alert' });
        const qty = h('input', {
          class: 'input f-qty',
          inputmode: 'numeric',
          maxlength: 7,
          'aria-label': `${item.product.storeName}数量`,
          'aria-describedby': wrong.id,
          value: item.qty,
        });
        qty.addEventListener('input', () => {
          item.qty = qty.value.trim();
          item.fail('');
          key = newKey();
        });
        item.fail = (words) => {
          wrong.textContent = words;
          if (!words) return qty.removeAttribute('aria-invalid');
          qty.setAttribute('aria-invalid', 'true');
          qty.focus();
        };
        const unit = h(
          'select',
          { class: 'input f-unit', 'aria-label': `${item.product.storeName}单位` },
          ...unitsOf(item.product).map(({ value, words }) =>
            h('option', { value, selected: value === item.unit }, words),
          ),
        );
        unit.addEventListener('change', () => {
          item.unit = Number(unit.value);
          key = newKey();
        });
        const drop = (): void => {
          items.splice(items.indexOf(item), 1);
          drawItems();
        };
        return h(
          'div',
          { class: 'f-need' },
          h(
            'div',
            { class: 'f-row' },
            thumb(item.product.image),
            h(
              'span',
              { class: 'f-body' },
              h('b', {}, item.product.storeName),
              h('span', { class: 'f-text' }, `在手 ${count(item.product.handQty)} 件`),
            ),
            h('button', { type: 'button', class: 'f-link', click: drop }, '移除'),
          ),
          h('div', { class: 'f-two' }, qty, unit),
          wrong,
        );
      }),
    );
    if (items.length === 0) list.append(h('p', { class: 'f-text' }, '请至少添加一种产品'));
  };
  const add = (): void => {
    openSheet('选择产品', (close) => {
      let keywords = '';
      const rows = paged<FieldProduct>((page) => ask('product/list', { page, keywords }), {
        draw: (product) =>
          h(
            'button',
            {
              type: 'button',
              class: 'f-row',
              click: () => {
                close();
                if (items.some((item) => item.product.id === product.id)) return toast('该产品已添加');
                items.push({ product, unit: product.boxItems > 0 ? 1 : 0, qty: '1', fail: () => undefined });
                drawItems();
              },
            },
            thumb(product.image),
            h(
              'span',
              { class: 'f-body' },
              h('b', {}, product.storeName),
              h(
                'span',
                { class: 'f-text' },
                [product.spec, `在手 ${count(product.handQty)} 件`].filter(Boolean).join(' · '),
              ),
            ),
          ),
        empty: () => nothing('box', '没有符合条件的产品'),
      });
      return [
        searchBox('产品名称或编号', (words) => {
          keywords = words;
          rows.reload();
        }),
        rows.element,
      ];
    });
  };
  const send = async (): Promise<void> => {
    error.textContent = '';
    if (items.length === 0) return void (error.textContent = '请至少添加一种产品');
    const wrong = items.filter(({ qty }) => !/^[1-9]\d{0,6}$/.test(qty) || Number(qty) > 1_000_000);
    // The first of them last: it gets the focus.
    for (const item of wrong.toReversed()) item.fail('请输入正确的数量');
    if (wrong.length > 0) return;
    try {
      const saved = await tell<{ applyNo: string }>('need/save', {
        items: items.map(({ product, unit, qty }) => ({ productId: product.id, unit, qty: Number(qty) })),
        expectDate: date.control.value || undefined,
        remark: remark.control.value,
        idemKey: key,
      });
      toast(`提交成功：${saved.applyNo}`);
      go('/r/need', { replaces: true });
    } catch (failed) {
      error.textContent = reasonOf(failed);
    }
  };
  for (const { control } of [date, remark]) control.addEventListener('input', () => (key = newKey()));
  const submit = h(
    'button',
    { type: 'button', class: 'button solid', click: () => void whileBusy(submit, '提交中', send) },
    '提交',
  );
  show({ title: '申请补货', body: [] });
  drawItems();
  update({
    title: '申请补货',
    body: [
      card(cardHead('产品', '', h('button', { type: 'button', class: 'f-link', click: add }, '添加产品')), list),
      card(date.element, remark.element, error),
    ],
    foot: submit,
  });
};
