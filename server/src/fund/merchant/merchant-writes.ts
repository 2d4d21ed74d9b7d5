import type { MerchantDraft } from '@zhuiyuan/contract/fund/merchant/merchant';
import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import type { Db } from '../../kit/db/database.ts';
import { emit } from '../../kit/db/events.ts';
import type { Operator } from '../../kit/operator.ts';
import { invalid, type Constraints } from '../../kit/refusal.ts';
import { seal } from '../../kit/secret.ts';
import { keyPurpose } from './open-merchant.ts';

/** What the database refuses of them, in words. */
export const merchantConstraints: Constraints = {
  merchant_mchid_uq: () => invalid('mchid', '该商户号与AppID已配置'),
  merchant_appid_of_firm: () => invalid('appid', '该AppID已被其他企业使用'),
};

/** What decides whom a merchant speaks to, and as whom. */
type Terms = Pick<MerchantDraft, 'mchid' | 'appid' | 'baseUrl' | 'isSandbox'>;

/** A merchant that speaks to WeChat Pay itself. */
const official: Pick<Terms, 'baseUrl' | 'isSandbox'> = { baseUrl: '', isSandbox: false };

/**
 * Refuses staff of a firm another host than WeChat's own, and a merchant for trials: whoever answers there says who signs in, and is asked
 * by the server. What operators of the platform set stays; its app stays with it.
 */
export const requireHost = ({ firmId }: Pick<Operator, 'firmId'>, draft: Terms, before?: Terms): void => {
  if (firmId === null) return;
  const { baseUrl, isSandbox } = before ?? official;
  if (draft.baseUrl !== baseUrl) throw invalid('baseUrl', '接口地址只能由平台人员设置');
  if (draft.isSandbox !== isSandbox) throw invalid('isSandbox', '测试商户只能由平台人员设置');
  if (before && baseUrl !== '' && draft.appid !== before.appid)
    throw invalid('appid', '该商户的接口地址由平台设置，AppID只能由平台人员修改');
};

declare module '../../kit/db/events.ts' {
  interface Events {
    /** A merchant is about to be another account, app or host; its row is locked. Refused while money is on its way through it. */
    'merchant.moving': { firmId: number; id: number };
  }
}

/** Tells that a merchant, locked as `before`, is to speak as another or to another. */
export const tellMoving = async (
  db: Db,
  { id, firmId, ...before }: Terms & { id: number; firmId: number },
  draft: Terms,
): Promise<void> => {
  const isMoved = before.mchid !== draft.mchid || before.appid !== draft.appid || before.baseUrl !== draft.baseUrl;
  if (isMoved) await emit(db, 'merchant.moving', { firmId, id });
};

const tried = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

const checkPrivateKey = (pem: string): void => {
  const key = tried(() => createPrivateKey(pem));
  if (key?.asymmetricKeyType !== 'rsa') throw invalid('privateKey', '商户私钥不是有效的RSA私钥');
};

const checkPlatformKeys = (keys: MerchantDraft['platformKeys']): void => {
  for (const [at, { serial, kind, pem }] of keys.entries()) {
    if (kind === 'PUB_KEY' && tried(() => createPublicKey(pem))?.asymmetricKeyType !== 'rsa')
      throw invalid(`platformKeys.${at}.pem`, '微信支付公钥不是有效的RSA公钥');
    if (kind !== 'CERT') continue;
    const certificate = tried(() => new X509Certificate(pem));
    if (!certificate) throw invalid(`platformKeys.${at}.pem`, '平台证书不是有效的证书');
    if (certificate.serialNumber.toUpperCase() !== serial.toUpperCase())
      throw invalid(`platformKeys.${at}.serial`, '序列号与证书内容不符');
  }
};

/** The columns of a draft: its keys sealed, those that were left empty not among them. Refuses what is no key. */
export const toMerchantColumns = (
  { privateKey, apiV3Key, appSecret, platformKeys, firmId: _firm, ...rest }: MerchantDraft,
  masterKey: Buffer,
) => {
  if (privateKey) checkPrivateKey(privateKey);
  checkPlatformKeys(platformKeys);
  const sealed = (purpose: string, secret: string) => seal(masterKey, purpose, Buffer.from(secret));
  return {
    ...rest,
    platformKeys: JSON.stringify(platformKeys),
    ...(privateKey && { privateKeySealed: sealed(keyPurpose.private, privateKey) }),
    ...(apiV3Key && { apiV3KeySealed: sealed(keyPurpose.apiV3, apiV3Key) }),
    ...(appSecret && { appSecretSealed: sealed(keyPurpose.app, appSecret) }),
  };
};
