import { z } from 'zod';

/** An app of WeChat's (公众号) as it tells who opens a page. */
export interface WechatApp {
  appId: string;
  secret: string;
  /** '' is WeChat itself; else something that speaks as it does. */
  baseUrl: string;
}

const timeoutMs = 5_000;
const mostBytes = 64 * 1024;

const atBase = (baseUrl: string, official: string): string => (baseUrl || official).replace(/\/+$/, '');

/** Where WeChat sends a page it opened to hear who opened it, without asking him (base scope). It comes back with `code` and `state`. */
export const authorizeUrl = (
  { appId, baseUrl }: Pick<WechatApp, 'appId' | 'baseUrl'>,
  { back, state }: { back: string; state: string },
): string => {
  const query = new URLSearchParams({
    appid: appId,
    redirect_uri: back,
    response_type: 'code',
    scope: 'snsapi_base',
    state,
  });
  return `${atBase(baseUrl, 'https://open.weixin.qq.com')}/connect/oauth2/authorize?${query.toString()}#wechat_redirect`;
};

const Told = z.object({
  openid: z.string().min(1).max(64).optional(),
  errcode: z.number().optional(),
});

/** Who opened a page, by the code it came back with. Nothing where the code is used, over or not this app's; throws when WeChat is not reached. */
export const exchangeCode = async (
  { appId, secret, baseUrl }: WechatApp,
  code: string,
): Promise<string | undefined> => {
  const query = new URLSearchParams({ appid: appId, secret, code, grant_type: 'authorization_code' });
  const response = await fetch(
    `${atBase(baseUrl, 'https://api.weixin.qq.com')}/sns/oauth2/access_token?${query.toString()}`,
    { redirect: 'error', signal: AbortSignal.timeout(timeoutMs), headers: { accept: 'application/json' } },
  );
  const text = await response.text();
  if (response.status !== 200 || text.length > mostBytes) throw new Error(`sign-in by WeChat: ${response.status}`);
  return Told.parse(JSON.parse(text)).openid;
};
