import type { ShopPayable, ShopRemitRow, ShopRewardRow } from '@zhuiyuan/contract/settlement/store/shop-pay';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, emptyPage, settle } from '../../../../test/answers.ts';
import { holdCalls } from '../../../../test/hold-calls.ts';
import { openField } from '../../open-field.tsx';
import { noteOf, wayOf } from './payments.ts';

const sum: ShopPayable = {
  withdrawable: 1250,
  waiting: 300,
  paidTotal: 8800,
  channel: 'weixin',
  account: '',
  accountName: '罗小满',
  isPayable: true,
  needsWechat: false,
};
const reward: ShopRewardRow = {
  id: 1,
  at: '2026-11-26 09:12:00',
  kind: 3,
  amount: 1250,
  points: 0,
  status: 0,
  actName: '',
  remark: '陈列达标',
  isTaken: false,
};
const remit: ShopRemitRow = {
  id: 4,
  remitNo: 'R2026112600000004',
  amount: 300,
  source: 1,
  status: 0,
  isAudited: true,
  channel: 'weixin',
  account: '',
  payState: 'SENT',
  rejectReason: '',
  failReason: '',
  createTime: '2026-11-25 10:00:00',
  paidAt: null,
};
const pageOf = <R>(list: R[]) => ({ list, total: list.length, page: 1, limit: 20, totalPage: 1 });
const rewards = '/public/shop/rewards';
const remits = '/public/shop/remit/list';
const withdraw = '/public/shop/withdraw';
const known = (): Record<string, unknown> => ({ [rewards]: { ...pageOf([reward]), sum }, [remits]: pageOf([remit]) });

const text = (): string => document.body.textContent ?? '';
const button = (words: string, within: ParentNode = document): HTMLButtonElement | undefined =>
  [...within.querySelectorAll('button')].find(({ textContent }) => textContent === words);
const press = async (words: string, within?: ParentNode): Promise<void> => {
  button(words, within)!.click();
  await settle();
};
const open = async (address = '/r/rewards'): Promise<void> => {
  history.replaceState(null, '', address);
  openField();
  await settle();
};
const askFor = async (): Promise<void> => {
  await press('提现');
  await press('提现', document.querySelector('.f-sheet')!);
};
const keysOf = (sent: { path: string; body: unknown }[]): string[] =>
  sent.filter(({ path }) => path === withdraw).map(({ body }) => (body as { idemKey: string }).idemKey);

Object.defineProperty(globalThis, 'scrollTo', { value: () => undefined, writable: true });
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('zy_account', 'token-1');
  localStorage.setItem('zy_role', 'shop-9');
  emptyPage();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('shows a shop what it can have paid out, its payments and its rewards', async () => {
  answerCalls(known());
  await open();
  for (const words of [
    '累计已打款 88.00 元',
    '12.50 元',
    '打款中 3.00 元 · 微信 罗小满',
    '待确认收款',
    '任务奖励',
    '陈列达标',
    '待结算',
  ])
    expect(text()).toContain(words);
  expect(button('提现')!.disabled).toBe(false);
  answerCalls({ ...known(), [rewards]: { ...pageOf([]), sum: { ...sum, withdrawable: 0, channel: '' } } });
  await open();
  for (const words of ['企业还没有登记收款账户 · 满0.30元可提现', '还没有奖励']) expect(text()).toContain(words);
  expect(button('提现')!.disabled).toBe(true);
});

it('shows a dealer his payments alone', async () => {
  localStorage.setItem('zy_role', 'agent-12');
  const sent = answerCalls(known());
  await open();
  expect(text()).toContain('我的打款');
  expect(sent.map(({ path }) => path)).toEqual([remits]);
  await press('绑定');
  expect(text()).toContain('请在微信中打开');
});

it('asks before it has anything paid out', async () => {
  const sent = answerCalls(known());
  await open();
  await press('提现');
  expect(text()).toContain('提现 12.50 元到微信 罗小满，企业审核后打款。');
  expect(text()).toContain('提交中');
  await press('取消');
  expect(keysOf(sent)).toEqual([]);
  expect(button('提现')!.disabled).toBe(false);
});

it('asks again under the same number after a call was lost, under another once an answer came', async () => {
  const answers = { ...known(), [withdraw]: new Error('lost') as unknown };
  const sent = answerCalls(answers);
  await open();
  await askFor();
  expect(text()).toContain('网络异常，请稍后重试');
  answers[withdraw] = { code: 62502, message: '提现金额有变动，请刷新后重试', data: null };
  await askFor();
  expect(text()).not.toContain('网络异常，请稍后重试');
  expect(text()).toContain('提现金额有变动，请刷新后重试');
  answers[withdraw] = { remitNo: 'R2026112600000005' };
  await askFor();
  expect(text()).toContain('已提交，打款单 R2026112600000005');
  await askFor();
  const [lost, refused, done, next] = keysOf(sent);
  expect(refused).toBe(lost);
  expect(new Set([refused, done, next]).size).toBe(3);
  expect(sent.find(({ path }) => path === withdraw)!.body).toEqual({
    amount: 1250,
    channel: 'weixin',
    idemKey: lost,
  });
});

it('keeps whom WeChat named on the way back, and tells what it can pay by the newest answer', async () => {
  sessionStorage.setItem('zy_wechat', JSON.stringify({ state: 'state-1', hash: '#wechat' }));
  const answers = {
    ...known(),
    [rewards]: { ...pageOf([reward]), sum: { ...sum, needsWechat: true } },
    '/public/shop/pay/bind': { isKnown: true },
  };
  const sent = answerCalls(answers);
  let first = true;
  const release = holdCalls((path) => {
    if (path !== rewards || !first) return false;
    first = false;
    answers[rewards] = { ...pageOf([reward]), sum };
    return true;
  });
  await open('/r/rewards?code=code-1&state=state-1');
  expect(location.search).toBe('');
  expect(sent.find(({ path }) => path === '/public/shop/pay/bind')!.body).toEqual({ authCode: 'code-1' });
  expect(text()).toContain('已绑定微信收款');
  expect(button('绑定微信收款')).toBeUndefined();
  release();
  await settle();
  expect(text()).toContain('12.50 元');
  expect(button('绑定微信收款')).toBeUndefined();
});

it('opens the page of receiving, but not once the screen was left', async () => {
  const invoke = vi.fn<(name: string, given: object, done: (result: object) => void) => void>((_name, _given, done) =>
    done({}),
  );
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('MicroMessenger/8');
  vi.stubGlobal('WeixinJSBridge', { invoke });
  const pay = { mchId: 'm', appId: 'a', package: 'p', isOver: false };
  const sent = answerCalls({ ...known(), '/public/shop/remit/pay': { status: 0, payState: 'SENT', pay } });
  await open();
  const asked = (): number => sent.filter(({ path }) => path === remits).length;
  await press('确认收款');
  expect(invoke).toHaveBeenCalledTimes(1);
  expect(text()).toContain('正在查询到账结果');
  expect(asked()).toBe(2);
  const release = holdCalls((path) => path.endsWith('/pay'));
  await press('确认收款');
  await open('/r/bind');
  release();
  await settle();
  expect(invoke).toHaveBeenCalledTimes(1);
  expect(asked()).toBe(2);
});

it('says how far a payment has come, and why it did not', () => {
  const of = (more: Partial<ShopRemitRow>): string => wayOf({ ...remit, ...more }).words;
  expect((['SENT', 'FAILED', 'REFUND', 'RFUND_ING', 'SENDING'] as const).map((payState) => of({ payState }))).toEqual([
    '待确认收款',
    '打款失败',
    '已退回',
    '已退回',
    '打款中',
  ]);
  expect([of({ payState: null }), of({ payState: null, isAudited: false })]).toEqual(['待打款', '审核中']);
  expect(noteOf({ ...remit, channel: 'bank', account: '****1234', paidAt: '2026-11-26 10:00:00' })).toBe(
    '银行卡 · ****1234 · 11-26 10:00 到账',
  );
  expect(noteOf({ ...remit, rejectReason: '账号有误' })).toBe('账号有误');
});
