import type { ClaimPay } from '@zhuiyuan/contract/payout/public-claim';
import { Refused } from './reason-of.ts';

interface Bridge {
  invoke(name: string, given: object, done: (result: { err_msg?: string }) => void): void;
}

export const outsideWords = '请在微信中打开';
export const oldWords = '你的微信版本过低，请更新至最新版本';

/** Whether WeChat shows this page. */
export const isWechat = (): boolean => /MicroMessenger/i.test(navigator.userAgent);

const patience = 3000;

/** What WeChat lends its pages, once it is there; nothing where it does not come. */
const findBridge = (): Promise<Bridge | undefined> => {
  const lent = (): Bridge | undefined => (window as { WeixinJSBridge?: Bridge }).WeixinJSBridge;
  if (lent()) return Promise.resolve(lent());
  return new Promise((resolve) => {
    const done = (): void => resolve(lent());
    document.addEventListener('WeixinJSBridgeReady', done, { once: true });
    setTimeout(done, patience);
  });
};

/**
 * Opens WeChat's own page of receiving. What it ends with proves nothing: the server is asked how the money stands. Throws in words where
 * the page cannot be opened.
 */
export const confirmReceipt = async ({
  mchId,
  appId,
  package: packed,
}: NonNullable<ClaimPay['pay']>): Promise<void> => {
  if (!isWechat()) throw new Refused(outsideWords);
  const bridge = await findBridge();
  if (!bridge) throw new Refused(oldWords);
  const said = await new Promise<string>((resolve) => {
    bridge.invoke('requestMerchantTransfer', { mchId, appId, package: packed }, ({ err_msg }) =>
      resolve(err_msg ?? ''),
    );
  });
  if (/not[ _]?(exist|support|implement)|no permission|access_denied/i.test(said)) throw new Refused(oldWords);
};
