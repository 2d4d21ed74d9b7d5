import type { ReactNode } from 'react';
import type { CallFailed } from '../lib/call.ts';
import { accountToken, keepToken } from '../lib/account-token.ts';
import './field.css';
import { roleEnded } from './lib/field-call.ts';
import { go } from './lib/navigate.ts';
import { chooseRole, chosenRole, invite } from './lib/session.ts';
import { openScreen } from './open-screen.tsx';
import { LoadedScreen } from './parts/loaded-screen.tsx';
import { BindPage } from './pages/bind.tsx';
import { DocumentPage } from './pages/movement/document.tsx';
import { HistoryPage, PendingPage } from './pages/movement/documents.tsx';
import { FindReceiptPage } from './pages/movement/find-receipt.tsx';
import { SignIn } from './pages/gate.tsx';
import { HomePage, RoleEnded } from './pages/home.tsx';
import { NeedFormPage, NeedsPage } from './pages/movement/needs.tsx';
import { DuctsPage, RedeemedPage } from './pages/redeem/redeemed.tsx';
import { RedeemPage } from './pages/redeem/redeem.tsx';
import { RewardsPage } from './pages/redeem/rewards.tsx';
import { ReceivePage } from './pages/movement/receive.tsx';
import { ShipPage } from './pages/movement/ship.tsx';
import { OpenDocumentPage } from './pages/open-document.tsx';
import { StockPage } from './pages/movement/stock.tsx';
import { UnpackPage } from './pages/movement/unpack.tsx';
import type * as Pages from './visits.tsx';
import { latePart } from '../parts/late-part.ts';

type Visits = typeof Pages;
const visits = latePart<Visits>(() => import('./visits.tsx'));

const openVisit = (title: string, show: (pages: Visits) => ReactNode, bar?: null): void => {
  const pages = visits.now();
  openScreen(
    pages ? (
      show(pages)
    ) : (
      <LoadedScreen title={title} bar={bar} load={visits.fetch}>
        {show}
      </LoadedScreen>
    ),
  );
};

const toShop = (search: string): number | undefined => {
  const id = /^shop-(\d+)$/.exec(new URLSearchParams(search).get('to') ?? '')?.[1];
  return id ? Number(id) : undefined;
};

const openHome = (): void => {
  visits.prefetchSoon();
  openScreen(<HomePage />);
};

const pages: [pattern: RegExp, open: (id: string) => void][] = [
  [/^\/r\/?$/, () => openHome()],
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
  [/^\/r\/shops$/, () => openVisit('门店', ({ ShopsPage }) => <ShopsPage />)],
  [/^\/r\/shops\/new$/, () => openVisit('新增门店', ({ ShopFormPage }) => <ShopFormPage />)],
  [/^\/r\/redeem$/, () => openScreen(<RedeemPage />)],
  [/^\/r\/redeemed$/, () => openScreen(<RedeemedPage />)],
  [/^\/r\/ducts$/, () => openScreen(<DuctsPage />)],
  [/^\/r\/rewards$/, () => openScreen(<RewardsPage />)],
  [/^\/r\/apply$/, () => openVisit('门店资料', ({ ApplyPage }) => <ApplyPage />)],
  [/^\/r\/unpack$/, () => openScreen(<UnpackPage />)],
  [/^\/r\/inspect$/, () => openVisit('扫码稽查', ({ InspectPage }) => <InspectPage />)],
  [/^\/r\/inspections$/, () => openVisit('我的稽查', ({ InspectionsPage }) => <InspectionsPage />)],
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
    if (code) return openVisit('门店入驻', ({ JoinPage }) => <JoinPage code={code} />, null);
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
