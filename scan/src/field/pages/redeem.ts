import { groupVerCode, isVerCode } from '@zhuiyuan/contract/campaign/ver-code';
import type { HeldRole } from '@zhuiyuan/contract/account/account';
import type { ShopVerRow, ShopVerSums, Verified, VerPreview } from '@zhuiyuan/contract/redeem/shop-redeem';
import { CallFailed } from '../../lib/call.ts';
import { h } from '../../lib/elements.ts';
import { reasonOf, whileBusy } from '../../parts/field.ts';
import { ask, isOffline, tell } from '../lib/field-call.ts';
import { fieldIcon, type FieldIcon } from '../lib/field-icons.ts';
import { goBack } from '../lib/navigate.ts';
import { findPosition, type Position } from '../../lib/position.ts';
import { watchKeys } from '../lib/scanner-keys.ts';
import { pickRole } from '../lib/session.ts';
import { count, when, yuan } from '../lib/words.ts';
import { cardHead, failure, link, skeleton, thumb } from '../parts/cards.ts';
import { openScanner, type ScanTold } from '../parts/scan-overlay.ts';
import { show, whenLeft } from '../parts/screen.ts';
import { codeIn, openTyping, wrongCode } from './redeem-code.ts';
import { askRedeemed, redeemedRow, type Redeemed } from './redeemed.ts';

/** How long a prize that was handed out is looked at before the camera opens again. */
const lookedMs = 1600;

type Way = '扫码' | '输入';

/** What the card says: nothing yet, what could be handed out, what was, or why not. */
type Standing =
  | { state: 'idle' }
  | { state: 'looking'; code: string }
  | { state: 'ready'; preview: VerPreview; way: Way; at: string }
  | { state: 'done'; preview: VerPreview; verified: Verified }
  | { state: 'refused'; words: string; code: string; detail: string; retry?: (() => void) | undefined };

const clock = (): string => {
  const now = new Date();
  return [now.getHours(), now.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
};

/** Where a used code was handed out: `锦和茶行 玉林店，11-20 14:32`. */
const detailOf = (error: unknown): string => {
  const { shopName, verAt } = ((error instanceof CallFailed && error.data) || {}) as {
    shopName?: string;
    verAt?: string;
  };
  return shopName && verAt ? `${shopName}，${when(verAt)}` : '';
};

const verdict = (tone: 'good' | 'bad' | 'idle', icon: FieldIcon, words: string, note = ''): HTMLElement =>
  h(
    'div',
    { class: `f-verdict f-${tone}`, role: 'status' },
    fieldIcon(icon, 20, 2),
    h('b', {}, words),
    note && h('span', { class: 'f-note' }, note),
  );

const prize = ({ image, prizeName, tierName, activityName, expireAt }: VerPreview): HTMLElement =>
  h(
    'div',
    { class: 'f-prize' },
    thumb(image, 64),
    h(
      'div',
      { class: 'f-body' },
      h('b', {}, prizeName),
      h('span', { class: 'f-text' }, `${tierName} · ${activityName}`),
      h('span', { class: 'f-text' }, `${expireAt.slice(5, 10)} 前有效`),
    ),
  );

const fact = (title: string, content: Node | string): HTMLElement =>
  h('div', {}, h('dt', {}, title), h('dd', {}, content));

const codeShown = (code: string): HTMLElement => h('span', { class: 'f-code', translate: 'no' }, groupVerCode(code));

/** 核销: a code is scanned or typed, looked at, and handed out; above it what the shop did today and is owed. */
export const showRedeem = async (): Promise<void> => {
  let isLeft = false;
  let position: Position | null = null;
  void findPosition().then((found) => (position = found));

  const strip = h('section', { class: 'f-strip', 'aria-label': '今日' });
  const place = h('div', {});
  const today = h('div', {}, skeleton(1));
  const name = h('h1', { tabindex: -1 }, '核销奖品');
  const person = h('span', { class: 'f-person' });

  const figure = (title: string, value: string, unit: string, path = ''): HTMLElement => {
    const content = [h('span', {}, title), h('b', {}, value, h('i', {}, unit))];
    return path ? link(path, { class: 'f-figure' }, ...content) : h('div', { class: 'f-figure' }, ...content);
  };
  const drawSums = ({ todayCount, todayAmount, balance }: ShopVerSums): void =>
    strip.replaceChildren(
      figure('今日核销', count(todayCount), '件'),
      figure('今日抵扣', yuan(todayAmount), '元'),
      figure('抵扣余额', yuan(balance), '元', '/r/ducts'),
    );
  const drawToday = (first: Redeemed): void => {
    const rows = h('div', { class: 'f-rows' });
    const add = (list: ShopVerRow[]): void => rows.append(...list.map((ver) => redeemedRow(ver, true)));
    add(first.list);
    let page = 1;
    const more = h('button', {
      type: 'button',
      class: 'button',
      click: () =>
        void whileBusy(more, '加载中', async () => {
          const next = await askRedeemed(page + 1, true);
          page = next.page;
          add(next.list);
          if (page >= next.totalPage) more.remove();
        }),
    });
    more.textContent = '加载更多';
    today.replaceChildren(
      h(
        'section',
        { class: 'card' },
        cardHead(
          '今日核销',
          first.total > 0 ? `${count(first.sum.todayCount)} 件，${yuan(first.sum.todayAmount)} 元` : '',
          link('/r/redeemed', { class: 'f-more-link' }, '全部'),
        ),
        first.total > 0 ? rows : h('p', { class: 'f-text f-quiet' }, '今天还没有核销'),
      ),
      first.totalPage > 1 ? h('div', { class: 'f-more' }, more) : '',
    );
  };
  const load = async (): Promise<void> => {
    try {
      const first = await askRedeemed(1, true);
      if (isLeft) return;
      drawSums(first.sum);
      drawToday(first);
    } catch (error) {
      if (!isLeft) today.replaceChildren(failure(reasonOf(error), () => void load()));
    }
  };

  const put = (standing: Standing): void => {
    place.replaceChildren(h('section', { class: 'card f-counter' }, ...draw(standing)));
  };
  const clear = (): void => put({ state: 'idle' });
  const closing = (): HTMLElement => h('button', { type: 'button', class: 'button', click: clear }, '关闭');

  const refuse = (error: unknown, code: string, again: () => void): void =>
    put({
      state: 'refused',
      words: reasonOf(error),
      code,
      detail: detailOf(error),
      retry: isOffline(error) ? again : undefined,
    });

  /** Looks a code up; answers what the scanner says of it. */
  const look = async (code: string, way: Way): Promise<ScanTold> => {
    if (!isVerCode(code)) {
      put({ state: 'refused', words: wrongCode, code: '', detail: '' });
      return { ok: false, words: wrongCode };
    }
    put({ state: 'looking', code });
    try {
      const preview = await tell<VerPreview>('/public/shop/ver/preview', { verCode: code });
      put({ state: 'ready', preview, way, at: clock() });
    } catch (error) {
      refuse(error, code, () => void look(code, way));
    }
    // Either way the card says it.
    return { ok: true, words: groupVerCode(code) };
  };

  const confirm = async (preview: VerPreview, way: Way): Promise<void> => {
    try {
      const verified = await tell<Verified>('/public/shop/ver/confirm', { verCode: preview.verCode, ...position });
      if (isLeft) return;
      put({ state: 'done', preview, verified });
      navigator.vibrate?.(60);
      void load();
      if (way === '扫码')
        setTimeout(() => {
          if (!isLeft && place.querySelector('.f-done')) scan();
        }, lookedMs);
    } catch (error) {
      // The same code again: what was booked is answered, not booked twice.
      refuse(error, preview.verCode, () => void confirm(preview, way));
    }
  };

  const draw = (standing: Standing): Node[] => {
    if (standing.state === 'idle') return [verdict('idle', 'gift', '扫描或输入顾客的核销码')];
    if (standing.state === 'looking')
      return [
        verdict('idle', 'clock', '正在查询'),
        h('dl', { class: 'f-facts' }, fact('核销码', codeShown(standing.code))),
      ];
    if (standing.state === 'refused')
      return [
        verdict('bad', 'cross', standing.words),
        h(
          'dl',
          { class: 'f-facts' },
          standing.code ? fact('核销码', codeShown(standing.code)) : '',
          standing.detail ? fact('已核销', standing.detail) : '',
        ),
        standing.retry
          ? h(
              'div',
              { class: 'acts' },
              closing(),
              h('button', { type: 'button', class: 'button solid', click: standing.retry }, '重试'),
            )
          : closing(),
      ];
    const { preview } = standing;
    if (standing.state === 'done') {
      const { verNo, deductAmount, repeat } = standing.verified;
      return [
        verdict('good', 'check', '已核销', repeat ? '此前已核销，没有重复记账' : `+${yuan(deductAmount)} 元`),
        prize(preview),
        h(
          'dl',
          { class: 'f-facts f-done' },
          fact('核销单号', h('span', { class: 'f-code' }, verNo)),
          fact('顾客', preview.consumer),
        ),
        closing(),
      ];
    }
    const button = h(
      'button',
      {
        type: 'button',
        class: 'button solid f-go',
        click: () => void whileBusy(button, '核销中', () => confirm(preview, standing.way)),
      },
      '核销',
    );
    return [
      verdict('good', 'check', '可以核销', `${standing.at} ${standing.way}`),
      prize(preview),
      h(
        'dl',
        { class: 'f-facts' },
        fact('核销码', codeShown(preview.verCode)),
        fact('顾客', preview.consumer),
        fact('抵扣到账', `${yuan(preview.deductAmount)} 元，由${preview.payerName}结算`),
      ),
      h('div', { class: 'acts f-two' }, h('button', { type: 'button', class: 'button', click: clear }, '取消'), button),
    ];
  };

  const take = (text: string): Promise<ScanTold> => look(codeIn(text), '扫码');
  const scan = (): void => void openScanner('扫核销码', take, { isSingle: true });

  show({
    title: '核销奖品',
    bar: h(
      'header',
      { class: 'f-bar f-counter-bar' },
      h('button', { type: 'button', class: 'f-back', 'aria-label': '返回', click: goBack }, fieldIcon('back', 22)),
      name,
      person,
    ),
    body: [strip, place, today],
    foot: h(
      'div',
      { class: 'acts' },
      h(
        'button',
        { type: 'button', class: 'button', click: () => openTyping((code) => void look(code, '输入')) },
        '输入核销码',
      ),
      h('button', { type: 'button', class: 'button', click: scan }, fieldIcon('scan', 18), '扫码'),
    ),
  });
  clear();
  whenLeft(() => (isLeft = true));
  whenLeft(watchKeys((text) => void take(text)));
  void load();
  const role = pickRole(await ask<HeldRole[]>('list').catch(() => []));
  if (isLeft || !role) return;
  name.textContent = role.name;
  person.textContent = role.contact;
};
