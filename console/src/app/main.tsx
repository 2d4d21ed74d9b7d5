import '../lib/global.css';
import './shell/shell.css';
import './shell/panels.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { App as AntApp } from 'antd';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { createRoot } from 'react-dom/client';
import { config as configureZod } from 'zod';
import { zhCN } from 'zod/locales';
import { readToken } from '../lib/cookies.ts';
import { watchErrors } from './error-log.ts';
import { markStyleTags } from './nonce.ts';
import { queryClient } from '../lib/query-client.ts';
import { fullPath, loginAddress } from '../lib/signed-out.ts';
import { passOAuthCode } from './auth-redirect.ts';
import { loadChatScript } from './chat-script.ts';
import { loadDebugConsole } from './debug/debug-console-switch.ts';
import { followRelease } from './follow-release.ts';
import { Frame } from './frame.tsx';
import { Start } from './start.tsx';

const mount = (): void => {
  const root = document.getElementById('root');
  if (!root) return;
  dayjs.locale('zh-cn');
  configureZod(zhCN());
  createRoot(root).render(
    <Frame>
      <AntApp component={false} message={{ maxCount: 5, top: 60 }}>
        <QueryClientProvider client={queryClient}>
          <Start />
        </QueryClientProvider>
      </AntApp>
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
  loadChatScript();
  mount();
}
