import { claimRefusals } from '@zhuiyuan/contract/campaign/draw/claim-refusals';
import type { ClaimPay } from '@zhuiyuan/contract/payout/public-claim';
import { CallFailed } from '../../lib/call.ts';
import { h } from '../../lib/elements.ts';
import { reasonOf } from '../../parts/field.ts';
import type { Desk } from '../lib/desk.ts';
import { confirmReceipt, isWechat, outsideWords } from '../../lib/wechat.ts';
import { toHash } from '../lib/views.ts';
import { broughtFor, hasBrought, visitWechat } from '../../lib/wechat-visit.ts';
import { say } from '../lib/say.ts';

/** Between two questions how the money stands, in milliseconds: soon while something is about to happen, by and by later. */
const soonMs = 2000;
const laterMs = 10_000;
const soonFor = 60_000;

/** Where the way of the money is shown. */
interface Shown {
  /** Without `claim` nothing is asked for: what was sent is only confirmed. */
  desk: Pick<Desk, 'claimPay'> & Partial<Pick<Desk, 'claim' | 'oauth'>>;
  claimNo: string;
  /** Where WeChat sends the page back to; the prize itself unless said. */
  hash?: string;
  /** It was asked for already: it is claimed as soon as it can be. */
  begins?: boolean;
  /** It is on the page still. */
  isHere: () => boolean;
  /** Shows how it stands and what can be done: the button, and what went wrong. */
  show: (pay: ClaimPay, act: HTMLElement | null, trouble: string) => void;
}

/** The way of a cash prize to WeChat: asks how it stands, has it sent, and lets its winner confirm it. */
export const openCashWay = ({
  desk,
  claimNo,
  hash = toHash({ name: 'prize', id: claimNo }),
  begins = false,
  isHere,
  show,
}: Shown): void => {
  let pay: ClaimPay | null = null;
  let isBusy = false;
  let trouble = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let soonUntil = Date.now() + soonFor;

  const isMoving = ({ delivery }: ClaimPay): boolean =>
    delivery === 'SENDING' || delivery === 'SENT' || delivery === 'RFUND_ING';

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
  const hear = (fresh: ClaimPay): void => {
    const wasOpen = pay !== null && pay.status === 0;
    pay = fresh;
    if (!isHere()) return;
    if (wasOpen && fresh.status === 1) say('已存入微信零钱');
    draw();
    if (isMoving(fresh)) wait(Date.now() < soonUntil ? soonMs : laterMs);
  };

  /** One act at a time; what it fails with is said below it. */
  const once = async (act: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    trouble = '';
    draw();
    try {
      await act();
    } catch (error) {
      trouble = error instanceof CallFailed ? reasonOf(error) : (error as Error).message;
      say(trouble);
    } finally {
      isBusy = false;
      if (isHere()) draw();
    }
  };

  const claim = async (): Promise<void> => {
    soonUntil = Date.now() + soonFor;
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
    soonUntil = Date.now() + soonFor;
    await confirmReceipt(pay!.pay!);
    await ask();
  };

  const button = (words: string, act: (() => Promise<void>) | null): HTMLElement =>
    h(
      'button',
      { type: 'button', class: 'p-red', disabled: isBusy || !act, click: () => act && void once(act) },
      isBusy ? '请稍候' : words,
    );
  const actOf = (now: ClaimPay): HTMLElement | null => {
    if (now.pay?.isOver) return button('立即领取', null);
    if (now.pay) return button('立即领取', confirm);
    if (now.canClaim) return button(now.delivery === null ? '立即领取' : '重新领取', claim);
    return null;
  };
  const draw = (): void => {
    if (!pay) return;
    const note = trouble || (pay.pay && !pay.pay.isOver && !isWechat() ? outsideWords : '');
    show(pay, actOf(pay), note);
  };

  void ask().then(() => {
    // Whoever comes back from WeChat had asked for it.
    if (pay?.canClaim && isHere() && (begins || hasBrought(hash))) void once(claim);
  });
};
