import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, emptyPage, fullAnswer, fullDetail, settle } from '../../test/answers.ts';
import { playAnswer } from '../../test/draws.ts';
import { openPage } from '../app/open-page.tsx';
import { accountToken, keepToken } from '../lib/account-token.ts';

const base = '/public/lottery';
const packet = {
  name: '秋茶红包',
  sendName: '青岚山茶业',
  wishing: '感谢品鉴',
  endAt: `${shanghaiToday().slice(0, 4)}-12-31 23:59:59`,
  isMine: false,
  ok: true,
  message: '',
};
const pay = {
  claimNo: 'R7',
  status: 0,
  delivery: 'SENDING',
  reason: '',
  canClaim: false,
  pay: null,
  amount: 188,
};
const card = () => document.querySelector<HTMLElement>('#page .packet');

const visit = async (offered: object, answers: Record<string, unknown> = {}) => {
  const sent = answerCalls({
    '/public/trace/scan': fullAnswer('FIRST'),
    '/public/trace/detail': fullDetail(),
    [`${base}/scan`]: { ...playAnswer(), activity: null, packet: { ...packet, ...offered }, needConsent: true },
    [`${base}/login`]: { token: 'account-9', uid: 9, isNew: true, needConsent: false },
    ...answers,
  });
  openPage();
  for (let round = 0; round < 5; round += 1) {
    await settle();
    await vi.dynamicImportSettled();
  }
  return sent;
};

beforeEach(() => {
  emptyPage();
  vi.stubGlobal('scrollTo', () => undefined);
  keepToken('');
  history.replaceState(null, '', '/c/AMNSQ74WBEFWXYME');
});

it('offers the packet of a code, and asks for consent before anything is received', async () => {
  const sent = await visit(
    {},
    { [`${base}/red/pay`]: { ...pay, delivery: null, canClaim: true, amount: null }, [`${base}/red/claim`]: pay },
  );
  expect(card()!.textContent).toContain('青岚山茶业 送您的红包感谢品鉴12-31 截止');
  const button = card()!.querySelector<HTMLButtonElement>('button')!;
  button.click();
  await settle();
  expect(card()!.textContent).toContain('请先阅读并同意隐私政策');
  expect(sent.some(({ path }) => path === `${base}/login`)).toBe(false);
  card()!.querySelector<HTMLInputElement>('input')!.click();
  button.click();
  for (let round = 0; round < 6; round += 1) await settle();
  expect(accountToken()).toBe('account-9');
  expect(sent.find(({ path }) => path === `${base}/red/claim`)!.body).toEqual({ token: 'token-1', authCode: '' });
  expect(card()!.textContent).toContain('1.88 元红包发放中，请稍候');
});

it('says why a packet is not for this shopper, without a button', async () => {
  await visit({ ok: false, message: '该红包已被他人领取' });
  expect(card()!.textContent).toContain('该红包已被他人领取');
  expect(card()!.querySelector('button')).toBeNull();
});

it('asks how the money stands as long as it is on the page, and no longer', async () => {
  keepToken('account-1');
  const sent = answerCalls({
    '/public/trace/scan': fullAnswer('FIRST'),
    '/public/trace/detail': fullDetail(),
    [`${base}/scan`]: { ...playAnswer(), activity: null, packet: { ...packet, isMine: true } },
    [`${base}/red/pay`]: pay,
  });
  const asked = (): number => sent.filter(({ path }) => path === `${base}/red/pay`).length;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  try {
    openPage();
    await expect.poll(() => card()?.textContent).toContain('红包发放中，请稍候');
    const first = asked();
    await vi.advanceTimersByTimeAsync(2100);
    await settle();
    expect(asked()).toBe(first + 1);
    document.querySelector('.draw-place')!.remove();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked()).toBe(first + 1);
  } finally {
    vi.useRealTimers();
  }
});
