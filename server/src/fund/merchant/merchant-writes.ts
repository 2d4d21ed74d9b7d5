import type { MerchantDraft } from '@zhuiyuan/contract/fund/merchant/merchant';
import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { invalid, type Constraints } from '../../kit/refusal.ts';
import { seal } from '../../kit/secret.ts';
import { keyPurpose } from './open-merchant.ts';

/** What the database refuses of them, in words. */
export const merchantConstraints: Constraints = {
  merchant_mchid_uq: () => invalid('mchid', '该商户号与AppID已配置'),
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
