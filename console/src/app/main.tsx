import '../lib/colors.css';
import '../lib/paper-colors.css';
import '../lib/global.css';
import './shell/shell.css';
import './shell/panels.css';
import { QueryClientProvider } from '@tanstack/react-query';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { createRoot } from 'react-dom/client';
import { config as configureZod } from 'zod';
import { zhCN } from 'zod/locales';
import { readToken } from '../lib/cookies.ts';
import { watchErrors } from '../lib/error-log.ts';
import { markStyleTags } from './theme/csp-nonce.ts';
import { queryClient } from '../lib/query-client.ts';
import { fullPath, loginAddress } from '../lib/leave-for-login.ts';
import { followRelease } from './follow-release.ts';
import { Frame } from './theme/frame.tsx';
import { holdPageStill } from './hold-page-still.ts';
import { askOnBack } from './tabs/ask-on-back.ts';
import { fetchScreen, Start } from './start.tsx';

/** Loads the panel of console lines for `?vconsole=1` or a cookie of that name and value. */
const loadDebugConsole = (): void => {
  const isWanted =
    new URLSearchParams(location.search).get('vconsole') === '1' || /(^|; )vconsole=1(;|$)/.test(document.cookie);
  if (isWanted) void import('./debug/open-debug-console.ts').then(({ openDebugConsole }) => openDebugConsole());
};

const oauthKey = 'x-admin-oauth-code';

/** /auth-redirect: hands the answer of an outside sign-in to the window that waits for it, and closes. */
const passOAuthCode = (): void => {
  localStorage.setItem(oauthKey, location.search.slice(1));
  window.close();
};

/** Loads the configured chat as a script of our own origin; empty when none is configured. */
const loadChatScript = (): void => {
  const script = document.createElement('script');
  script.src = '/api/public/jsconfig/getchatconfig';
  script.async = true;
  document.head.append(script);
};

const mount = (): void => {
  const root = document.getElementById('root');
  if (!root) return;
  dayjs.locale('zh-cn');
  configureZod(zhCN());
  createRoot(root).render(
    <Frame>
      <QueryClientProvider client={queryClient}>
        <Start />
      </QueryClientProvider>
    </Frame>,
  );
};

markStyleTags();
loadDebugConsole();
if (location.pathname === '/auth-redirect') passOAuthCode();
else if (!readToken()) location.replace(loginAddress(fullPath()));
else {
  watchErrors();
  followRelease();
  holdPageStill();
  askOnBack();
  fetchScreen();
  loadChatScript();
  mount();
}
