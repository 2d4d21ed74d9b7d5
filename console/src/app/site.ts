import { sessionApi, type SiteConfig } from '@zhuiyuan/contract/access/session';
import { call } from '../lib/call.ts';
import { createStore } from '../lib/store.ts';

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
});

/** Fetches the site's texts; what is shown stays as it is when that fails. */
export const loadSite = (): Promise<void> =>
  call(sessionApi.siteConfig, {}, { quiet: true }).then(site.set, () => undefined);
