import {
  createCipheriv,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { makeCertificate, serialOf } from './certificate.ts';

const newPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/** What the platform signs with: a certificate, or a public key under an id of its own. */
export interface SigningKey {
  serialNo: string;
  privateKey: KeyObject;
  /** PEM of the certificate, or of the public key. */
  pem: string;
  from: Date;
  until: Date;
}

const day = 24 * 60 * 60_000;

export const newCertificate = (): SigningKey => {
  const { privateKey } = newPair();
  const [from, until] = [new Date(Date.now() - day), new Date(Date.now() + 5 * 365 * day)];
  return { ...makeCertificate(privateKey, 'Simulated Tenpay', { from, until }), privateKey, from, until };
};

export const newPublicKey = (): SigningKey => {
  const { privateKey, publicKey } = newPair();
  return {
    serialNo: `PUB_KEY_ID_01${randomBytes(14).toString('hex').toUpperCase()}`,
    privateKey,
    pem: publicKey.export({ type: 'spki', format: 'pem' }) as string,
    from: new Date(),
    until: new Date(Date.now() + 50 * 365 * day),
  };
};

/** A merchant as WeChat Pay knows it: whose calls it verifies, and under which key it encrypts for him. */
export interface SimMerchant {
  mchId: string;
  appId: string;
  serialNo: string;
  publicKey: KeyObject;
  /** In PEM, to be given to whoever plays this merchant. */
  privateKey: string;
  apiV3Key: string;
}

export const newMerchant = (mchId: string, appId: string): SimMerchant => {
  const { privateKey, publicKey } = newPair();
  return {
    mchId,
    appId,
    serialNo: serialOf(publicKey),
    publicKey,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    apiV3Key: randomBytes(16).toString('hex'),
  };
};

/** A merchant from what was kept of it. */
export const knownMerchant = (kept: Omit<SimMerchant, 'publicKey'>): SimMerchant => ({
  ...kept,
  publicKey: createPublicKey(kept.privateKey),
});

/** The four headers that sign a body. `timestamp` in seconds. */
export const signedHeaders = (
  { serialNo, privateKey }: Pick<SigningKey, 'serialNo' | 'privateKey'>,
  body: string,
  timestamp: number,
): Record<string, string> => {
  const nonce = randomBytes(16).toString('hex');
  const signature = sign('RSA-SHA256', Buffer.from(`${timestamp}\n${nonce}\n${body}\n`), privateKey);
  return {
    'Wechatpay-Nonce': nonce,
    'Wechatpay-Serial': serialNo,
    'Wechatpay-Signature': signature.toString('base64'),
    'Wechatpay-Signature-Type': 'WECHATPAY2-SHA256-RSA2048',
    'Wechatpay-Timestamp': String(timestamp),
  };
};

const fields = /^WECHATPAY2-SHA256-RSA2048 (.+)$/;

/** The merchant whose signature stands in `Authorization`, or why nobody's does. */
export const findSigner = (
  merchants: Map<string, SimMerchant>,
  { authorization, method, path, body }: { authorization?: string; method: string; path: string; body: string },
): SimMerchant | string => {
  const list = fields.exec(authorization ?? '')?.[1];
  if (!list) return 'Http头Authorization值格式错误，请参考《微信支付商户REST API签名规则》';
  const value = Object.fromEntries([...list.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, text]) => [name, text]));
  const merchant = merchants.get(value.mchid ?? '');
  if (!merchant) return '商户号不存在';
  if (merchant.serialNo !== value.serial_no) return '商户证书序列号有误';
  if (Math.abs(Date.now() / 1000 - Number(value.timestamp)) > 300)
    return 'Http头Authorization中的timestamp与发起请求的时间不得超过5分钟';
  const text = `${method}\n${path}\n${value.timestamp}\n${value.nonce_str}\n${body}\n`;
  const isRight = verify(
    'RSA-SHA256',
    Buffer.from(text),
    merchant.publicKey,
    Buffer.from(value.signature ?? '', 'base64'),
  );
  return isRight ? merchant : '错误的签名，验签失败';
};

/** Encrypts for a merchant as callbacks and certificates are: AES-256-GCM under the APIv3 key. */
export const encryptFor = ({ apiV3Key }: Pick<SimMerchant, 'apiV3Key'>, text: string, associated: string) => {
  const nonce = randomBytes(6).toString('hex');
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(apiV3Key), Buffer.from(nonce));
  cipher.setAAD(Buffer.from(associated));
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { algorithm: 'AEAD_AES_256_GCM', ciphertext: bytes.toString('base64'), nonce, associated_data: associated };
};
