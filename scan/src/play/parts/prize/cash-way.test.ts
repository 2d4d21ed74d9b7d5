import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import type { ClaimPay } from '@zhuiyuan/contract/payout/public-claim';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, emptyPage, settle } from '../../../../test/answers.ts';
import { prizeDetail } from '../../../../test/draws.ts';
import { cashActOf } from '../../lib/cash-way.ts';
import { openPlay } from '../../open-play.ts';
import { showView } from '../../show-view.tsx';

const base = '/public/lottery';
const page = () => document.getElementById('play')!;
const text = (): string => page().textContent ?? '';
const red = () => page().querySelector<HTMLButtonElement>('.p-red');

const paid = (changes: Partial<ClaimPay> = {}): ClaimPay => ({
  claimNo: 'M1',
  status: ClaimStatus.open,
  delivery: null,
  reason: '',
  canClaim: false,
  pay: null,
  ...changes,
});
const packed = { mchId: '1900000109', appId: 'wx1', package: 'affffddafdfafddffda==', isOver: false };

let answers: Record<string, unknown>;
let sent: { path: string; body: unknown }[];
const open = async (pay: ClaimPay, search = ''): Promise<void> => {
  answers[`${base}/claim/pay`] = pay;
  history.replaceState(null, '', `/trace${search}#prize/M1`);
  openPlay(null);
  await settle();
  await settle();
};
const inWechat = (bridge?: object): void => {
  vi.stubGlobal('navigator', { ...navigator, userAgent: 'Mozilla/5.0 MicroMessenger/8.0.50' });
  vi.stubGlobal('WeixinJSBridge', bridge);
};

// What comes apart is there as on a quick network.
beforeAll(() => import('../../pages/mine.tsx'));
beforeEach(() => {
  emptyPage();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  vi.stubGlobal('scrollTo', () => undefined);
  answers = {
    [`${base}/my/prize`]: prizeDetail({
      claimNo: 'M1',
      prize: { type: PrizeType.cash, name: '红包', image: '', amount: 188, points: 0 },
      claimMode: ClaimMode.manual,
      verCode: '',
      shops: [],
    }),
  };
  sent = answerCalls(answers);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('offers to ask for the money, and follows it until it is there', async () => {
  await open(paid({ canClaim: true }));
  expect(text()).toContain('红包待领取');
  answers[`${base}/claim`] = paid({ delivery: 'SENDING' });
  answers[`${base}/claim/pay`] = paid({ delivery: 'SENDING' });
  red()!.click();
  await settle();
  expect(sent.find(({ path }) => path === `${base}/claim`)!.body).toEqual({ claimNo: 'M1', authCode: '' });
  expect(text()).toContain('红包发放中');
  expect(red()).toBeNull();
  answers[`${base}/claim/pay`] = paid({ status: ClaimStatus.claimed, delivery: 'RECEIVED' });
  await vi.advanceTimersByTimeAsync(2100);
  await settle();
  expect(text()).toContain('已存入微信零钱');
  const asked = sent.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(asked);
});

it('says outside of WeChat where to confirm, and opens its page inside', async () => {
  await open(paid({ delivery: 'SENT', pay: packed }));
  expect(text()).toContain('待确认收款');
  expect(text()).toContain('请在微信中打开');
  const calls: unknown[][] = [];
  inWechat({
    invoke: (name: string, given: object, done: (said: object) => void) => {
      calls.push([name, given]);
      done({ err_msg: 'requestMerchantTransfer:ok' });
    },
  });
  await open(paid({ delivery: 'SENT', pay: packed }));
  expect(text()).not.toContain('请在微信中打开');
  red()!.click();
  await settle();
  expect(calls).toEqual([
    ['requestMerchantTransfer', { mchId: packed.mchId, appId: packed.appId, package: packed.package }],
  ]);
  // Its own ok proves nothing.
  expect(text()).toContain('待确认收款');
  inWechat({
    invoke: (_name: string, _given: object, done: (said: object) => void) =>
      done({ err_msg: 'requestMerchantTransfer:fail, the function does not exist' }),
  });
  red()!.click();
  await settle();
  expect(text()).toContain('你的微信版本过低，请更新至最新版本');
});

it('has no button for money that is too late, and one for what came back', async () => {
  await open(paid({ delivery: 'SENT', pay: { ...packed, isOver: true } }));
  expect(text()).toContain('收款已超时，退回后可重新领取');
  expect(red()!.disabled).toBe(true);
  await open(paid({ delivery: 'REFUND', reason: '用户超时未确认收款', canClaim: true }));
  expect(text()).toContain('用户超时未确认收款，请在');
  expect(red()!.textContent).toBe('重新领取');
  await open(paid({ delivery: 'FAILED', reason: '收款用户未实名' }));
  expect(text()).toContain('收款用户未实名，请联系主办方');
  expect(red()).toBeNull();
});

it('asks WeChat who is here where nobody is known, and goes on with what it says', async () => {
  await open(paid({ canClaim: true }));
  answers[`${base}/claim`] = { code: 62233, message: '请在微信中打开', data: null };
  red()!.click();
  await settle();
  expect(text()).toContain('请在微信中打开');
  expect(sent.some(({ path }) => path.startsWith(`${base}/oauth`))).toBe(false);

  inWechat({});
  const gone = vi.fn<(url: string) => void>();
  vi.stubGlobal('location', { pathname: '/trace', search: '', hash: '#prize/M1', assign: gone });
  answers[`${base}/oauth`] = { url: 'https://open.weixin.qq.com/connect/oauth2/authorize?x=1' };
  red()!.click();
  await settle();
  await settle();
  expect(gone).toHaveBeenCalledWith('https://open.weixin.qq.com/connect/oauth2/authorize?x=1');
  vi.unstubAllGlobals();
  vi.stubGlobal('scrollTo', () => undefined);
  const { state } = JSON.parse(sessionStorage.getItem('zy_wechat')!) as { state: string };

  answers[`${base}/claim`] = paid({ delivery: 'SENDING' });
  await open(paid({ canClaim: true }), `?code=abc&state=${state}`);
  await settle();
  expect(sent.findLast(({ path }) => path === `${base}/claim`)!.body).toEqual({ claimNo: 'M1', authCode: 'abc' });
  expect(location.search).toBe('');
});

it('drops what WeChat was not asked for by this page', async () => {
  sessionStorage.removeItem('zy_wechat');
  await open(paid({ canClaim: true }), '?code=stolen&state=else');
  expect(location.search).toBe('');
  expect(sent.some(({ path }) => path === `${base}/claim`)).toBe(false);
});

it('asks no more once the page was left, and shows nothing that comes then', async () => {
  await open(paid({ delivery: 'SENDING' }));
  expect(text()).toContain('红包发放中');
  const before = sent.filter(({ path }) => path === `${base}/claim/pay`).length;
  await vi.advanceTimersByTimeAsync(2100);
  await settle();
  const asked = (): number => sent.filter(({ path }) => path === `${base}/claim/pay`).length;
  expect(asked()).toBe(before + 1);
  answers[`${base}/rule`] = { code: 500, message: '系统繁忙', data: null };
  showView({ name: 'rules', id: '7' });
  await settle();
  await vi.advanceTimersByTimeAsync(60_000);
  await settle();
  expect(asked()).toBe(before + 1);
});

it('asks for the money once, however often it is pressed meanwhile', async () => {
  await open(paid({ canClaim: true }));
  answers[`${base}/claim`] = paid({ delivery: 'SENDING' });
  red()!.click();
  red()!.click();
  await settle();
  expect(sent.filter(({ path }) => path === `${base}/claim`)).toHaveLength(1);
});

it.each([
  [{ canClaim: true }, { words: '立即领取', does: 'claim' }],
  [
    { delivery: 'REFUND', canClaim: true },
    { words: '重新领取', does: 'claim' },
  ],
  [
    { delivery: 'SENT', pay: packed },
    { words: '立即领取', does: 'confirm' },
  ],
  [
    { delivery: 'SENT', pay: { ...packed, isOver: true } },
    { words: '立即领取', does: null },
  ],
  [{ delivery: 'SENDING' }, null],
  [{ status: ClaimStatus.claimed, delivery: 'RECEIVED' }, null],
] as const)('of money that is %o there is to do: %o', (changes, act) => {
  expect(cashActOf(paid(changes))).toEqual(act);
});
