import { randomUUID, generateKeyPairSync } from 'node:crypto';
import type { SimConfig } from './faults.ts';
import { shanghaiTime } from './fund-bill.ts';
import { encryptFor, signedHeaders, type SigningKey, type SimMerchant } from './keys.ts';
import type { SimBill } from './ledger.ts';

/** Somebody who knows the APIv3 key and the serial numbers, but not the platform's private key. */
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

const rfc3339 = (at: number) => `${shanghaiTime(at).replace(' ', 'T')}+08:00`;

/** How the next callback of a bill is sent. */
interface Manner {
  /** Sent so many times. */
  times?: number;
  /** With a wrong signature first. */
  wrongFirst?: boolean;
}

/** What the simulator needs to know to call back. */
interface World {
  config: () => SimConfig;
  random: () => number;
  signingKey: () => SigningKey;
  merchant: (mchId: string) => SimMerchant;
}

/** Sends callbacks to where a bill asked for them, again and again until they are answered, with the faults of the configuration. */
export class Callbacks {
  #timers = new Set<NodeJS.Timeout>();
  #under = new Set<Promise<unknown>>();
  #isClosed = false;
  /** Callbacks that were answered 2xx, and all that were sent. */
  answered = 0;
  sent = 0;

  constructor(private readonly world: World) {}

  /** Runs something later, unless the simulator is closed by then. */
  later(delayMs: number, work: () => void): void {
    if (this.#isClosed) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, delayMs);
    this.#timers.add(timer);
  }

  /** Tells of a bill's end; resolves when the first try has been answered or has failed. */
  async tell(bill: SimBill, { times = 1, wrongFirst = false }: Manner = {}): Promise<void> {
    const { config, random } = this.world;
    const { duplicateCallbacks, dropCallbacks, outOfOrder, callbackDelayMs, staleCallbacks } = config();
    if (random() < dropCallbacks) return;
    const id = `EV-${randomUUID()}`;
    const wait = callbackDelayMs + (outOfOrder ? random() * 400 : 0);
    if (wait > 0) await new Promise<void>((resolve) => this.later(wait, resolve));
    if (wrongFirst) await this.#post(bill, id, { forged: true });
    const all = times + duplicateCallbacks;
    for (let round = 0; round < all; round += 1) await this.#untilAnswered(bill, id, 0);
    if (random() < staleCallbacks) await this.#post(bill, id, { ageSec: 3600 });
  }

  /** Somebody else says that a bill was paid. */
  async forge(bill: SimBill): Promise<void> {
    await this.#post({ ...bill, state: 'SUCCESS' }, `EV-${randomUUID()}`, { forged: true });
  }

  async #untilAnswered(bill: SimBill, id: string, round: number): Promise<void> {
    if (await this.#post(bill, id)) return;
    const { callbackRetryMs } = this.world.config();
    // 15 s ten times, 300 s ten times, 1,800 s until it is given up: here in the proportions of the first wait.
    const factor = round < 10 ? 1 : round < 20 ? 20 : 120;
    if (round < 64) this.later(callbackRetryMs * factor, () => void this.#untilAnswered(bill, id, round + 1));
  }

  async #post(bill: SimBill, id: string, { forged = false, ageSec = 0 } = {}): Promise<boolean> {
    if (this.#isClosed) return true;
    const posted = this.#postNow(bill, id, forged, ageSec);
    this.#under.add(posted);
    return posted.finally(() => this.#under.delete(posted));
  }

  async #postNow(bill: SimBill, id: string, forged: boolean, ageSec: number): Promise<boolean> {
    const { config, signingKey, merchant } = this.world;
    const key = signingKey();
    const resource = {
      mch_id: bill.mchId,
      out_bill_no: bill.outBillNo,
      transfer_bill_no: bill.transferBillNo,
      state: bill.state,
      transfer_amount: bill.amount,
      openid: bill.openid,
      fail_reason: bill.failReason,
      create_time: rfc3339(bill.createdAt),
      update_time: rfc3339(bill.updatedAt),
    };
    const body = JSON.stringify({
      id,
      create_time: rfc3339(Date.now()),
      resource_type: 'encrypt-resource',
      event_type: 'MCHTRANSFER.BILL.FINISHED',
      summary: '商家转账单据终态通知',
      resource: {
        original_type: 'mch_payment',
        ...encryptFor(merchant(bill.mchId), JSON.stringify(resource), 'mch_payment'),
      },
    });
    const timestamp = Math.floor(Date.now() / 1000) + config().clockSkewSec - ageSec;
    const signed = signedHeaders(forged ? { serialNo: key.serialNo, privateKey: stranger } : key, body, timestamp);
    this.sent += 1;
    try {
      const response = await fetch(bill.notifyUrl, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...signed },
        signal: AbortSignal.timeout(5000),
      });
      await response.arrayBuffer();
      if (response.ok) this.answered += 1;
      return response.ok;
    } catch {
      return false;
    }
  }

  /** Ends everything that waits, and waits for what is under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    await Promise.allSettled(this.#under);
  }
}
