import { createHash, randomBytes } from 'node:crypto';
import type { SimMerchant } from './keys.ts';

/** What a page of WeChat's itself answers. */
export interface PageReply {
  status: number;
  headers?: Record<string, string>;
  body?: object;
}

/** The secret of a merchant's app: always the same for the same merchant. */
export const secretOf = ({ appId, apiV3Key }: Pick<SimMerchant, 'appId' | 'apiV3Key'>): string =>
  createHash('sha256').update(`${appId} ${apiV3Key}`).digest('hex').slice(0, 32);

const cookie = 'sim_openid';
const told = (errcode: number, errmsg: string): PageReply => ({ status: 200, body: { errcode, errmsg } });

/** How WeChat says who opens a page: a visit is sent back with a code, which the app exchanges once. */
export class SignIn {
  readonly #codes = new Map<string, { appId: string; openid: string }>();

  constructor(private readonly merchants: () => Iterable<SimMerchant>) {}

  /** A code that stands for somebody, as if he had opened the page. */
  issue(appId: string, openid: string): string {
    const code = randomBytes(16).toString('hex');
    this.#codes.set(code, { appId, openid });
    return code;
  }

  /** Answers the two addresses; nothing for another one. A browser is the same person each time: it keeps a cookie. */
  answer(url: URL, cookies = ''): PageReply | undefined {
    const query = url.searchParams;
    if (url.pathname === '/connect/oauth2/authorize') return this.#authorize(query, cookies);
    return url.pathname === '/sns/oauth2/access_token' ? this.#exchange(query) : undefined;
  }

  #authorize(query: URLSearchParams, cookies: string): PageReply {
    const back = URL.parse(query.get('redirect_uri') ?? '');
    const appId = query.get('appid') ?? '';
    const isKnown = [...this.merchants()].some((merchant) => merchant.appId === appId);
    if (!back || !isKnown || query.get('response_type') !== 'code')
      return { status: 400, body: { errcode: 10003, errmsg: 'redirect_uri域名与后台配置不一致' } };
    const openid = new RegExp(`${cookie}=([\\w-]+)`).exec(cookies)?.[1] ?? `o${randomBytes(12).toString('hex')}_ok`;
    back.searchParams.set('code', this.issue(appId, openid));
    back.searchParams.set('state', query.get('state') ?? '');
    return {
      status: 302,
      headers: { location: back.href, 'set-cookie': `${cookie}=${openid}; Path=/; HttpOnly; Max-Age=31536000` },
    };
  }

  #exchange(query: URLSearchParams): PageReply {
    const appId = query.get('appid') ?? '';
    const merchant = [...this.merchants()].find((one) => one.appId === appId);
    if (!merchant) return told(40013, 'invalid appid');
    if (query.get('secret') !== secretOf(merchant)) return told(40125, 'invalid appsecret');
    const code = query.get('code') ?? '';
    const known = this.#codes.get(code);
    if (!known || known.appId !== appId) return told(40029, 'invalid code');
    this.#codes.delete(code);
    return {
      status: 200,
      body: {
        access_token: randomBytes(32).toString('hex'),
        expires_in: 7200,
        refresh_token: randomBytes(32).toString('hex'),
        openid: known.openid,
        scope: 'snsapi_base',
      },
    };
  }
}
