import type { ShopDuctRow, ShopVerRow, ShopVerSums } from '@zhuiyuan/contract/redeem/shop-redeem';
import { h } from '../../lib/elements.ts';
import { ask } from '../lib/field-call.ts';
import { count, when, yuan } from '../lib/words.ts';
import { cardHead, nothing, tag, thumb } from '../parts/cards.ts';
import { paged } from '../parts/paged.ts';
import { show } from '../parts/screen.ts';
import { openSheet } from '../parts/sheet.ts';

export interface Redeemed {
  list: ShopVerRow[];
  page: number;
  totalPage: number;
  total: number;
  sum: ShopVerSums;
}
/** A page of what the shop handed out. */
export const askRedeemed = (page: number, today: boolean): Promise<Redeemed> =>
  ask('/public/shop/ver/list', { page, today: today || undefined });

const reversed = 2;

const line = (title: string, ...content: (Node | string)[]): HTMLElement =>
  h('div', {}, h('dt', {}, title), h('dd', {}, ...content));

const openDetail = (ver: ShopVerRow): void => {
  openSheet('核销详情', (close) => [
    h(
      'div',
      { class: 'f-prize' },
      thumb(ver.image, 64),
      h(
        'div',
        { class: 'f-body' },
        h('b', {}, ver.prizeName),
        h('span', { class: 'f-text' }, `${ver.tierName} · ${ver.activityName}`),
      ),
    ),
    h(
      'dl',
      { class: 'f-facts' },
      line('核销单号', h('span', { class: 'code' }, ver.verNo)),
      line('核销时间', ver.verAt),
      line('顾客', ver.consumer),
      line('抵扣金额', `${yuan(ver.deductAmount)} 元`),
      line('状态', ver.status === reversed ? tag('已冲正', 'bad') : tag('已核销', 'good')),
      ver.reversedAt ? line('冲正时间', ver.reversedAt) : '',
    ),
    h('button', { type: 'button', class: 'button', click: close }, '关闭'),
  ]);
};

/** A prize that was handed out, which opens to its facts. */
export const redeemedRow = (ver: ShopVerRow, isToday: boolean): HTMLElement =>
  h(
    'button',
    { type: 'button', class: 'f-row f-ver', click: () => openDetail(ver) },
    h('time', {}, isToday ? ver.verAt.slice(11, 16) : when(ver.verAt)),
    h('span', { class: 'f-body' }, h('b', {}, ver.prizeName), h('span', { class: 'f-text' }, ver.consumer)),
    h(
      'span',
      { class: 'f-end f-money' },
      ver.status === reversed ? h('s', {}, `${yuan(ver.deductAmount)} 元`) : `${yuan(ver.deductAmount)} 元`,
      ver.status === reversed ? tag('已冲正', 'bad') : null,
    ),
  );

/** 核销记录: everything the shop ever handed out. */
export const showRedeemed = (): void => {
  const rows = paged<ShopVerRow>((page) => askRedeemed(page, false), {
    draw: (ver) => redeemedRow(ver, false),
    empty: () => nothing('gift', '还没有核销过奖品'),
  });
  show({ title: '核销记录', body: [rows.element] });
};

const ductKinds: Record<number, string> = { 1: '核销奖品', 2: '抵扣货款', 3: '已结算', 4: '核销冲正', 5: '打款结清' };

const ductRow = (duct: ShopDuctRow): HTMLElement =>
  h(
    'div',
    { class: 'f-row f-ver' },
    h('time', {}, when(duct.at)),
    h(
      'span',
      { class: 'f-body' },
      h('b', {}, duct.prizeName || ductKinds[duct.kind] || ''),
      h(
        'span',
        { class: 'f-text' },
        [duct.prizeName && ductKinds[duct.kind], duct.payerName].filter(Boolean).join(' · '),
      ),
    ),
    h(
      'span',
      { class: 'f-end f-money' },
      h('b', {}, `${duct.amount > 0 ? '+' : ''}${yuan(duct.amount)}`),
      h('span', { class: 'f-text' }, `余额 ${yuan(duct.balanceAfter)}`),
    ),
  );

/** 抵扣记录: what the shop is owed, and each change of it. */
export const showDucts = (): void => {
  const head = h('section', { class: 'card' }, cardHead('抵扣余额'));
  const rows = paged<ShopDuctRow>((page) => ask('/public/shop/duct/list', { page }), {
    draw: ductRow,
    empty: () => nothing('list', '还没有抵扣记录'),
  });
  show({ title: '抵扣记录', body: [head, rows.element] });
  const fillHead = async (): Promise<void> => {
    const { sum } = await askRedeemed(1, true);
    head.replaceChildren(
      cardHead('抵扣余额', '', `待结算 ${count(sum.openCount)} 件`),
      h('p', { class: 'f-balance' }, h('b', {}, yuan(sum.balance)), ' 元'),
    );
  };
  fillHead().catch(() => head.remove());
};
