import { readAskedBill } from './asked-bill.ts';
import type { Callbacks } from './callbacks.ts';
import type { SimConfig } from './faults.ts';
import { isFinal, type SimBill, type SimLedger, type SimState } from './ledger.ts';
import type { SimMerchant } from './keys.ts';

/** An answer; `drop`: the connection is cut instead. */
export type SimReply = { status: number; body: object } | 'drop';

export const refuse = (status: number, code: string, message: string): SimReply => ({
  status,
  body: { code, message },
});

/** How often the openids that fail at first do so. */
const failuresAtFirst = 2;

const broken = refuse(500, 'SYSTEM_ERROR', '系统错误');
const limited = refuse(429, 'FREQUENCY_LIMITED', '频率超限');
const notEnough = refuse(403, 'NOT_ENOUGH', '商户账户余额不足');
const refusalsAtFirst: Record<string, SimReply> = { _500: broken, _429: limited, _noten: notEnough };

const suffixes = /_(ok|direct|wait|fail_real|quota|timeout|500|429|noten|dup|late|badsig)$/;

/** What a receiver's openid makes the provider do: its ending. */
const suffixOf = (openid: string): string => suffixes.exec(openid)?.[0] ?? '_ok';

const told = (bill: SimBill) => ({
  out_bill_no: bill.outBillNo,
  transfer_bill_no: bill.transferBillNo,
  create_time: new Date(bill.createdAt).toISOString(),
  state: bill.state,
  ...(bill.failReason && { fail_reason: bill.failReason }),
  ...(bill.state === 'WAIT_USER_CONFIRM' && { package_info: bill.packageInfo }),
});

/** The life of transfers: how they are made, confirmed, closed and cancelled. */
export class Transfers {
  readonly #failed = new Map<string, number>();

  constructor(
    private readonly ledger: SimLedger,
    private readonly callbacks: Callbacks,
    private readonly config: () => SimConfig,
    private readonly random: () => number,
    private readonly now: () => number,
  ) {}

  async create(merchant: SimMerchant, text: string): Promise<SimReply> {
    const asked = readAskedBill(text);
    if (typeof asked === 'string') return refuse(400, 'PARAM_ERROR', asked);
    if (asked.appId !== merchant.appId) return refuse(400, 'INVALID_REQUEST', 'APPID不存在');
    const { timeoutRate, lostRate, errorRate, limitRate, notEnoughRate, forgedCallbacks } = this.config();
    const suffix = suffixOf(asked.openid);
    const count = this.#failed.get(asked.outBillNo) ?? 0;
    const atFirst = refusalsAtFirst[suffix];
    if (atFirst && count < failuresAtFirst) {
      this.#failed.set(asked.outBillNo, count + 1);
      return atFirst;
    }
    if (this.random() < lostRate) return 'drop';
    if (this.random() < limitRate) return limited;
    const errs = this.random() < errorRate;
    if (errs && this.random() < 0.5) return broken;

    const known = this.ledger.find(merchant.mchId, asked.outBillNo);
    if (known && known.body !== text) return refuse(400, 'PARAM_ERROR', '商户单号重复，但参数与原请求不一致');
    if (!known && (this.ledger.balance(merchant.mchId) < asked.amount || this.random() < notEnoughRate))
      return notEnough;
    const isNew = !known;
    const state: SimState = suffix === '_direct' || suffix === '_fail_real' ? 'ACCEPTED' : 'WAIT_USER_CONFIRM';
    const bill = known ?? this.ledger.open({ ...asked, mchId: merchant.mchId, body: text, state });
    const answer = told(bill);
    if (isNew) {
      if (this.random() < forgedCallbacks) void this.callbacks.forge(bill);
      if (suffix === '_late') await this.#end(bill, 'SUCCESS');
      else this.#live(bill, suffix);
      if (suffix === '_timeout') return 'drop';
    }
    if (errs) return broken;
    if (this.random() < timeoutRate) return 'drop';
    return { status: 200, body: answer };
  }

  /** What the receiver and the platform do with a new bill, by and by. */
  #live(bill: SimBill, suffix: string): void {
    const { autoConfirmMs } = this.config();
    const after = (work: () => void) => this.callbacks.later(Math.max(autoConfirmMs, 0), work);
    if (suffix === '_wait' || (autoConfirmMs < 0 && suffix !== '_direct' && suffix !== '_fail_real')) return;
    if (suffix === '_fail_real') after(() => void this.#end(bill, 'FAIL', 'REAL_NAME_CHECK_FAIL'));
    else if (suffix === '_direct') {
      this.ledger.turn(bill, 'PROCESSING');
      after(() => void this.#end(bill, 'SUCCESS'));
    } else after(() => this.confirm(bill));
  }

  /** The receiver confirms. Answers false where there is nothing to confirm any more. */
  confirm(bill: SimBill): boolean {
    this.closeOverdue();
    if (bill.state !== 'WAIT_USER_CONFIRM') return false;
    const suffix = suffixOf(bill.openid);
    this.ledger.turn(bill, 'TRANSFERING');
    if (suffix === '_quota') void this.#end(bill, 'FAIL', 'DAY_RECEIVED_QUOTA_EXCEED');
    else if (this.random() < this.config().failRate) void this.#end(bill, 'FAIL', 'PAYEE_ACCOUNT_ABNORMAL');
    else void this.#end(bill, 'SUCCESS');
    return true;
  }

  /** The receiver did not confirm in time. */
  expire(bill: SimBill): boolean {
    if (bill.state !== 'WAIT_USER_CONFIRM') return false;
    void this.#end(bill, 'FAIL', 'OVERDUE_CLOSE');
    return true;
  }

  fail(bill: SimBill, reason: string): boolean {
    if (isFinal(bill.state)) return false;
    void this.#end(bill, 'FAIL', reason);
    return true;
  }

  async #end(bill: SimBill, state: SimState, reason?: string): Promise<void> {
    if (!this.ledger.turn(bill, state, reason)) return;
    const suffix = suffixOf(bill.openid);
    await this.callbacks.tell(bill, { times: suffix === '_dup' ? 3 : 1, wrongFirst: suffix === '_badsig' });
  }

  /** Closes what has waited too long by the simulated clock. */
  closeOverdue(): void {
    const oldest = this.now() - this.config().closeAfterMs;
    for (const bill of this.ledger.bills.values())
      if (bill.state === 'WAIT_USER_CONFIRM' && bill.createdAt <= oldest) this.expire(bill);
  }

  query(mchId: string, find: { outBillNo: string } | { transferBillNo: string }): SimReply {
    const { lostRate, errorRate, limitRate } = this.config();
    if (this.random() < lostRate) return 'drop';
    if (this.random() < errorRate) return broken;
    if (this.random() < limitRate) return limited;
    const bill =
      'outBillNo' in find
        ? this.ledger.find(mchId, find.outBillNo)
        : [...this.ledger.bills.values()].find((one) => one.transferBillNo === find.transferBillNo);
    if (!bill || bill.mchId !== mchId) return refuse(404, 'NOT_FOUND', '记录不存在');
    return {
      status: 200,
      body: {
        mch_id: bill.mchId,
        out_bill_no: bill.outBillNo,
        transfer_bill_no: bill.transferBillNo,
        appid: bill.appId,
        state: bill.state,
        transfer_amount: bill.amount,
        transfer_remark: bill.remark,
        fail_reason: bill.failReason,
        openid: bill.openid,
        create_time: new Date(bill.createdAt).toISOString(),
        update_time: new Date(bill.updatedAt).toISOString(),
      },
    };
  }

  cancel(mchId: string, outBillNo: string): SimReply {
    const bill = this.ledger.find(mchId, outBillNo);
    if (!bill) return refuse(404, 'NOT_FOUND', '记录不存在');
    if (['ACCEPTED', 'PROCESSING', 'WAIT_USER_CONFIRM'].includes(bill.state)) {
      this.ledger.turn(bill, 'CANCELING');
      this.callbacks.later(Math.max(this.config().autoConfirmMs, 0), () => void this.#end(bill, 'CANCELLED'));
    } else if (bill.state !== 'CANCELING' && bill.state !== 'CANCELLED')
      return refuse(400, 'INVALID_REQUEST', '当前单据状态不支持撤销');
    return {
      status: 200,
      body: {
        out_bill_no: bill.outBillNo,
        transfer_bill_no: bill.transferBillNo,
        state: bill.state,
        update_time: new Date(bill.updatedAt).toISOString(),
      },
    };
  }
}
