import type { Unpacked } from '@zhuiyuan/contract/campaign/unpack/unpack';
import { beforeEach, expect, it } from 'vitest';
import { answerCalls, emptyPage, settle } from '../../../../test/answers.ts';
import { holdCalls } from '../../../../test/hold-calls.ts';
import { scanKeys } from '../../../../test/scan-keys.ts';
import { openField } from '../../open-field.tsx';
import { isWon, nextOf, prizeOf } from './unpacking.ts';

const code = 'AMNSQ74WBEFWXYME';
const other = 'ANKZM978FKKY9T48';
const path = '/public/shop/unpack';
const won: Unpacked = {
  drawNo: 'D2026112600000001',
  repeat: false,
  slotNo: null,
  tierName: '一等奖',
  prize: { type: 1, name: '开箱红包', image: '', amount: 888, points: 0 },
  claim: { claimNo: 'C1', status: 0, claimMode: 0, expireAt: '2026-12-26 23:59:59' },
  hold: false,
  fair: { epochNo: 1, seedHash: '', clientSeed: '' },
  actName: '秋茶开箱季',
  productName: '青岚明前龙井',
  codeText: code,
};
const withPrize = (prize: Partial<Unpacked['prize']>, more: Partial<Unpacked> = {}): Unpacked => ({
  ...won,
  prize: { ...won.prize, ...prize },
  ...more,
});

const text = (): string => document.body.textContent ?? '';
const press = async (words: string): Promise<void> => {
  [...document.querySelectorAll('button')].find((button) => button.textContent === words)!.click();
  await settle();
};
const scan = async (...codes: string[]): Promise<void> => {
  for (const one of codes) scanKeys(one);
  await settle();
};
const open = async (address = '/r/unpack'): Promise<void> => {
  history.replaceState(null, '', address);
  openField();
  await settle();
};
const bodies = (sent: { path: string; body: unknown }[]) => sent.map(({ body }) => body as Record<string, string>);

Object.defineProperty(globalThis, 'scrollTo', { value: () => undefined, writable: true });
beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('zy_account', 'token-1');
  localStorage.setItem('zy_role', 'shop-9');
  emptyPage();
});

it('opens a box only when that is confirmed, and shows what it brought', async () => {
  const sent = answerCalls({ [path]: won });
  await open();
  expect(text()).toContain('扫描已签收到本门店的箱码');
  await scan(`https://example.com/c/${code}`);
  expect(text()).toContain('开箱后不可撤回，每箱只能开一次');
  expect(document.querySelector('.f-code')!.textContent).toBe(code);
  await press('取消');
  expect(text()).toContain('扫描已签收到本门店的箱码');
  expect(sent).toEqual([]);
  await scan(code);
  await press('开箱');
  expect(bodies(sent)).toEqual([{ code, clientSeed: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
  for (const words of ['恭喜，开出一等奖', '开箱红包 8.88 元', '秋茶开箱季', '青岚明前龙井', won.drawNo])
    expect(text()).toContain(words);
  expect(document.querySelector('a.button')!.getAttribute('href')).toBe('/c#prizes');
});

it('tries a call that was lost again with its seed; a box that is scanned anew has another', async () => {
  const answers: Record<string, unknown> = { [path]: new Error('lost') };
  const sent = answerCalls(answers);
  await open();
  await scan(code);
  await press('开箱');
  expect(text()).toContain('网络异常，请稍后重试');
  answers[path] = { ...withPrize({ type: 3 }), repeat: true };
  await press('重试');
  for (const words of ['很遗憾，未中奖', '此箱已开过，结果不变']) expect(text()).toContain(words);
  expect(document.querySelector('.f-prize')).toBeNull();
  await scan(code);
  await press('开箱');
  const [first, second, third] = bodies(sent).map(({ clientSeed }) => clientSeed);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

it('offers no second try of what was refused', async () => {
  answerCalls({ [path]: { code: 62240, message: '该箱码未签收至本门店，无法开箱', data: null } });
  await open();
  await scan(code);
  await press('开箱');
  expect(document.querySelector('.f-verdict.f-bad')!.textContent).toBe('该箱码未签收至本门店，无法开箱');
  expect(text()).not.toContain('重试');
});

it('asks about the box that was scanned last, and about none again that is being opened', async () => {
  const sent = answerCalls({ [path]: won });
  await open();
  await scan(other, code);
  expect(document.querySelector('.f-code')!.textContent).toBe(code);
  const release = holdCalls((called) => called === path);
  await press('开箱');
  await scan(code, `https://example.com/c/${code.toLowerCase()}`);
  expect(text()).toContain('开箱中');
  release();
  await settle();
  expect(text()).toContain('恭喜，开出一等奖');
  expect(bodies(sent).map((body) => body.code)).toEqual([code]);
});

it('neither draws nor moves what comes after the screen was left', async () => {
  const felt: unknown[] = [];
  Object.defineProperty(navigator, 'vibrate', { value: (ms: unknown) => felt.push(ms), configurable: true });
  answerCalls({ [path]: won });
  await open();
  await scan(code);
  const release = holdCalls((called) => called === path);
  await press('开箱');
  await open('/r/bind');
  const before = text();
  release();
  await settle();
  expect([text(), felt]).toEqual([before, []]);
  Reflect.deleteProperty(navigator, 'vibrate');
});

it('says of each kind of prize what it is and what becomes of it', () => {
  const points = withPrize({ type: 0, name: '积分', points: 50 });
  const goods = withPrize({ type: 2, name: '保温杯' });
  const none = withPrize({ type: 3 }, { hold: true });
  expect([won, points, goods].map(prizeOf)).toEqual(['开箱红包 8.88 元', '积分 50 积分', '保温杯']);
  expect([won, points, goods, none].map(isWon)).toEqual([true, true, true, false]);
  expect([won, goods, none].map(nextOf)).toEqual(['在我的奖品中查看到账情况或领取', '在我的奖品中领取', '']);
  expect(nextOf({ ...won, hold: true })).toContain('审核中');
  expect(nextOf({ ...won, claim: { ...won.claim!, status: 1 } })).toBe('已到账');
});
