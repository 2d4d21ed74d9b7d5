import type { sessionApi } from '@zhuiyuan/contract/access/session';
import type { DataOf, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { request, type Target } from '../../lib/request.ts';

/* Written out here, because the endpoint tables bring schemas along that the sign-in page does not need. */
type Api = typeof sessionApi;
const target = <K extends keyof Api>(method: Api[K]['method'], path: Api[K]['path']): Target => ({ method, path });

export type SiteConfig = DataOf<Api['siteConfig']>;
export type LoginPicture = DataOf<Api['loginPicture']>;
export type Captcha = DataOf<Api['captcha']>;
export type LoginFields = QueryOf<Api['login']>;

export const fetchSite = (): Promise<SiteConfig> =>
  request(target<'siteConfig'>('GET', '/public/site/config')) as Promise<SiteConfig>;

export const fetchPicture = (): Promise<LoginPicture> =>
  request(target<'loginPicture'>('GET', '/admin/getLoginPic')) as Promise<LoginPicture>;

export const fetchCaptcha = (): Promise<Captcha> =>
  request(target<'captcha'>('GET', '/admin/validate/code/get')) as Promise<Captcha>;

export const signIn = (fields: LoginFields): Promise<DataOf<Api['login']>> =>
  request(target<'login'>('POST', '/admin/login'), fields) as Promise<DataOf<Api['login']>>;
