import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { claimRefusals } from '@zhuiyuan/contract/campaign/draw/claim-refusals';
import type { ClaimPay } from '@zhuiyuan/contract/payout/public-claim';
import { CallFailed } from '../../lib/call.ts';
import { broughtFor, hasBrought, visitWechat } from '../../lib/wechat-visit.ts';
import { confirmReceipt, isWechat, outsideWords } from '../../lib/wechat.ts';
import { reasonOf } from '../../lib/reason-of.ts';
import type { Desk } from './desk.ts';
import { say } from './say.ts';
import { toHash } from './views.ts';

/** Between two questions how the money stands, in milliseconds: soon while something is about to happen, by and by later. */
const soonMs = 2000;
const laterMs = 10_000;
const soonFor = 60_000;

/** How money stands, what is under way about it, and what went wrong with that. */
export interface CashStanding<P extends ClaimPay = ClaimPay> {
  /** Null until it is known. */
  pay: P | null;
  isBusy: boolean;
  trouble: string;
}

/** Whether it goes on by itself. */
const isMoving = ({ delivery }: ClaimPay): boolean =>
  delivery === 'SENDING' || delivery === 'SENT' || delivery === 'RFUND_ING';

/** What its receiver can do about it now: the words, and what they do; null where nothing is to be done. */
export const cashActOf = (pay: ClaimPay): { words: string; does: 'claim' | 'confirm' | null } | null => {
  if (pay.pay) return { words: '立即领取', does: pay.pay.isOver ? null : 'confirm' };
  if (pay.canClaim) return { words: pay.delivery === null ? '立即领取' : '重新领取', does: 'claim' };
  return null;
};

/** What has to be said of it: what went wrong, or that only WeChat can confirm it. */
export const cashNoteOf = ({ pay, trouble }: CashStanding): string =>
  trouble || (pay?.pay && !pay.pay.isOver && !isWechat() ? outsideWords : '');

export interface CashWayOptions<P extends ClaimPay> {
  /** Without `claim` nothing is asked for: what was sent is only confirmed. */
  desk: Partial<Pick<Desk, 'oauth'>> & {
    claimPay: (claimNo: string) => Promise<P>;
    claim?: (claimNo: string, authCode: string) => Promise<P>;
  };
  claimNo: string;
  /** Where WeChat sends the page back to; the prize itself unless said. */
  hash?: string;
  /** It was asked for already: it is claimed as soon as it can be. */
  begins?: boolean;
  /** It is on the page still. */
  isHere: () => boolean;
  show: (standing: CashStanding<P>) => void;
}

/** The way of a cash prize to WeChat: asks how it stands, has it sent, and lets its winner confirm it. Answers what its button does. */
export const openCashWay = <P extends ClaimPay>({
  desk,
  claimNo,
  hash = toHash({ name: 'prize', id: claimNo }),
  begins = false,
  isHere,
  show,
}: CashWayOptions<P>): { press: () => void; stop: () => void } => {
  let standing: CashStanding<P> = { pay: null, isBusy: false, trouble: '' };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let soonUntil = Date.now() + soonFor;

  const put = (changes: Partial<CashStanding<P>>): void => {
    standing = { ...standing, ...changes };
    if (isHere()) show(standing);
  };
  const ask = async (): Promise<void> => {
    clearTimeout(timer);
    if (!isHere()) return;
    try {
      hear(await desk.claimPay(claimNo));
    } catch {
      // What was shown stands; it is asked for again.
      wait(laterMs);
    }
  };
  const wait = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), ms);
  };
  const hear = (pay: P): void => {
    const wasOpen = standing.pay?.status === ClaimStatus.open;
    put({ pay });
    if (!isHere()) return;
    if (wasOpen && pay.status === ClaimStatus.claimed) say('已存入微信零钱');
    if (isMoving(pay)) wait(Date.now() < soonUntil ? soonMs : laterMs);
  };

  const claim = async (): Promise<void> => {
    try {
      hear(await desk.claim!(claimNo, broughtFor(hash)));
    } catch (error) {
      const isUnknown = error instanceof CallFailed && error.code === claimRefusals.outsideWechat[0];
      if (!isUnknown || !isWechat()) throw error;
      // WeChat says who this is, and the page comes back to this prize.
      if (!(await visitWechat(hash, (back, state) => desk.oauth!(back, state, claimNo)))) throw error;
    }
  };
  const confirm = async (): Promise<void> => {
    await confirmReceipt(standing.pay!.pay!);
    await ask();
  };
  /** One act at a time; what it fails with is said below it. */
  const once = async (act: () => Promise<void>): Promise<void> => {
    if (standing.isBusy) return;
    put({ isBusy: true, trouble: '' });
    soonUntil = Date.now() + soonFor;
    try {
      await act();
    } catch (error) {
      const trouble = reasonOf(error);
      put({ trouble });
      say(trouble);
    } finally {
      put({ isBusy: false });
    }
  };

  void ask().then(() => {
    // Whoever comes back from WeChat had asked for it.
    if (standing.pay?.canClaim && isHere() && (begins || hasBrought(hash))) void once(claim);
  });
  return {
    press: () => {
      const does = standing.pay && cashActOf(standing.pay)?.does;
      if (does) void once(does === 'claim' ? claim : confirm);
    },
    stop: () => clearTimeout(timer),
  };
};
