import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Callbacks } from './callbacks.ts';
import { control } from './control.ts';
import { peaceful, seeded, type SimConfig } from './faults.ts';
import { shanghaiTime, writeFundBill } from './fund-bill.ts';
import {
  encryptFor,
  findSigner,
  newCertificate,
  newMerchant,
  newPublicKey,
  signedHeaders,
  type SigningKey,
  type SimMerchant,
} from './keys.ts';
import { SimLedger } from './ledger.ts';
import { SignIn } from './sign-in.ts';
import { TemplateMessages } from './template-messages.ts';
import { refuse, Transfers, type SimReply } from './transfers.ts';

/** Files of bills can be fetched so long. */
const billLife = 5 * 60_000;

const transfers = '/v3/fund-app/mch-transfer/transfer-bills';

/**
 * The merchant side of WeChat Pay for development and tests: real signatures, real encryption, books of its own, and the faults
 * of real life. It shares no code with the client, so that neither can hide a mistake of the other.
 */
export class PaySimulator {
  config: SimConfig = { ...peaceful };
  readonly merchants = new Map<string, SimMerchant>();
  /** All keys that were signed with and are not retired; the last one signs. */
  readonly keys: SigningKey[] = [newCertificate()];
  readonly ledger: SimLedger;
  readonly callbacks: Callbacks;
  readonly transfers: Transfers;
  readonly signIn = new SignIn(() => this.merchants.values());
  readonly messages: TemplateMessages;
  readonly #server: Server;
  readonly #files = new Map<string, { bytes: Buffer; until: number }>();
  readonly #calls = new Map<string, number>();
  #aheadMs = 0;
  #url = '';
  /** Calls of the API that were answered, by what they were. */
  readonly asked: Record<string, number> = {};

  constructor(private readonly random: () => number = seeded(1)) {
    this.ledger = new SimLedger(this.now);
    this.callbacks = new Callbacks({
      config: () => this.config,
      random: this.random,
      signingKey: () => this.keys.at(-1)!,
      merchant: (mchId) => this.merchants.get(mchId)!,
    });
    this.transfers = new Transfers(this.ledger, this.callbacks, () => this.config, this.random, this.now);
    this.messages = new TemplateMessages(
      () => this.merchants.values(),
      () => this.config,
      this.random,
      this.now,
    );
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  /** The simulated clock, in milliseconds. */
  readonly now = (): number => Date.now() + this.#aheadMs;

  /** Puts the simulated clock forward; what is overdue closes. */
  advance(ms: number): void {
    this.#aheadMs += ms;
    this.transfers.closeOverdue();
  }

  get url(): string {
    return this.#url;
  }

  async listen(port = 0, host = '127.0.0.1'): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, resolve);
    });
    this.#url = `http://${host}:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  async close(): Promise<void> {
    await this.callbacks.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  addMerchant(mchId: string, { appId = `wx${mchId.padStart(16, '0')}`, balance = 0 } = {}): SimMerchant {
    const merchant = newMerchant(mchId, appId);
    this.merchants.set(mchId, merchant);
    this.ledger.setBalance(mchId, balance);
    return merchant;
  }

  /** From now on another key signs. `retire`: the ones before it are known to nobody any more. */
  rotate({ publicKey = false, retire = false } = {}): SigningKey {
    if (retire) this.keys.length = 0;
    const key = publicKey ? newPublicKey() : newCertificate();
    this.keys.push(key);
    return key;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString('utf8');
      const path = request.url ?? '/';
      const url = new URL(path, 'http://sim');
      const page =
        this.signIn.answer(url, request.headers.cookie) ?? this.messages.answer(request.method ?? 'GET', url, body);
      if (page === 'drop') return void response.destroy();
      if (page) {
        response
          .writeHead(page.status, { 'content-type': 'application/json', ...page.headers })
          .end(page.body && JSON.stringify(page.body));
        return;
      }
      const reply = path.startsWith('/__sim')
        ? await control(this, request.method ?? 'GET', path, body)
        : await this.#api(request, path, body);
      if (reply === 'drop') response.destroy();
      else if (Buffer.isBuffer(reply)) response.writeHead(200, { 'content-type': 'text/plain' }).end(reply);
      else this.#answer(response, reply, path.startsWith('/__sim'));
    } catch (error) {
      response.destroy(error as Error);
    }
  }

  #answer(response: ServerResponse, { status, body }: Exclude<SimReply, 'drop'>, isControl: boolean): void {
    const text = JSON.stringify(body);
    // Whose call was not verified is answered without a signature.
    if (isControl || status === 401) {
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
      return;
    }
    const timestamp = Math.floor(Date.now() / 1000) + this.config.clockSkewSec;
    const isBad = this.random() < this.config.badSignatureRate;
    const headers = signedHeaders(this.keys.at(-1)!, isBad ? `${text} ` : text, timestamp);
    response
      .writeHead(status, {
        'content-type': 'application/json',
        'Request-ID': randomBytes(8).toString('hex'),
        ...headers,
      })
      .end(text);
  }

  async #api(request: IncomingMessage, path: string, body: string): Promise<SimReply | Buffer> {
    const method = request.method ?? 'GET';
    const signer = findSigner(this.merchants, { authorization: request.headers.authorization, method, path, body });
    if (typeof signer === 'string') return refuse(401, 'SIGN_ERROR', signer);
    const { mchId } = signer;
    if (this.#isTooFast(mchId)) return refuse(429, 'FREQUENCY_LIMITED', '频率超限');
    const url = new URL(path, 'http://sim');
    const call = (name: string) => void (this.asked[name] = (this.asked[name] ?? 0) + 1);

    if (method === 'POST' && url.pathname === transfers) {
      call('create');
      return this.transfers.create(signer, body);
    }
    const cancelled = new RegExp(`^${transfers}/out-bill-no/([0-9A-Za-z]+)/cancel$`).exec(url.pathname)?.[1];
    if (method === 'POST' && cancelled) {
      call('cancel');
      return this.transfers.cancel(mchId, cancelled);
    }
    if (method !== 'GET') return refuse(404, 'RESOURCE_NOT_EXISTS', '无可用的接口');
    const [, kind, number] =
      new RegExp(`^${transfers}/(out-bill-no|transfer-bill-no)/([0-9A-Za-z]+)$`).exec(url.pathname) ?? [];
    if (number) {
      call('query');
      this.transfers.closeOverdue();
      return this.transfers.query(mchId, kind === 'out-bill-no' ? { outBillNo: number } : { transferBillNo: number });
    }
    if (url.pathname === '/v3/certificates') {
      call('certificates');
      return this.#certificates(signer);
    }
    if (url.pathname === '/v3/merchant/fund/balance/OPERATION')
      return { status: 200, body: { available_amount: this.ledger.balance(mchId), pending_amount: 0 } };
    if (url.pathname === '/v3/bill/fundflowbill') return this.#fundBill(mchId, url.searchParams);
    if (url.pathname === '/v3/billdownload/file') {
      const file = this.#files.get(url.searchParams.get('token') ?? '');
      return file && file.until > Date.now() ? file.bytes : refuse(400, 'INVALID_REQUEST', '下载链接已失效');
    }
    return refuse(404, 'RESOURCE_NOT_EXISTS', '无可用的接口');
  }

  #isTooFast(mchId: string): boolean {
    const key = `${mchId} ${Math.floor(Date.now() / 1000)}`;
    const count = (this.#calls.get(key) ?? 0) + 1;
    if (count === 1) this.#calls.clear();
    this.#calls.set(key, count);
    return count > this.config.qps;
  }

  #certificates(merchant: SimMerchant): SimReply {
    const data = this.keys
      .filter(({ pem }) => pem.includes('CERTIFICATE'))
      .map(({ serialNo, pem, from, until }) => ({
        serial_no: serialNo,
        effective_time: from.toISOString(),
        expire_time: until.toISOString(),
        encrypt_certificate: encryptFor(merchant, pem, 'certificate'),
      }));
    return { status: 200, body: { data } };
  }

  #fundBill(mchId: string, params: URLSearchParams): SimReply {
    const day = params.get('bill_date') ?? '';
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return refuse(400, 'PARAM_ERROR', '参数错误：bill_date');
    const isOurs = params.get('account_type') === 'OPERATION';
    const entries = this.ledger.entries.filter(
      (entry) => entry.mchId === mchId && shanghaiTime(entry.at).startsWith(day),
    );
    if (!isOurs || entries.length === 0 || day >= shanghaiTime(this.now()).slice(0, 10))
      return refuse(400, 'NO_STATEMENT_EXIST', '账单文件不存在');
    const bytes = writeFundBill(entries);
    const token = randomBytes(24).toString('base64url');
    this.#files.set(token, { bytes, until: Date.now() + billLife });
    return {
      status: 200,
      body: {
        hash_type: 'SHA1',
        hash_value: createHash('sha1').update(bytes).digest('hex'),
        download_url: `${this.#url}/v3/billdownload/file?token=${token}`,
      },
    };
  }
}
