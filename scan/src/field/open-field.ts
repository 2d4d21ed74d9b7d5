import type { HeldRole } from '@zhuiyuan/contract/account/account';
import type { FieldDeliver } from '@zhuiyuan/contract/fieldwork/field-goods';
import { CallFailed } from '../lib/call.ts';
import { accountToken, keepToken } from '../lib/account-token.ts';
import { reasonOf } from '../parts/field.ts';
import './field.css';
import { ask, roleEnded, signedOut } from './lib/field-call.ts';
import { go } from './lib/navigate.ts';
import { chooseRole, chosenRole, invite } from './lib/session.ts';
import { showApply } from './pages/join/apply.ts';
import { showBind } from './pages/bind.ts';
import { showDocument } from './pages/document.ts';
import { showHistory, showPending } from './pages/documents.ts';
import { showFindReceipt } from './pages/find-receipt.ts';
import { showSaying, showSignIn } from './pages/gate.ts';
import { showEnded, showHome } from './pages/home.ts';
import { showInspect } from './pages/inspect.ts';
import { showInspections } from './pages/inspections.ts';
import { showJoin } from './pages/join/join.ts';
import { showNeedForm, showNeeds } from './pages/needs.ts';
import { showDucts, showRedeemed } from './pages/redeemed.ts';
import { showRedeem } from './pages/redeem.ts';
import { showRewards } from './pages/rewards.ts';
import { showReceive } from './pages/receive.ts';
import { showShip } from './pages/ship.ts';
import { showShopForm } from './pages/shop-form.ts';
import { showShops } from './pages/shops.ts';
import { showStock } from './pages/stock.ts';
import { showUnpack } from './pages/unpack.ts';

/** Opens a printed document for whoever may sign it: the role it was sent to is taken, if it is one of this phone's. */
const openDocument = async (deliverNo: string): Promise<void> => {
  const first = chosenRole();
  try {
    const roles = await ask<HeldRole[]>('list');
    const holders = roles.filter(({ role, state }) => /^(?:agent|shop)-/.test(role) && state !== 'closed');
    const inOrder = [...holders.filter(({ role }) => role === first), ...holders.filter(({ role }) => role !== first)];
    let last: unknown;
    for (const { role } of inOrder) {
      chooseRole(role);
      try {
        const { id, isReceiver } = await ask<FieldDeliver>('deliver/info', { deliverNo });
        return go(isReceiver ? `/r/receive/${id}` : `/r/document/${id}`, { replaces: true });
      } catch (error) {
        if (!(error instanceof CallFailed) || error.code !== 404) throw error;
        last = error;
      }
    }
    chooseRole(first);
    showSaying('不能打开该发货单', {
      icon: 'cross',
      words: last ? '您的身份不是这张发货单的收货方。' : '请用收货经销商或门店的身份打开。',
    });
  } catch (error) {
    chooseRole(first);
    if (!(error instanceof CallFailed) || error.code !== signedOut)
      showSaying('没有打开', { icon: 'cross', words: reasonOf(error) });
  }
};

const toShop = (search: string): number | undefined => {
  const id = /^shop-(\d+)$/.exec(new URLSearchParams(search).get('to') ?? '')?.[1];
  return id ? Number(id) : undefined;
};

const pages: [pattern: RegExp, open: (id: string) => void][] = [
  [/^\/r\/?$/, () => void showHome()],
  [/^\/r\/pending$/, showPending],
  [/^\/r\/receive$/, showFindReceipt],
  [/^\/r\/receive\/(\d+)$/, (id) => void showReceive(Number(id))],
  [/^\/r\/document\/(\d+)$/, (id) => void showDocument(Number(id))],
  [/^\/r\/ship$/, () => showShip(toShop(location.search))],
  [/^\/r\/stock$/, showStock],
  [/^\/r\/history$/, () => showHistory(false)],
  [/^\/r\/received$/, () => showHistory(true)],
  [/^\/r\/need$/, showNeeds],
  [/^\/r\/need\/new$/, showNeedForm],
  [/^\/r\/shops$/, showShops],
  [/^\/r\/shops\/new$/, showShopForm],
  [/^\/r\/redeem$/, () => void showRedeem()],
  [/^\/r\/redeemed$/, showRedeemed],
  [/^\/r\/ducts$/, showDucts],
  [/^\/r\/rewards$/, showRewards],
  [/^\/r\/apply$/, () => void showApply()],
  [/^\/r\/unpack$/, showUnpack],
  [/^\/r\/inspect$/, showInspect],
  [/^\/r\/inspections$/, showInspections],
  [/^\/d\/([A-Za-z0-9-]+)$/, (number) => void openDocument(number.toUpperCase())],
];

/** Opens what the address says of the phone pages. */
export const openField = (): void => {
  const { pathname, hash } = location;
  if (/^\/r\/bind\/?$/.test(pathname)) {
    const token = hash.slice(1);
    if (token) return void showBind(token);
    return showSignIn();
  }
  if (/^\/r\/apply\/?$/.test(pathname)) {
    // A shop that is known already says what it is in its own role.
    const code = hash.slice(1) || (chosenRole().startsWith('shop-') ? '' : invite());
    if (code) return void showJoin(code);
  }
  if (!accountToken()) return showSignIn(pathname.startsWith('/d/') ? '登录后查看发货单' : undefined);
  for (const [pattern, open] of pages) {
    const [found, id = ''] = pattern.exec(pathname) ?? [];
    if (found !== undefined) return open(id);
  }
  go('/r', { replaces: true });
};

addEventListener('field-ended', (event) => {
  const { code, message } = (event as CustomEvent<CallFailed>).detail;
  if (code === roleEnded) return showEnded(message);
  keepToken('');
  showSignIn('登录已过期');
});
