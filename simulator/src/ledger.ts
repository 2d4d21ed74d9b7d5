import { randomBytes } from 'node:crypto';

export type SimState =
  | 'ACCEPTED'
  | 'PROCESSING'
  | 'WAIT_USER_CONFIRM'
  | 'TRANSFERING'
  | 'SUCCESS'
  | 'FAIL'
  | 'CANCELING'
  | 'CANCELLED';

/** A transfer as it stands at the provider. Amounts in fen. */
export interface SimBill {
  mchId: string;
  appId: string;
  outBillNo: string;
  transferBillNo: string;
  openid: string;
  amount: number;
  remark: string;
  notifyUrl: string;
  /** What it was made of: the same number with another body is refused. */
  body: string;
  state: SimState;
  failReason?: string;
  packageInfo: string;
  /** By the simulated clock. */
  createdAt: number;
  updatedAt: number;
}

/** Money that moved in a merchant's account: out when a transfer is taken up, in when it comes back. */
export interface SimEntry {
  at: number;
  mchId: string;
  outBillNo: string;
  transferBillNo: string;
  isIncome: boolean;
  amount: number;
  balance: number;
}

export const isFinal = (state: SimState): boolean => state === 'SUCCESS' || state === 'FAIL' || state === 'CANCELLED';

/** The provider's books: every account, every bill, every movement. Nothing else moves money. */
export class SimLedger {
  readonly bills = new Map<string, SimBill>();
  readonly entries: SimEntry[] = [];
  readonly #balances = new Map<string, number>();
  #serial = 0;

  constructor(private readonly now: () => number) {}

  balance(mchId: string): number {
    return this.#balances.get(mchId) ?? 0;
  }

  /** Sets what an account holds; not a movement of the bill. */
  setBalance(mchId: string, amount: number): void {
    this.#balances.set(mchId, amount);
  }

  find(mchId: string, outBillNo: string): SimBill | undefined {
    return this.bills.get(`${mchId} ${outBillNo}`);
  }

  findByPackage(packageInfo: string): SimBill | undefined {
    return [...this.bills.values()].find((bill) => bill.packageInfo === packageInfo);
  }

  /** Takes the amount out of the account and opens the bill. The caller has looked at the balance. */
  open(
    asked: Pick<
      SimBill,
      'mchId' | 'appId' | 'outBillNo' | 'openid' | 'amount' | 'remark' | 'notifyUrl' | 'body' | 'state'
    >,
  ): SimBill {
    this.#serial += 1;
    const bill: SimBill = {
      ...asked,
      transferBillNo: `13300000${String(this.#serial).padStart(24, '0')}`,
      packageInfo: randomBytes(24).toString('base64url'),
      createdAt: this.now(),
      updatedAt: this.now(),
    };
    this.bills.set(`${bill.mchId} ${bill.outBillNo}`, bill);
    this.#move(bill, false);
    return bill;
  }

  /** Moves a bill on; at FAIL and CANCELLED the money comes back. A final state stays. Answers whether it changed. */
  turn(bill: SimBill, state: SimState, failReason?: string): boolean {
    if (isFinal(bill.state) || bill.state === state) return false;
    bill.state = state;
    bill.failReason = failReason;
    bill.updatedAt = this.now();
    if (state === 'FAIL' || state === 'CANCELLED') this.#move(bill, true);
    return true;
  }

  #move({ mchId, outBillNo, transferBillNo, amount }: SimBill, isIncome: boolean): void {
    const balance = this.balance(mchId) + (isIncome ? amount : -amount);
    this.#balances.set(mchId, balance);
    this.entries.push({ at: this.now(), mchId, outBillNo, transferBillNo, isIncome, amount, balance });
  }
}
