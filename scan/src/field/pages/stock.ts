import type { FieldStockRow } from '@zhuiyuan/contract/fieldwork/field-goods';
import { h } from '../../lib/elements.ts';
import { ask } from '../lib/field-call.ts';
import { fieldIcon } from '../lib/field-icons.ts';
import { count, when } from '../lib/words.ts';
import { nothing, thumb } from '../parts/cards.ts';
import { paged, searchBox } from '../parts/paged.ts';
import { show } from '../parts/screen.ts';

/** Goods that last no longer than this are short. */
const shortDays = 7;

const stockRow = (stock: FieldStockRow): HTMLElement => {
  const { storeName, spec, image, handQty, transitQty, lastInAt, lastsDays, lots } = stock;
  const isShort = lastsDays !== null && lastsDays < shortDays;
  const facts = [spec, transitQty > 0 && `在途 ${count(transitQty)} 件`, lastInAt && `${when(lastInAt)} 到货`]
    .filter(Boolean)
    .join(' · ');
  return h(
    'details',
    { class: 'f-detail' },
    h(
      'summary',
      { class: 'f-row' },
      thumb(image),
      h(
        'span',
        { class: 'f-body' },
        h('b', {}, storeName),
        facts && h('span', { class: 'f-text' }, facts),
        lastsDays !== null &&
          h(
            'span',
            { class: isShort ? 'f-warn' : 'f-text' },
            isShort ? '◆ ' : '',
            `按近 30 天发货，约够卖 ${lastsDays} 天`,
          ),
      ),
      h('span', { class: 'f-end f-number' }, h('b', {}, count(handQty)), ' 件'),
      h('span', { class: 'f-arrow f-turn' }, fieldIcon('down', 18)),
    ),
    h(
      'dl',
      { class: 'rows' },
      ...(lots.length
        ? lots.map(({ lotNo, handQty: qty, expireDate }) =>
            h(
              'div',
              {},
              h('dt', {}, '批号'),
              h(
                'dd',
                {},
                h('span', {}, lotNo, expireDate ? `，${expireDate} 到期` : ''),
                h('b', {}, `${count(qty)} 件`),
              ),
            ),
          )
        : [h('div', {}, h('dt', {}, '批号'), h('dd', {}, '货在途中，签收后显示'))]),
    ),
  );
};

/** 库存: what one has of each product, opened to its lots. */
export const showStock = (): void => {
  let keywords = '';
  const rows = paged<FieldStockRow>((page) => ask('stock', { page, keywords }), {
    draw: stockRow,
    empty: () => nothing('box', keywords ? '没有符合条件的产品' : '还没有库存，签收后显示'),
  });
  const search = searchBox('产品名称', (words) => {
    keywords = words;
    rows.reload();
  });
  show({ title: '库存', body: [search, rows.element] });
};
