import type { HeldRole } from '@zhuiyuan/contract/account/account';
import type { FieldHome, PendingRow } from '@zhuiyuan/contract/fieldwork/field-goods';
import { h } from '../../lib/elements.ts';
import { mark } from '../../lib/icons.ts';
import { webAddress } from '../../lib/formats.ts';
import { reasonOf } from '../../parts/field.ts';
import { ask } from '../lib/field-call.ts';
import { fieldIcon, type FieldIcon } from '../lib/field-icons.ts';
import { go } from '../lib/navigate.ts';
import { chooseRole, pickRole } from '../lib/session.ts';
import { count, kindNames, kinds } from '../lib/words.ts';
import { card, cardHead, failure, link, row, skeleton, thumb } from '../parts/cards.ts';
import { show, update, whenLeft } from '../parts/screen.ts';
import { openSheet } from '../parts/sheet.ts';
import { showSaying, showSignIn } from './gate.ts';

/** Goods on the way longer than this should have arrived. */
const lateDays = 7;

/** A document on its way. */
export const pendingRow = ({
  id,
  storeName,
  kinds: kindCount,
  itemQty,
  deliverNo,
  image,
  days,
  shipAt,
  hasDiff,
}: PendingRow): HTMLElement =>
  row(`/r/receive/${id}`, {
    lead: thumb(image),
    title: kindCount > 1 ? `${storeName}等 ${kindCount} 种` : storeName || deliverNo,
    text: h(
      'span',
      {},
      `${count(itemQty)} 件${hasDiff ? '待处理' : ''} · `,
      h('span', { class: 'f-whole' }, deliverNo),
    ),
    end: h(
      'span',
      {},
      h('span', { class: days > lateDays ? 'f-late' : '' }, days > lateDays ? '✕ ' : '', `在途 ${days} 天`),
      h('span', { class: 'f-text' }, `${shipAt.slice(5, 10)} 发出`),
    ),
  });

const place = (
  path: string,
  icon: FieldIcon,
  title: string,
  text: Node | string,
  number: number,
  unit: string,
): HTMLElement =>
  row(path, {
    lead: h('span', { class: 'f-place' }, fieldIcon(icon, 22)),
    title,
    text,
    end: h('span', { class: 'f-number' }, h('b', {}, count(number)), ` ${unit}`),
  });

const places = ({ stock, need, shops, shipped, received, inspections, role }: FieldHome): HTMLElement => {
  const short = stock?.shortKinds ? h('span', { class: 'f-warn' }, `◆ ${stock.shortKinds} 种不够卖 7 天`) : '在手库存';
  return card(
    h(
      'div',
      { class: 'f-rows' },
      ...[
        stock && place('/r/stock', 'box', '库存', short, stock.items, '件'),
        need &&
          place(
            '/r/need',
            'list',
            '补货',
            need.docs ? `${need.waiting} 单审核中，${need.toShip} 单待发货` : '申请补货',
            need.docs,
            '单',
          ),
        shops &&
          place(
            '/r/shops',
            'shop',
            '门店',
            role.kind === kinds.salesman ? `${shops.waiting} 家待审核` : `本周已供货 ${shops.suppliedThisWeek} 家`,
            shops.count,
            '家',
          ),
        shipped &&
          place(
            '/r/history',
            'truck',
            '发货记录',
            `今天 ${shipped.todayDocs} 单，${count(shipped.todayItems)} 件`,
            shipped.docs,
            '单',
          ),
        (role.kind === kinds.shop || role.kind === kinds.agent) &&
          row('/r/rewards', {
            lead: h('span', { class: 'f-place' }, fieldIcon('gift', 22)),
            title: role.kind === kinds.shop ? '奖励与打款' : '我的打款',
            text: role.kind === kinds.shop ? '奖励、提现和打款进度' : '结算打款的进度和收款',
          }),
        role.kind === kinds.shop &&
          row('/r/apply', {
            lead: h('span', { class: 'f-place' }, fieldIcon('shop', 22)),
            title: '门店资料',
            text: '入驻审核的进度，被驳回后修改再提交',
          }),
        received !== null && place('/r/received', 'received', '收货记录', '发来的货和签收情况', received, '单'),
        inspections &&
          place(
            '/r/inspections',
            'list',
            '我的稽查',
            `今天 ${inspections.today} 次，窜货 ${inspections.diverted} 次`,
            inspections.total,
            '次',
          ),
      ].map((one) => (one ? one : '')),
    ),
  );
};

const blocks = ({ role }: FieldHome): HTMLElement | null => {
  const block = (path: string, icon: FieldIcon, words: string, isMain: boolean): HTMLElement =>
    link(path, { class: isMain ? 'f-block f-main' : 'f-block' }, fieldIcon(icon, 24), words);
  if (role.state === 'stopped')
    return h(
      'p',
      { class: 'f-stopped', role: 'status' },
      fieldIcon('clock', 18),
      '该身份已停用，只能查看和整单签收，请联系企业。',
    );
  const shown = {
    [kinds.agent]: [block('/r/ship', 'scan', '扫码发货', true), block('/r/receive', 'received', '扫码签收', false)],
    [kinds.shop]: [
      block('/r/redeem', 'gift', '核销奖品', true),
      block('/r/receive', 'received', '扫码签收', false),
      block('/r/unpack', 'box', '开箱抽奖', false),
    ],
    [kinds.salesman]: [block('/r/shops/new', 'plus', '新增门店', true)],
    [kinds.inspector]: [block('/r/inspect', 'scan', '扫码稽查', true)],
  }[role.kind];
  return h('div', { class: 'f-blocks' }, ...shown);
};

const waiting = ({ pending }: FieldHome): HTMLElement | null => {
  if (!pending) return null;
  if (pending.docs === 0) return h('p', { class: 'card f-none' }, '没有待签收的货物');
  return card(
    cardHead(
      '待签收',
      `${pending.docs} 单，${count(pending.items)} 件`,
      link('/r/pending', { class: 'f-more-link' }, '全部'),
    ),
    h('div', { class: 'f-rows' }, ...pending.rows.map(pendingRow)),
  );
};

const switchRole = (roles: HeldRole[], current: HeldRole): void => {
  openSheet('切换身份', (close) => [
    h(
      'div',
      { class: 'f-rows' },
      ...roles.map((role) => {
        const isCurrent = role.role === current.role;
        const choose = (): void => {
          close();
          chooseRole(role.role);
          void showHome();
        };
        return h(
          'button',
          {
            type: 'button',
            class: 'f-row',
            'aria-pressed': String(isCurrent),
            disabled: role.state === 'closed',
            click: choose,
          },
          h(
            'span',
            { class: 'f-body' },
            h('b', {}, role.name),
            h(
              'span',
              { class: 'f-text' },
              `${role.firmName} · ${kindNames[role.kind]}${role.state === 'closed' ? ' · 企业已停用' : ''}`,
            ),
          ),
          isCurrent && h('span', { class: 'f-tick' }, fieldIcon('check', 20, 2.4)),
        );
      }),
    ),
  ]);
};

const identity = (role: HeldRole, roles: HeldRole[]): HTMLElement =>
  h(
    'section',
    { class: 'card f-identity', 'aria-label': '当前身份' },
    h('span', { class: 'f-initial', 'aria-hidden': 'true' }, role.name.slice(0, 1)),
    h(
      'span',
      { class: 'f-body' },
      h('b', {}, role.name),
      h(
        'span',
        { class: 'f-text' },
        [`${kindNames[role.kind]} ${role.number}`.trim(), role.contact].filter(Boolean).join(' · '),
      ),
    ),
    roles.length > 1 &&
      h(
        'button',
        { type: 'button', class: 'button f-switch', click: () => switchRole(roles, role) },
        fieldIcon('swap', 16),
        '切换身份',
      ),
  );

const homeBar = ({ firmName, firmLogo, servicePhone }: HeldRole): HTMLElement => {
  const logo = webAddress(firmLogo);
  const picture = logo
    ? h('img', { src: logo, alt: '', width: 24, height: 24 })
    : h('span', { class: 'f-mark' }, mark());
  const phone = servicePhone.replace(/[^\d+,;*#-]/g, '');
  return h(
    'header',
    { class: 'f-home-bar' },
    picture,
    h('h1', { tabindex: -1 }, firmName),
    phone && h('a', { href: `tel:${phone}`, class: 'f-service' }, fieldIcon('help', 18), '联系企业'),
  );
};

/** The first page of the phone: who one is, what one can do, what waits, and where things are. */
export const showHome = async (): Promise<void> => {
  let isLeft = false;
  show({ title: '追源', bar: null, body: [skeleton(3)] });
  whenLeft(() => (isLeft = true));
  try {
    const roles = await ask<HeldRole[]>('list');
    const role = pickRole(roles);
    if (isLeft) return;
    if (!role) return showSignIn();
    chooseRole(role.role);
    if (role.state === 'closed')
      return showSaying('企业已停用', { icon: 'cross', words: `${role.firmName} 的账号已停用，暂时不能操作。` });
    const home = await ask<FieldHome>('home');
    if (isLeft) return;
    update({
      title: role.name,
      bar: homeBar(role),
      body: [identity(home.role, roles), blocks(home), waiting(home), places(home)],
    });
  } catch (error) {
    if (!isLeft) update({ title: '追源', bar: null, body: [failure(reasonOf(error), () => void showHome())] });
  }
};

/** A role has ended: says so, and what others there are. */
export const showEnded = (words: string): void => {
  chooseRole('');
  showSaying(words, {
    icon: 'cross',
    words: '如需继续使用，请联系企业重新绑定。',
    acts: [
      h('button', { type: 'button', class: 'button solid', click: () => go('/r', { replaces: true }) }, '使用其他身份'),
    ],
  });
};
