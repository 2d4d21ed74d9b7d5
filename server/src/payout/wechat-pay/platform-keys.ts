import { createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import { isSignedBy } from './signing.ts';

/** Serial numbers of WeChat Pay's public keys begin so; anything else names one of its certificates. */
const publicKeyPrefix = 'PUB_KEY_ID_';

/** Certificates are asked for at most so often: who sends us unknown serial numbers makes no traffic of them. */
const fetchEvery = 5 * 60_000;

/** So long after a fetch that failed the next one may come; each further failure doubles it, up to the usual time. */
const retryAfter = 2000;

/** Answers and callbacks further from our clock than this are refused. */
export const skewSeconds = 300;

/** A public key of the platform: by its serial number, in PEM, of a certificate or of the key itself. `expiresAt` of certificates. */
export interface PlatformKey {
  serialNo: string;
  pem: string;
  expiresAt?: string;
}

/** What came with a signature: the headers of an answer or a callback. */
export interface SignatureHeaders {
  timestamp?: string;
  nonce?: string;
  signature?: string;
  serial?: string;
}

export const readSignature = (header: (name: string) => string | null | undefined): SignatureHeaders => ({
  timestamp: header('wechatpay-timestamp') ?? undefined,
  nonce: header('wechatpay-nonce') ?? undefined,
  signature: header('wechatpay-signature') ?? undefined,
  serial: header('wechatpay-serial') ?? undefined,
});

type Verdict = 'good' | 'unsigned' | 'skewed' | 'unknown-key' | 'bad';

/** Reads the key out of a certificate or a public key; throws on what is neither. */
export const readKey = (pem: string): KeyObject =>
  pem.includes('BEGIN CERTIFICATE') ? new X509Certificate(pem).publicKey : createPublicKey(pem);

/**
 * The keys by which one merchant knows WeChat Pay: several at a time while certificates change, or while a merchant moves
 * from certificates to a public key. A certificate that is not known is fetched, a public key never: it is given by hand.
 */
export class PlatformKeys {
  #keys = new Map<string, { key: KeyObject; expiresAt?: string }>();
  #nextFetchAt = Number.NEGATIVE_INFINITY;
  #failures = 0;
  #fetching?: Promise<void>;

  /** `fetchKeys` asks for all certificates (see `fetchCertificates`). */
  constructor(
    keys: PlatformKey[],
    private readonly fetchKeys: () => Promise<PlatformKey[]>,
    private readonly clock: () => number = Date.now,
  ) {
    for (const key of keys) this.#add(key);
  }

  #add({ serialNo, pem, expiresAt }: PlatformKey): void {
    this.#keys.set(serialNo, { key: readKey(pem), expiresAt });
  }

  async #fetch(): Promise<void> {
    if (this.#fetching) return this.#fetching;
    if (this.clock() < this.#nextFetchAt) return;
    this.#fetching = this.#fetchNow().finally(() => (this.#fetching = undefined));
    return this.#fetching;
  }

  async #fetchNow(): Promise<void> {
    try {
      for (const key of await this.fetchKeys()) this.#add(key);
      this.#failures = 0;
      this.#nextFetchAt = this.clock() + fetchEvery;
    } catch {
      // Whoever asked finds no key and says so. Until one is fetched nothing of WeChat Pay's is believed.
      this.#nextFetchAt = this.clock() + Math.min(fetchEvery, retryAfter * 2 ** this.#failures);
      this.#failures += 1;
    }
  }

  async #find(serial: string): Promise<KeyObject | undefined> {
    const known = this.#keys.get(serial)?.key;
    if (known || serial.startsWith(publicKeyPrefix)) return known;
    await this.#fetch();
    return this.#keys.get(serial)?.key;
  }

  /** Judges the signature over `body` as it came; never throws. */
  async judge({ timestamp, nonce, signature, serial }: SignatureHeaders, body: string): Promise<Verdict> {
    if (!timestamp || !nonce || !signature || !serial) return 'unsigned';
    if (!/^\d{1,12}$/.test(timestamp) || Math.abs(this.clock() / 1000 - Number(timestamp)) > skewSeconds)
      return 'skewed';
    const key = await this.#find(serial);
    if (!key) return 'unknown-key';
    return isSignedBy(key, { timestamp, nonce, signature }, body) ? 'good' : 'bad';
  }

  /** The key for what only WeChat Pay may read: its public key where there is one, else the certificate that lasts longest. */
  async forSecrets(): Promise<{ serialNo: string; key: KeyObject } | undefined> {
    if (this.#keys.size === 0) await this.#fetch();
    const [best] = [...this.#keys].sort(
      ([a, one], [b, other]) =>
        Number(b.startsWith(publicKeyPrefix)) - Number(a.startsWith(publicKeyPrefix)) ||
        (other.expiresAt ?? '').localeCompare(one.expiresAt ?? ''),
    );
    return best && { serialNo: best[0], key: best[1].key };
  }
}
