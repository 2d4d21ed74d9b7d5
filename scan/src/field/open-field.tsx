import type { CallFailed } from '../lib/call.ts';
import { accountToken, keepToken } from '../lib/account-token.ts';
import './field.css';
import { roleEnded } from './lib/field-call.ts';
import { go } from './lib/navigate.ts';
import { chooseRole, chosenRole, invite } from './lib/session.ts';
import { openScreen } from './open-screen.tsx';
import { BindPage } from './pages/bind.tsx';
import { DocumentPage } from './pages/movement/document.tsx';
import { HistoryPage, PendingPage } from './pages/movement/documents.tsx';
import { FindReceiptPage } from './pages/movement/find-receipt.tsx';
import { SignIn } from './pages/gate.tsx';
import { HomePage, RoleEnded } from './pages/home.tsx';
import { InspectPage } from './pages/inspect/inspect.tsx';
import { InspectionsPage } from './pages/inspect/inspections.tsx';
import { ApplyPage } from './pages/join/apply.tsx';
import { JoinPage } from './pages/join/join.tsx';
import { NeedFormPage, NeedsPage } from './pages/movement/needs.tsx';
import { DuctsPage, RedeemedPage } from './pages/redeem/redeemed.tsx';
import { RedeemPage } from './pages/redeem/redeem.tsx';
import { RewardsPage } from './pages/redeem/rewards.tsx';
import { ReceivePage } from './pages/movement/receive.tsx';
import { ShipPage } from './pages/movement/ship.tsx';
import { ShopFormPage } from './pages/shops/shop-form.tsx';
import { ShopsPage } from './pages/shops/shops.tsx';
import { OpenDocumentPage } from './pages/open-document.tsx';
import { StockPage } from './pages/movement/stock.tsx';
import { UnpackPage } from './pages/movement/unpack.tsx';

const toShop = (search: string): number | undefined => {
  const id = /^shop-(\d+)$/.exec(new URLSearchParams(search).get('to') ?? '')?.[1];
  return id ? Number(id) : undefined;
};

const pages: [pattern: RegExp, open: (id: string) => void][] = [
  [/^\/r\/?$/, () => openScreen(<HomePage />)],
  [/^\/r\/pending$/, () => openScreen(<PendingPage />)],
  [/^\/r\/receive$/, () => openScreen(<FindReceiptPage />)],
  [/^\/r\/receive\/(\d+)$/, (id) => openScreen(<ReceivePage id={Number(id)} />)],
  [/^\/r\/document\/(\d+)$/, (id) => openScreen(<DocumentPage id={Number(id)} />)],
  [/^\/r\/ship$/, () => openScreen(<ShipPage to={toShop(location.search)} />)],
  [/^\/r\/stock$/, () => openScreen(<StockPage />)],
  [/^\/r\/history$/, () => openScreen(<HistoryPage isReceived={false} />)],
  [/^\/r\/received$/, () => openScreen(<HistoryPage isReceived />)],
  [/^\/r\/need$/, () => openScreen(<NeedsPage />)],
  [/^\/r\/need\/new$/, () => openScreen(<NeedFormPage />)],
  [/^\/r\/shops$/, () => openScreen(<ShopsPage />)],
  [/^\/r\/shops\/new$/, () => openScreen(<ShopFormPage />)],
  [/^\/r\/redeem$/, () => openScreen(<RedeemPage />)],
  [/^\/r\/redeemed$/, () => openScreen(<RedeemedPage />)],
  [/^\/r\/ducts$/, () => openScreen(<DuctsPage />)],
  [/^\/r\/rewards$/, () => openScreen(<RewardsPage />)],
  [/^\/r\/apply$/, () => openScreen(<ApplyPage />)],
  [/^\/r\/unpack$/, () => openScreen(<UnpackPage />)],
  [/^\/r\/inspect$/, () => openScreen(<InspectPage />)],
  [/^\/r\/inspections$/, () => openScreen(<InspectionsPage />)],
  [/^\/d\/([A-Za-z0-9-]+)$/, (number) => openScreen(<OpenDocumentPage deliverNo={number.toUpperCase()} />)],
];

/** Opens what the address says of the phone pages. */
export const openField = (): void => {
  const { pathname, hash } = location;
  if (/^\/r\/bind\/?$/.test(pathname)) {
    const token = hash.slice(1);
    return openScreen(token ? <BindPage bindToken={token} /> : <SignIn />);
  }
  if (/^\/r\/apply\/?$/.test(pathname)) {
    // A shop that is known already says what it is in its own role.
    const code = hash.slice(1) || (chosenRole().startsWith('shop-') ? '' : invite());
    if (code) return openScreen(<JoinPage code={code} />);
  }
  if (!accountToken()) return openScreen(<SignIn what={pathname.startsWith('/d/') ? '登录后查看发货单' : undefined} />);
  for (const [pattern, open] of pages) {
    const [found, id = ''] = pattern.exec(pathname) ?? [];
    if (found !== undefined) return open(id);
  }
  go('/r', { replaces: true });
};

addEventListener('field-ended', (event) => {
  const { code, message } = (event as CustomEvent<CallFailed>).detail;
  if (code === roleEnded) {
    chooseRole('');
    return openScreen(<RoleEnded words={message} />);
  }
  keepToken('');
  openScreen(<SignIn what="登录已过期" />);
});
