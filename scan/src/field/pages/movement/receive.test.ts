import { beforeEach, describe, expect, it } from 'vitest';
import { answerCalls, emptyPage, settle } from '../../../../test/answers.ts';
import { holdCalls } from '../../../../test/hold-calls.ts';
import { buttonOf, press } from '../../../../test/phone-page.ts';
import { scanKeys } from '../../../../test/scan-keys.ts';
import { openField } from '../../open-field.tsx';

const codes = ['AMNSQ74WBEFWXYME', 'ANKZM978FKKY9T48', 'A2HMN29XF6XC9AF4'] as const;
const doc = {
  id: 3,
  deliverNo: 'FH20261120-0041',
  bizType: 1,
  status: 1,
  hasDiff: false,
  fromName: '青岚山茶业',
  toName: '成都锦和商贸',
  warehouse: '',
  logisticsName: '',
  logisticsNo: '',
  remark: '',
  shipAt: '2026-11-20 16:42:00',
  signAt: null,
  itemQty: 3,
  signQty: 0,
  openQty: 3,
  openCodes: 3,
  isReceiver: true,
  wholeOnly: false,
  diffs: [],
};
/** Three items, each its own chip. */
const line = {
  id: 1,
  level: 0,
  productId: 7,
  storeName: '青岚明前龙井',
  spec: '',
  image: '',
  lotNo: 'L1',
  isMixed: false,
  codeCount: 3,
  itemQty: 3,
  status: 1,
  first: codes[0],
  last: codes[2],
  codes: codes.map((code) => ({ code, itemQty: 1 })),
};
/** A run of boxes that are not shown one by one. */
const run = { ...line, id: 2, level: 1, productId: 8, codeCount: 500, itemQty: 3000, codes: [] };
const linesPage = (...list: object[]) => ({ list, total: list.length, page: 1, limit: 100, totalPage: 1 });
const known = {
  '/public/role/deliver/info': doc,
  '/public/role/deliver/line/list': linesPage(line),
};
const answer = (data: object) => ({ code: 200, message: 'ok', data });
/** A box of the run, as the server knows it. */
const box = answer({ state: 'open', code: 'BOX99999', lineId: 2, level: 1, storeName: '', itemQty: 6 });
const stock = { list: [], total: 0, page: 1, limit: 20, totalPage: 0 };
const draftName = 'zy_draft agent-12 sign 3';

const text = (): string => document.body.textContent ?? '';
const go = async (path: string): Promise<void> => {
  history.replaceState(null, '', path);
  openField();
  await settle();
};
const open = (): Promise<void> => go('/r/receive/3');
const scan = async (...scanned: string[]): Promise<void> => {
  for (const code of scanned) scanKeys(code);
  await settle();
};
const type = async (element: HTMLTextAreaElement | HTMLInputElement, words: string): Promise<void> => {
  element.value = words;
  element.dispatchEvent(new Event('input', { bubbles: true }));
  await settle();
};
const note = (): HTMLTextAreaElement => document.querySelector('textarea')!;
const kept = (): Record<string, unknown> => JSON.parse(localStorage.getItem(draftName)!) as Record<string, unknown>;
/** Confirms what is shown, once where nothing is missing. */
const confirm = async (): Promise<void> => {
  buttonOf(`确认签收 ${/签收 (\d+) 件/.exec(text())![1]} 件`)!.click();
  await settle();
  await press('确认签收');
};
type Sent = { path: string; body: unknown }[];
const signed = (sent: Sent): Record<string, unknown>[] =>
  sent.filter(({ path }) => path === '/public/role/sign').map(({ body }) => body as Record<string, unknown>);

Object.defineProperty(globalThis, 'scrollTo', { value: () => undefined, writable: true });
let scrolled: string[] = [];
Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
  scrolled.push(this.textContent);
};
beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('zy_account', 'token-1');
  localStorage.setItem('zy_role', 'agent-12');
  scrolled = [];
  emptyPage();
});

describe('scans', () => {
  it('count both where two come at once, and a doubled one once', async () => {
    answerCalls(known);
    await open();
    expect(text()).toContain('0 / 3 个码已扫');
    await scan(codes[0], codes[1]);
    expect(text()).toContain('2 / 3 件');
    await scan(codes[2], codes[2]);
    expect(text()).toContain('3 / 3 件');
    expect(text()).toContain('编码重复扫描');
    expect(Object.keys(kept().ticked as object)).toEqual([...codes]);
  });

  it('are asked for where a line does not show its codes, each once, also when two answers are on their way', async () => {
    const sent = answerCalls({
      ...known,
      '/public/role/deliver/line/list': linesPage(line, run),
      '/public/role/deliver/code': box,
    });
    await open();
    const release = holdCalls((path) => path.endsWith('/code'));
    await scan('BOX99999', 'BOX99999', codes[0]);
    expect(text()).toContain('1 / 503 个码已扫');
    release();
    await settle();
    expect(sent.filter(({ path }) => path.endsWith('/code'))).toHaveLength(2);
    expect(text()).toContain('2 / 503 个码已扫');
    expect(text()).toContain('7 / 3,003 件');
  });

  it('without a connection are kept, and asked about when it is back', async () => {
    const answers = { ...known, '/public/role/deliver/code': new Error('lost') };
    answerCalls(answers);
    await open();
    await scan('ELSE9999');
    expect(text()).toContain('网络异常，1 个码已记下，联网后核对');
    await press('确认签收 0 件');
    expect(document.querySelector('.f-foot [role=alert]')!.textContent).toBe('网络异常，请稍后重试');
    const other = answer({ state: 'other', code: 'ELSE9999', lineId: null, level: null, storeName: '', itemQty: 0 });
    Object.assign(answers, { '/public/role/deliver/code': other });
    dispatchEvent(new Event('online'));
    await settle();
    expect(text()).not.toContain('联网后核对');
    expect(text()).toContain('1 个码不在单内，不签收');
    expect(document.querySelector('.f-foot [role=alert]')).toBeNull();
  });

  it('are taken back one by one', async () => {
    answerCalls(known);
    await open();
    await scan(codes[0], codes[1]);
    await press('撤回');
    expect(Object.keys(kept().ticked as object)).toEqual([codes[0]]);
    expect(document.querySelector('.f-last')).toBeNull();
  });
});

describe('a receipt', () => {
  it('that was kept by the page of before opens, and is signed with all of it', async () => {
    const damaged = { [codes[1]]: { images: ['/media/a.jpg'], signs: false } };
    const draft = {
      ticked: { [codes[0]]: { lineId: 1, itemQty: 1 }, [codes[1]]: { lineId: 1, itemQty: 1 } },
      wholes: [],
      damaged,
      later: [],
      extra: { ELSE9999: '随车多发' },
      unknown: [],
      note: '少一盒',
    };
    localStorage.setItem(draftName, JSON.stringify(draft));
    const sent = answerCalls({ ...known, '/public/role/sign': { signed: 1, remain: 2, extra: 1 } });
    await open();
    expect(text()).toContain('1 / 3 件');
    expect(document.querySelector('.f-photo img')!.getAttribute('src')).toBe('/media/a.jpg?thumb=1');
    expect(document.querySelector<HTMLInputElement>('input[aria-label="ELSE9999的说明"]')!.value).toBe('随车多发');
    expect(note().value).toBe('少一盒');
    await press('确认签收 1 件');
    expect(scrolled[0]).toContain('破损');
    await confirm();
    expect(signed(sent)).toMatchObject([
      {
        deliverId: 3,
        mode: 'codes',
        codes: [codes[0]],
        diffs: [
          { code: codes[1], kind: 2, images: ['/media/a.jpg'] },
          { code: codes[2], kind: 1 },
        ],
        extra: [{ code: 'ELSE9999', note: '随车多发' }],
        remark: '少一盒',
      },
    ]);
    expect(document.getElementById('toast')!.textContent).toBe('签收成功：1件，2件待处理');
    expect(location.pathname).toBe('/r');
    expect(localStorage.getItem(draftName)).toBeNull();
  });

  it('that leaves something asks for the reason first', async () => {
    const sent = answerCalls(known);
    await open();
    await scan(codes[0], codes[1]);
    await press('确认签收 2 件');
    expect(text()).toContain('记为未到货');
    expect(text()).toContain('1 件，留在单上待处理');
    await press('确认签收 2 件');
    expect(document.getElementById('diff-error')!.textContent).toBe('请填写差异说明');
    expect(document.activeElement).toBe(note());
    await type(note(), '少一盒');
    expect(document.getElementById('diff-error')!.textContent).toBe('');
    expect(kept().note).toBe('少一盒');
    expect(document.activeElement).toBe(note());
    expect(signed(sent)).toEqual([]);
  });

  it('with damage waits for a photograph of it', async () => {
    const sent = answerCalls(known);
    await open();
    await scan(...codes);
    document.querySelector<HTMLButtonElement>(`[aria-label="${codes[0]}，已扫"]`)!.click();
    await press('标记破损');
    expect(text()).toContain('2 / 3 件');
    await press('照收并备注');
    await press('确认签收 3 件');
    expect(document.getElementById('toast')!.textContent).toBe('请给破损的货物拍照');
    document.querySelector<HTMLButtonElement>(`[aria-label="${codes[0]}，有差异"]`)!.click();
    await press('取消破损标记');
    expect(text()).not.toContain('破损的处理');
    expect(text()).toContain('2 / 3 件');
    expect(signed(sent)).toEqual([]);
  });

  it('whose answer was lost is sent again under its number, and under another when it was changed', async () => {
    const sent = answerCalls({ ...known, '/public/role/sign': new Error('lost') });
    await open();
    await scan(...codes);
    await confirm();
    expect(document.querySelector('.f-foot [role=alert]')!.textContent).toBe('网络异常，请稍后重试');
    await confirm();
    expect(document.querySelectorAll('.f-foot [role=alert]')).toHaveLength(1);
    // A doubled one is no change.
    await scan(codes[0]);
    await confirm();
    await press('整单签收');
    await press('签收');
    await press('整单签收');
    await press('签收');
    document.querySelector<HTMLButtonElement>(`[aria-label="${codes[0]}，已扫"]`)!.click();
    await press('撤回');
    await press('整行签收');
    await confirm();
    const [first, again, still, all, allAgain, changed] = signed(sent).map(({ idemKey }) => idemKey as string);
    expect(first!.length).toBeGreaterThanOrEqual(8);
    expect([again, still]).toEqual([first, first]);
    expect(allAgain).toBe(all);
    expect(new Set([first, all, changed]).size).toBe(3);
    expect(signed(sent).at(3)).toMatchObject({ mode: 'all', deliverId: 3 });
  });

  it('of who is stopped is signed whole, and tells nothing apart', async () => {
    const sent = answerCalls({
      ...known,
      '/public/role/deliver/info': { ...doc, wholeOnly: true },
      '/public/role/sign': { signed: 3, remain: 0, extra: 0 },
    });
    await open();
    await scan(codes[0]);
    expect(text()).toContain('0 / 3 件');
    expect(document.querySelector('.f-last')!.textContent).toBe('该身份已停用，只能查看和整单签收');
    await press('整行签收');
    expect(document.getElementById('toast')!.textContent).toBe('该身份已停用，只能查看和整单签收');
    await press('整单签收');
    expect(text()).toContain('确定签收发货单FH20261120-0041共3件？');
    await press('签收');
    expect(signed(sent)).toMatchObject([{ mode: 'all' }]);
    expect(document.getElementById('toast')!.textContent).toBe('签收成功：3件');
  });
});

describe('an answer that comes after the screen was left', () => {
  it('draws nothing, and is not lost to the receipt', async () => {
    answerCalls({
      ...known,
      '/public/role/deliver/line/list': linesPage(line, run),
      '/public/role/deliver/code': box,
      '/public/role/stock': stock,
    });
    await open();
    await scan(codes[0]);
    const release = holdCalls((path) => path.endsWith('/code'));
    await scan('BOX99999');
    await go('/r/stock');
    const before = document.body.innerHTML;
    release();
    await settle();
    expect(document.body.innerHTML).toBe(before);
    expect(Object.keys(kept().ticked as object)).toEqual([codes[0], 'BOX99999']);
  });

  it('moves to no other screen, and ends what was kept', async () => {
    answerCalls({
      ...known,
      '/public/role/sign': { signed: 3, remain: 0, extra: 0 },
      '/public/role/stock': stock,
    });
    await open();
    await scan(...codes);
    const release = holdCalls((path) => path.endsWith('/sign'));
    await confirm();
    expect(buttonOf('签收中')!.disabled).toBe(true);
    await go('/r/stock');
    release();
    await settle();
    expect(location.pathname).toBe('/r/stock');
    expect(localStorage.getItem(draftName)).toBeNull();
  });
});
