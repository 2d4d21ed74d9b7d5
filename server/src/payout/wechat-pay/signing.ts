import { constants, createDecipheriv, publicEncrypt, randomBytes, sign, verify, type KeyObject } from 'node:crypto';

/** The one scheme of WeChat Pay API v3: SHA-256 with RSA, PKCS #1 v1.5. */
export const scheme = 'WECHATPAY2-SHA256-RSA2048';

/** What is signed are lines, each of them ended. */
const lines = (...parts: string[]): Buffer => Buffer.from(parts.map((part) => `${part}\n`).join(''));

/** Whose calls are signed: the merchant's number, its certificate's serial number and the key that belongs to it. */
export interface Signer {
  mchId: string;
  serialNo: string;
  privateKey: KeyObject;
}

/** A request as it is signed: `path` with its query, `body` byte for byte as it is sent ('' for GET). */
interface Signed {
  method: string;
  path: string;
  body: string;
  timestamp: string;
  nonce: string;
}

/** The value of the header `Authorization` of one request. */
export const authorization = (signer: Signer, { method, path, body, timestamp, nonce }: Signed): string => {
  const signature = sign('sha256', lines(method, path, timestamp, nonce, body), signer.privateKey).toString('base64');
  const fields = {
    mchid: signer.mchId,
    nonce_str: nonce,
    timestamp,
    serial_no: signer.serialNo,
    signature,
  };
  return `${scheme} ${Object.entries(fields)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')}`;
};

export const newNonce = (): string => randomBytes(16).toString('hex');

/** Whether an answer or a callback was signed by the holder of a key: `body` byte for byte as it came. */
export const isSignedBy = (
  key: KeyObject,
  { timestamp, nonce, signature }: { timestamp: string; nonce: string; signature: string },
  body: string,
): boolean => verify('sha256', lines(timestamp, nonce, body), key, Buffer.from(signature, 'base64'));

/** Something encrypted under the merchant's APIv3 key, as callbacks and certificates come. */
export interface Encrypted {
  ciphertext: string;
  nonce: string;
  associated_data?: string | null;
}

const tagBytes = 16;

/** Opens what WeChat Pay encrypted (AEAD_AES_256_GCM); throws when the key is another or the bytes were changed. */
export const decrypt = (apiV3Key: Buffer, { ciphertext, nonce, associated_data: data }: Encrypted): string => {
  const bytes = Buffer.from(ciphertext, 'base64');
  if (bytes.length < tagBytes) throw new Error('ciphertext is shorter than its tag');
  const decipher = createDecipheriv('aes-256-gcm', apiV3Key, Buffer.from(nonce), { authTagLength: tagBytes })
    .setAAD(Buffer.from(data ?? ''))
    .setAuthTag(bytes.subarray(-tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString('utf8');
};

/** A receiver's name, readable to WeChat Pay alone (RSA-OAEP with SHA-1, as its pages ask). */
export const encryptName = (key: KeyObject, name: string): string =>
  publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' }, Buffer.from(name)).toString(
    'base64',
  );
