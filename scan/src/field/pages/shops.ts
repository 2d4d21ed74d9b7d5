import type { FieldShopRow } from '@zhuiyuan/contract/fieldwork/field-shops';
import { h } from '../../lib/elements.ts';
import { ask } from '../lib/field-call.ts';
import { go } from '../lib/navigate.ts';
import { chosenRole } from '../lib/session.ts';
import { nothing, row, tag, thumb } from '../parts/cards.ts';
import { paged, searchBox } from '../parts/paged.ts';
import { show } from '../parts/screen.ts';

const reviews: Record<number, { words: string; tone: string }> = {
  0: { words: '待审核', tone: 'wait' },
  2: { words: '已驳回', tone: 'bad' },
  3: { words: '未提交', tone: 'idle' },
};

const shopRow = (shop: FieldShopRow): HTMLElement => {
  const review = reviews[shop.audit];
  return row(null, {
    lead: thumb(shop.doorImage),
    title: shop.name,
    text: h(
      'span',
      {},
      `${shop.regionName}${shop.address}`,
      h('br', {}),
      `${shop.contact} `,
      h('a', { href: `tel:${shop.phone}` }, shop.phone),
      shop.audit === 2 && shop.auditRemark ? h('span', { class: 'f-warn' }, h('br', {}), shop.auditRemark) : null,
    ),
    end: h(
      'span',
      {},
      shop.status === 1 ? tag('已停用', 'gone') : review ? tag(review.words, review.tone) : null,
      h('span', { class: 'f-text' }, shop.lastSupplyAt ? `${shop.lastSupplyAt.slice(5, 10)} 供货` : '未供货'),
    ),
  });
};

/** 门店: those that belong to a dealer, or that a salesman looks after. */
export const showShops = (): void => {
  let keywords = '';
  const isSalesman = chosenRole().startsWith('salesman');
  const rows = paged<FieldShopRow>((page) => ask('shop/list', { page, keywords }), {
    draw: shopRow,
    empty: () =>
      nothing('shop', keywords ? '没有符合条件的门店' : isSalesman ? '名下还没有门店' : '还没有绑定到本经销商的门店'),
  });
  const search = searchBox('门店名称、编号或电话', (words) => {
    keywords = words;
    rows.reload();
  });
  const add = h('button', { type: 'button', class: 'f-link', click: () => go('/r/shops/new') }, '新增门店');
  show({ title: '门店', action: isSalesman ? add : null, body: [search, rows.element] });
};
