import { withCheck } from '@zhuiyuan/contract/campaign/ver-code';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, emptyPage, settle } from '../../../../test/answers.ts';
import { holdCalls } from '../../../../test/hold-calls.ts';
import { scanKeys } from '../../../../test/scan-keys.ts';
import { openField } from '../../open-field.tsx';

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

const verified = { verNo: 'V2026112600000006', deductAmount: 2600, repeat: false, verAt: '2026-11-26 14:32:00' };
const other = withCheck('00000000001');
const pathsOf = (sent: { path: string }[], end: string): string[] =>
  sent.map(({ path }) => path).filter((path) => path.endsWith(end));

it('ties a code to its field as a keyboard of a phone needs it, and gives the focus back', async () => {
  answerCalls(known);
  await open();
  const opener = [...document.querySelectorAll('button')].find((button) => button.textContent === '输入核销码')!;
  opener.focus();
  await press('输入核销码');
  const input = document.querySelector<HTMLInputElement>('.f-sheet input')!;
  expect(document.activeElement).toBe(input);
  for (const [name, value] of Object.entries({
    'aria-label': '核销码',
    autocapitalize: 'characters',
    autocorrect: 'off',
    spellcheck: 'false',
    enterkeyhint: 'search',
    maxlength: '40',
  }))
    expect(input.getAttribute(name), name).toBe(value);
  expect(input.hasAttribute('aria-invalid')).toBe(false);
  document.querySelector('.f-sheet form')!.dispatchEvent(new Event('submit', { cancelable: true }));
  await settle();
  expect(document.querySelector('#ver-error')!.textContent).toBe('请输入核销码');
  expect(input.getAttribute('aria-invalid')).toBe('true');
  document.querySelector<HTMLButtonElement>('.f-shade')!.click();
  expect(document.activeElement).toBe(opener);
});

it('shows the code that was scanned last, whichever is answered first', async () => {
  const answers: Record<string, unknown> = { ...known, '/public/shop/ver/preview': preview };
  const sent = answerCalls(answers);
  const answered = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    if (String(input).endsWith('preview'))
      answers['/public/shop/ver/preview'] = { ...preview, ...(JSON.parse(String(init!.body)) as object) };
    return answered(input, init);
  };
  await open();
  const release = holdCalls((path, body) => path.endsWith('preview') && body.includes(code));
  scanKeys(code);
  scanKeys(`https://example.com/v/${other}`);
  await settle();
  release();
  await settle();
  expect(pathsOf(sent, 'preview')).toHaveLength(2);
  expect(text()).toContain(other.replaceAll(/.{4}(?=.)/g, '$& '));
  expect(text()).not.toContain(shown);
});

it('takes no code anew that is being handed out', async () => {
  const sent = answerCalls({ ...known, '/public/shop/ver/preview': preview, '/public/shop/ver/confirm': verified });
  await open();
  scanKeys(code);
  await settle();
  const release = holdCalls((path) => path.endsWith('confirm'));
  await press('核销');
  scanKeys(code);
  await settle();
  expect(text()).toContain('核销中');
  release();
  await settle();
  expect(text()).toContain('+26.00 元');
  expect([pathsOf(sent, 'preview'), pathsOf(sent, 'confirm')].map(({ length }) => length)).toEqual([1, 1]);
});

it('counts anew what was handed out today when there is more, and fetches the rest page by page', async () => {
  const answers: Record<string, unknown> = {
    ...known,
    '/public/shop/ver/list': { ...page, total: 3, totalPage: 2 },
    '/public/shop/ver/preview': preview,
    '/public/shop/ver/confirm': verified,
  };
  answerCalls(answers);
  await open();
  const rows = (): number => document.querySelectorAll('.f-ver').length;
  answers['/public/shop/ver/list'] = new Error('lost');
  await press('加载更多');
  expect([rows(), text().includes('网络异常，请稍后重试')]).toEqual([1, true]);
  const further = [6, 7].map((id) => ({ ...row, id }));
  answers['/public/shop/ver/list'] = { ...page, list: further, page: 2, total: 3, totalPage: 2 };
  await press('加载更多');
  expect([rows(), text().includes('加载更多')]).toEqual([3, false]);
  answers['/public/shop/ver/list'] = { ...page, sum: { ...sum, todayCount: 4, todayAmount: 2900 } };
  await type(code);
  await press('核销');
  expect(rows()).toBe(1);
  for (const words of ['4 件，29.00 元', '29.00元']) expect(text()).toContain(words);
});

describe('after a prize that was scanned', () => {
  const camera = (): Element | null => document.querySelector('[role=dialog][aria-label=扫核销码]');
  const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
  const tap = async (words: string): Promise<void> => {
    [...document.querySelectorAll('button')].find((button) => button.textContent === words)!.click();
    await pass(20);
  };
  const handOut = async (): Promise<void> => {
    answerCalls({ ...known, '/public/shop/ver/preview': preview, '/public/shop/ver/confirm': verified });
    history.replaceState(null, '', '/r/redeem');
    openField();
    await pass(20);
    scanKeys(code);
    await pass(20);
  };
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('opens the camera for the next one', async () => {
    await handOut();
    await tap('核销');
    await pass(1500);
    expect(camera()).toBeNull();
    await pass(100);
    expect(camera()).not.toBeNull();
  });

  it('opens none over what was opened meanwhile, nor once the card was closed', async () => {
    await handOut();
    await tap('核销');
    await tap('输入核销码');
    await pass(2000);
    expect(camera()).toBeNull();
    await handOut();
    await tap('核销');
    await tap('关闭');
    await pass(2000);
    expect(camera()).toBeNull();
  });

  it('opens none, and asks nothing more, on another screen', async () => {
    await handOut();
    const release = holdCalls((path) => path.endsWith('confirm'));
    await tap('核销');
    history.replaceState(null, '', '/r/bind');
    openField();
    const sent = answerCalls(known);
    release();
    await pass(2000);
    expect(camera()).toBeNull();
    expect(sent).toEqual([]);
    expect(text()).not.toContain('已核销');
  });
});
