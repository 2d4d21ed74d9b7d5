import { sessionApi, type SiteConfig } from '@zhuiyuan/contract/access/session';
import { call } from '../../lib/call.ts';
import { queryClient } from '../../lib/query-client.ts';
import { createStore } from '../../lib/store.ts';

/** Site name, logos and footer, with what is shown until the server has answered. */
export const site = createStore<SiteConfig>({
  siteName: '一物一码管理平台',
  logo: '',
  squareLogo: '',
  footerLinks: [],
  copyright: '',
  policeFilingNo: '',
  icpNo: '',
  hasChat: false,
  isPreparingDemo: false,
});

const askAgainMs = 2_000;

/** Fetches the site's texts; what is shown stays as it is when that fails. Once the demonstration is there, every page reads again. */
export const loadSite = async (): Promise<void> => {
  const wasPreparing = site.get().isPreparingDemo;
  await call(sessionApi.siteConfig, {}, { quiet: true }).then(site.set, () => undefined);
  if (site.get().isPreparingDemo) setTimeout(() => void loadSite(), askAgainMs);
  else if (wasPreparing) await queryClient.invalidateQueries();
};
