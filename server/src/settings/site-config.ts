import type { Config } from '../kit/config.ts';
import type { Db } from '../kit/db/database.ts';
import { awaitsDemo } from './demo-state.ts';
import { readSetting, readSettings } from './read-setting.ts';
import { parseFooterLinks, toHosts } from './setting-rules.ts';

/** What every page shows before anybody has signed in; '' where nothing is configured. A link to closed pages is left out. */
export const siteConfig = async (db: Db, { opensDocs, demo }: Pick<Config, 'opensDocs' | 'demo'>) => {
  const site = await readSettings(db, [
    'site_name',
    'site_logo_lefttop',
    'site_logo_square',
    'footer_links',
    'copyright_text',
    'police_filing_no',
    'icp_no',
    'chat_config_js',
  ]);
  return {
    siteName: site.site_name,
    logo: site.site_logo_lefttop,
    squareLogo: site.site_logo_square,
    footerLinks: parseFooterLinks(site.footer_links).filter(({ url }) => opensDocs || url !== '/docs'),
    copyright: site.copyright_text,
    policeFilingNo: site.police_filing_no,
    icpNo: site.icp_no,
    hasChat: site.chat_config_js !== '',
    isPreparingDemo: demo && (await awaitsDemo(db)),
  };
};

/** Pictures of the sign-in page; the banner stays empty until its combined data exists. */
export const loginPicture = async (db: Db) => {
  const site = await readSettings(db, ['admin_login_bg_pic', 'site_logo_lefttop', 'site_logo_login']);
  return {
    backgroundImage: site.admin_login_bg_pic,
    logo: site.site_logo_lefttop,
    loginLogo: site.site_logo_login,
    banner: [],
  };
};

/** Hosts the chat may load from and speak to: those of the setting while a chat script is set, else none. */
export const chatHosts = async (db: Db): Promise<string[]> => {
  const { chat_config_js, chat_hosts } = await readSettings(db, ['chat_config_js', 'chat_hosts']);
  return chat_config_js ? toHosts(chat_hosts) : [];
};

/** The chat script pages load at start; an empty one when none is set. */
export const chatScript = (db: Db): Promise<string> => readSetting(db, 'chat_config_js');
