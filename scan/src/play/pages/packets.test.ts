import type { MyPacketDetail } from '@zhuiyuan/contract/red/send/my-packets';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, emptyPage, fullAnswer, fullDetail, settle } from '../../../test/answers.ts';
import { playAnswer } from '../../../test/draws.ts';
import { openPage } from '../../app/open-page.tsx';
import { accountToken, keepToken } from '../../lib/account-token.ts';
import { openPlay } from '../open-play.ts';

const base = '/public/lottery';
const page = () => document.getElementById('play')!;
const section = () => page().querySelector<HTMLElement>('[aria-label="红包"]')!;
const buttonOf = (words: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('button')].find(({ textContent }) => textContent === words);

const nothing = { list: [], total: 0, page: 1, limit: 20, totalPage: 0 };
const packed = { mchId: '1900000109', appId: 'wx1', package: 'affffddafdfafddffda==', isOver: false };
const packet = (changes: Partial<MyPacketDetail> = {}, pay: Partial<MyPacketDetail['pay']> = {}): MyPacketDetail => ({
  id: 7,
  firmName: '青岚山茶业有限公司',
  sendName: '青岚山茶业',
  wishing: '感谢您的反馈',
  amount: 88,
  delivery: 'SENT',
  isWaiting: true,
  sentAt: '2026-11-25 10:00:00',
  receivedAt: null,
  ...changes,
  pay: {
    claimNo: '7',
    status: 0,
    delivery: changes.delivery ?? 'SENT',
    reason: '',
    canClaim: false,
    pay: null,
    ...pay,
  },
});

let answers: Record<string, unknown>;
let sent: { path: string; body: unknown }[];
const open = async (hash: string, path = '/c'): Promise<void> => {
  history.replaceState(null, '', path + hash);
  openPlay(null);
  for (let round = 0; round < 4; round += 1) await settle();
};
const inWechat = (bridge?: object): void => {
  vi.stubGlobal('navigator', { ...navigator, userAgent: 'Mozilla/5.0 MicroMessenger/8.0.50' });
  vi.stubGlobal('WeixinJSBridge', bridge);
};

// What comes apart is there as on a quick network.
beforeAll(() => import('./mine.tsx'));
beforeEach(() => {
  emptyPage();
  keepToken('account-1');
  vi.stubGlobal('scrollTo', () => undefined);
  answers = {
    [`${base}/my/prizes`]: nothing,
    [`${base}/my/packets`]: nothing,
    [`${base}/my/packets/ask`]: { redActiveId: null },
  };
  sent = answerCalls(answers);
});
afterEach(() => vi.unstubAllGlobals());

it('lists packets with their states and goes on to the next page; there is no section without any', async () => {
  await open('#prizes');
  expect(section().hidden).toBe(true);
  expect(page().textContent).toContain('还没有抽中奖品');
  answers[`${base}/my/packets`] = {
    list: [packet(), packet({ id: 6, delivery: 'RECEIVED', isWaiting: false })],
    total: 3,
    page: 1,
    limit: 2,
    totalPage: 2,
  };
  await open('#prizes');
  expect(section().hidden).toBe(false);
  expect([...section().querySelectorAll('.p-row')].map((one) => one.textContent)).toEqual([
    '0.88 元红包感谢您的反馈 · 青岚山茶业11-25 10:00 发放◆待领取',
    '0.88 元红包感谢您的反馈 · 青岚山茶业11-25 10:00 发放●已领取',
  ]);
  answers[`${base}/my/packets`] = { list: [packet({ id: 5, delivery: 'REFUND' })], total: 3, page: 2, totalPage: 2 };
  buttonOf('加载更多')!.click();
  await settle();
  expect([...section().querySelectorAll('.p-tag')].map((one) => one.textContent)).toEqual([
    '◆待领取',
    '●已领取',
    '–已退回',
  ]);
  expect(buttonOf('加载更多')).toBeUndefined();
  section().querySelector<HTMLButtonElement>('.p-row')!.click();
  expect(location.hash).toBe('#packet/7');
});

it('opens the page of WeChat to confirm, and follows the money until it is there', async () => {
  const calls: unknown[] = [];
  inWechat({
    invoke: (name: string, given: object, done: (said: object) => void) => {
      calls.push([name, given]);
      answers[`${base}/my/packet`] = packet({ delivery: 'RECEIVED', receivedAt: '2026-11-25 11:00:00' }, { status: 1 });
      done({ err_msg: 'requestMerchantTransfer:ok' });
    },
  });
  answers[`${base}/my/packet`] = packet({}, { pay: packed });
  await open('#packet/7');
  expect(page().textContent).toContain('请在24小时内确认收款，逾期将退回');
  expect(page().textContent).toContain('主办方青岚山茶业有限公司');
  buttonOf('立即领取')!.click();
  for (let round = 0; round < 3; round += 1) await settle();
  expect(calls).toEqual([
    ['requestMerchantTransfer', { mchId: packed.mchId, appId: packed.appId, package: packed.package }],
  ]);
  expect(page().textContent).toContain('已存入微信零钱11-25 11:00');
  expect(page().querySelector('.p-red')).toBeNull();
  // It is only ever read.
  expect(sent.every(({ body }) => body === null)).toBe(true);
});

it.each([
  [{ delivery: 'SENT' }, { pay: { ...packed, isOver: true } }, '收款已超时，款项将退回', true],
  [{ delivery: 'SENT' }, { pay: packed }, '请在微信中打开', true],
  [{ delivery: 'SENT' }, {}, '红包到账中', false],
  [{ delivery: 'REFUND' }, { status: 2, reason: '用户超时未确认收款' }, '用户超时未确认收款，请联系主办方', false],
  [{ delivery: 'FAILED' }, { reason: '收款用户未实名' }, '发放失败收款用户未实名，请联系主办方', false],
] as const)('says how one stands that is %o', async (changes, pay, words, hasButton) => {
  answers[`${base}/my/packet`] = packet(changes, pay);
  await open('#packet/7');
  expect(page().textContent).toContain(words);
  expect(page().querySelector('.p-red') !== null).toBe(hasButton);
});

it('asks at WeChat who is here where the paying app does not know him, and comes back as that person', async () => {
  keepToken('');
  answers[`${base}/my/packets/ask`] = { redActiveId: 9 };
  answers[`${base}/my/prizes`] = { code: 401, message: '登录已过期', data: null };
  await open('#prizes');
  expect(section().textContent).toContain('请在微信中打开本页查看');
  expect(page().textContent).toContain('还没有抽中奖品');
  inWechat();
  answers[`${base}/oauth`] = { url: 'https://open.weixin.qq.com/x' };
  await open('#packets/9', '/c/AMNSQ74WBEFWXYME');
  const gone = vi.fn<(url: string) => void>();
  vi.stubGlobal('location', { pathname: '/c/AMNSQ74WBEFWXYME', search: '', hash: '#packets/9', assign: gone });
  buttonOf('微信确认身份')!.click();
  await settle();
  expect(gone).toHaveBeenCalledWith('https://open.weixin.qq.com/x');
  const { state } = JSON.parse(sessionStorage.getItem('zy_wechat')!) as { state: string };
  vi.unstubAllGlobals();
  vi.stubGlobal('scrollTo', () => undefined);
  answers[`${base}/my/prizes`] = nothing;
  answers[`${base}/my/packets/login`] = { token: 'account-2' };
  answers[`${base}/my/packets`] = { list: [packet()], total: 1, page: 1, limit: 20, totalPage: 1 };
  answers[`${base}/my/packets/ask`] = { redActiveId: null };
  await open('#packets/9', `/c/AMNSQ74WBEFWXYME?code=abc&state=${state}`);
  expect(sent.filter(({ path }) => path.endsWith('/login')).map(({ body }) => body)).toEqual([
    { redActiveId: '9', authCode: 'abc' },
  ]);
  expect(accountToken()).toBe('account-2');
  expect(section().textContent).toContain('待领取');
  expect(buttonOf('微信确认身份')).toBeUndefined();
});

it.each([
  ['an account is on the phone', 'account-1', null, true],
  ['the firm sends packets to people it does not know', '', 9, true],
  ['there can be nothing', '', null, false],
])('the page of a code without a draw leads to 我的奖品 where %s', async (_when, token, redActiveId, leads) => {
  keepToken(token);
  Object.assign(answers, {
    '/public/trace/scan': fullAnswer('FIRST'),
    '/public/trace/detail': fullDetail(),
    [`${base}/scan`]: { ...playAnswer(), activity: null },
    [`${base}/my/packets/ask`]: { redActiveId },
  });
  history.replaceState(null, '', '/c/AMNSQ74WBEFWXYME');
  openPage();
  for (let round = 0; round < 5; round += 1) {
    await settle();
    await vi.dynamicImportSettled();
  }
  const card = document.querySelector('#page [aria-label="我的奖品"]');
  expect(card !== null).toBe(leads);
  if (!card) return;
  card.querySelector('button')!.click();
  await settle();
  await vi.dynamicImportSettled();
  expect(location.hash).toBe('#prizes');
  expect(page().querySelector('h1')?.textContent).toBe('我的奖品');
});
