import { withCheck } from '@zhuiyuan/contract/campaign/ver-code';
import { beforeEach, expect, it } from 'vitest';
import { answerCalls, emptyPage, settle } from '../../../test/answers.ts';
import { openField } from '../open-field.tsx';

const code = withCheck('7K3M9QTX4VH');
const shown = code.replaceAll(/.{4}(?=.)/g, '$& ');
const role = {
  role: 'shop-9',
  kind: 2,
  id: 9,
  name: '锦和茶行 玉林店',
  number: 'S0009',
  contact: '周敏',
  firmId: 2,
  firmName: '青岚山茶业',
  firmLogo: '',
  servicePhone: '',
  state: 'on',
  scopes: [],
};
const row = {
  id: 5,
  verNo: 'V2026112600000005',
  prizeName: '桂花乌龙试饮装',
  tierName: '三等奖',
  activityName: '秋茶上新季',
  image: '',
  consumer: '何**',
  deductAmount: 300,
  status: 1,
  verAt: '2026-11-26 13:58:02',
  reversedAt: null,
};
const sum = { todayCount: 1, todayAmount: 300, balance: 123_400, openCount: 2 };
const page = { list: [row], total: 1, page: 1, limit: 20, totalPage: 1, sum };
const preview = {
  verCode: code,
  prizeName: '青岚明前龙井茶礼',
  tierName: '一等奖',
  activityName: '秋茶上新季',
  image: '',
  expireAt: '2026-12-07 23:59:59',
  consumer: '林**',
  deductAmount: 2600,
  payerName: '成都锦和商贸',
};
const known = { '/public/role/list': [role], '/public/shop/ver/list': page };

const text = (): string => document.body.textContent ?? '';
const press = async (words: string): Promise<void> => {
  [...document.querySelectorAll('button')].find((button) => button.textContent === words)!.click();
  await settle();
};
const type = async (typed: string): Promise<void> => {
  await press('输入核销码');
  const input = document.querySelector<HTMLInputElement>('.f-sheet input')!;
  input.value = typed;
  input.setSelectionRange(typed.length, typed.length);
  input.dispatchEvent(new Event('input'));
  document.querySelector('.f-sheet form')!.dispatchEvent(new Event('submit', { cancelable: true }));
  await settle();
};
const open = async (): Promise<void> => {
  history.replaceState(null, '', '/r/redeem');
  openField();
  await settle();
};
const refusal = (number: number, message: string, data: unknown = null) => ({ code: number, message, data });

Object.defineProperty(globalThis, 'scrollTo', { value: () => undefined, writable: true });
beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('zy_account', 'token-1');
  localStorage.setItem('zy_role', 'shop-9');
  emptyPage();
});

it('shows what the shop did today and is owed', async () => {
  answerCalls(known);
  await open();
  for (const words of ['锦和茶行 玉林店', '周敏', '1,234.00元', '1 件，3.00 元', '13:58', '桂花乌龙试饮装'])
    expect(text()).toContain(words);
  answerCalls({ ...known, '/public/shop/ver/list': { ...page, list: [], total: 0, totalPage: 0 } });
  await open();
  expect(text()).toContain('今天还没有核销');
});

it('groups a code while it is typed, and asks for none that is mistaken', async () => {
  const sent = answerCalls(known);
  await open();
  const before = sent.length;
  await type(`${code.slice(0, 11)}${code.endsWith('0') ? '1' : '0'}`);
  expect(document.querySelector<HTMLInputElement>('.f-sheet input')!.value).toMatch(/^.{4} .{4} .{4}$/);
  expect(text()).toContain('核销码不正确，请核对后重试');
  expect(sent).toHaveLength(before);
});

it('shows a prize before it hands it out, and its number after', async () => {
  const verified = { verNo: 'V2026112600000006', deductAmount: 2600, repeat: false, verAt: '2026-11-26 14:32:00' };
  const sent = answerCalls({ ...known, '/public/shop/ver/preview': preview, '/public/shop/ver/confirm': verified });
  await open();
  await type(code.toLowerCase());
  for (const words of [
    '可以核销',
    preview.prizeName,
    '一等奖 · 秋茶上新季',
    '12-07 前有效',
    shown,
    '林**',
    '26.00 元，由成都锦和商贸结算',
  ])
    expect(text()).toContain(words);
  expect(sent.some(({ path }) => path.endsWith('confirm'))).toBe(false);
  await press('核销');
  expect(sent.find(({ path }) => path.endsWith('confirm'))!.body).toEqual({ verCode: code });
  expect(text()).toContain('已核销');
  expect(text()).toContain('+26.00 元');
  expect(text()).toContain(verified.verNo);
});

it('says why a prize is not handed out, in the place of the verdict', async () => {
  const used = refusal(62306, '该核销码已使用', { shopName: '武侯祠店', verAt: '2026-11-26 09:12:00' });
  answerCalls({ ...known, '/public/shop/ver/preview': used });
  await open();
  await type(code);
  expect(document.querySelector('.f-verdict.f-bad')!.textContent).toBe('该核销码已使用');
  expect(text()).toContain('武侯祠店，11-26 09:12');
  expect(document.querySelector('.f-go')).toBeNull();
  await press('关闭');
  expect(text()).toContain('扫描或输入顾客的核销码');
});

it('keeps the code of a call that was lost, and asks with it again', async () => {
  const answers = { ...known, '/public/shop/ver/preview': preview, '/public/shop/ver/confirm': new Error('lost') };
  const sent = answerCalls(answers);
  await open();
  await type(code);
  await press('核销');
  expect(text()).toContain('网络异常，请稍后重试');
  expect(text()).toContain(shown);
  Object.assign(answers, {
    '/public/shop/ver/confirm': { verNo: 'V1', deductAmount: 2600, repeat: true, verAt: '2026-11-26 14:32:00' },
  });
  await press('重试');
  expect(text()).toContain('此前已核销，没有重复记账');
  expect(sent.filter(({ path }) => path.endsWith('confirm')).map(({ body }) => body)).toEqual([
    { verCode: code },
    { verCode: code },
  ]);
});
