import { PlatformKeys, readSignature, type PlatformKey } from './platform-keys.ts';
import { CertificateList, Failure } from './shapes.ts';
import { authorization, decrypt, newNonce, type Signer } from './signing.ts';

/** How one merchant reaches WeChat Pay. `hosts` are asked in their order; the first one alone is posted to. */
export interface Merchant extends Signer {
  appId: string;
  apiV3Key: Buffer;
  hosts: readonly string[];
  timeoutMs: number;
}

const mostBytes = 64 * 1024 * 1024;

/** One request: `path` with its query; `body` is sent byte for byte. */
interface Sent {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  /** The key that something in the body is encrypted with. */
  secretSerial?: string;
}

/** What came back, whole. */
interface Came {
  status: number;
  header: (name: string) => string | null;
  bytes: Buffer;
}

const readAll = async (response: Response): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Sends one signed request to one host. Rejects when the connection fails, the time is over or a redirection comes. */
export const send = async (
  merchant: Merchant,
  host: string,
  { method, path, body = '', secretSerial }: Sent,
): Promise<Came> => {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const url = new URL(host.replace(/\/+$/, '') + path);
  const response = await fetch(url, {
    method,
    body: method === 'POST' ? body : undefined,
    redirect: 'error',
    signal: AbortSignal.timeout(merchant.timeoutMs),
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'user-agent': 'zhuiyuan',
      authorization: authorization(merchant, {
        method,
        path: url.pathname + url.search,
        body,
        timestamp,
        nonce: newNonce(),
      }),
      ...(secretSerial && { 'wechatpay-serial': secretSerial }),
    },
  });
  return { status: response.status, header: (name) => response.headers.get(name), bytes: await readAll(response) };
};

/** Asks the hosts one after the other until one answers. Only for what may be asked twice. */
export const sendToAny = async (merchant: Merchant, sent: Sent): Promise<Came> => {
  let failure: unknown = new Error('no host');
  for (const host of merchant.hosts)
    try {
      return await send(merchant, host, sent);
    } catch (error) {
      failure = error;
    }
  throw failure;
};

/** The code and text of a refusal's body; empty where it has none. */
export const readFailure = (text: string): { code: string; message: string } => {
  try {
    return Failure.parse(JSON.parse(text));
  } catch {
    return { code: '', message: text.slice(0, 200) };
  }
};

/**
 * Asks for the platform's certificates. Who can encrypt under the APIv3 key is WeChat Pay, and the list has to be signed by one
 * of the certificates it brings. Throws when it is not.
 */
export const fetchCertificates = async (merchant: Merchant): Promise<PlatformKey[]> => {
  const { status, header, bytes } = await sendToAny(merchant, { method: 'GET', path: '/v3/certificates' });
  const text = bytes.toString('utf8');
  if (status !== 200) throw new Error(`certificates: ${status} ${readFailure(text).code}`);
  const keys = CertificateList.parse(JSON.parse(text)).data.map((entry): PlatformKey => ({
    serialNo: entry.serial_no,
    pem: decrypt(merchant.apiV3Key, entry.encrypt_certificate),
    expiresAt: new Date(entry.expire_time).toISOString(),
  }));
  const verdict = await new PlatformKeys(keys, async () => []).judge(readSignature(header), text);
  if (verdict !== 'good') throw new Error(`certificates: signature ${verdict}`);
  return keys;
};
