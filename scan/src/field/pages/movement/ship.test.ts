import { beforeEach, describe, expect, it } from 'vitest';
import { answerCalls, emptyPage, settle } from '../../../../test/answers.ts';
import { holdCalls } from '../../../../test/hold-calls.ts';
import { scanKeys } from '../../../../test/scan-keys.ts';
import { openField } from '../../open-field.tsx';

const codes = ['AMNSQ74WBEFWXYME', 'ANKZM978FKKY9T48'] as const;
const shop = (id: number, name: string, more: object = {}) => ({
  id,
  shopNo: '',
  name,
  doorImage: '',
  agentName: '',
  contact: '',
  phone: '',
  regionName: '成都市',
  address: '武侯祠大街 231 号',
  audit: 1,
  auditRemark: '',
  status: 0,
  lastSupplyAt: null,
  ...more,
});
const pageOf = (...list: object[]) => ({ list, total: list.length, page: 1, limit: 20, totalPage: 1 });
const check = (code: string, more: object = {}) => ({
  code,
  ok: true,
  errCode: 0,
  errMsg: '',
  level: 1,
  storeName: '青岚明前龙井',
  image: '',
  lotNo: 'L1',
  itemQty: 6,
  warn: [],
  ...more,
});
const bad = { ok: false, errCode: 61045, errMsg: '货物不在发货方名下' };
/** Answers to calls; checks are good where nothing else is said. */
const known: Record<string, unknown> = {
  '/public/role/shop/list': pageOf(shop(9, '武侯祠店'), shop(10, '玉林店'), shop(11, '停用店', { status: 1 })),
  '/public/role/agent/list': pageOf({ id: 9, agentNo: 'A0009', name: '双流商贸', contact: '', regionName: '成都市' }),
  '/public/role/stock': pageOf(),
};
const draftName = 'zy_draft agent-12 ship';

const text = (): string => document.body.textContent ?? '';
const toast = (): string => document.getElementById('toast')!.textContent;
const button = (words: string): HTMLButtonElement =>
  [...document.querySelectorAll('button')].findLast((one) => one.textContent.startsWith(words))!;
const press = async (words: string): Promise<void> => {
  button(words).click();
  await settle();
};
const go = async (path: string): Promise<void> => {
  history.replaceState(null, '', path);
  openField();
  await settle();
};
const scan = async (...scanned: string[]): Promise<void> => {
  for (const code of scanned) scanKeys(code);
  await settle();
};
interface Sent {
  path: string;
  body: unknown;
}
const bodies = (sent: Sent[], path: string): Record<string, unknown>[] =>
  sent.filter((one) => one.path === `/public/role/${path}`).map(({ body }) => body as Record<string, unknown>);

/** Answers calls; `judge` says what is wrong with a code for a receiver. */
const answer = (answers: Record<string, unknown>, judge = (_code: string, _toId: number): object => ({})): Sent[] => {
  const all: Record<string, unknown> = { ...known };
  const sent = answerCalls(all);
  const answered = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    Object.assign(all, answers);
    if (String(input).endsWith('/ship/check') && !('/public/role/ship/check' in answers)) {
      const asked = JSON.parse(String(init!.body)) as { codes: string[]; toId: number };
      all['/public/role/ship/check'] = asked.codes.map((code) => check(code, judge(code, asked.toId)));
    }
    return answered(input, init);
  };
  return sent;
};
const kept = () =>
  JSON.parse(localStorage.getItem(draftName)!) as { receiver?: object; rows: { code: string; check?: object }[] };

Object.defineProperty(globalThis, 'scrollTo', { value: () => undefined, writable: true });
beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('zy_account', 'token-1');
  localStorage.setItem('zy_role', 'agent-12');
  emptyPage();
});

describe('scans', () => {
  it('count both where two come at once, and a doubled one once', async () => {
    const sent = answer({});
    await go('/r/ship');
    await scan(codes[0]);
    expect(toast()).toBe('请选择收货方');
    expect(button('停用店').disabled).toBe(true);
    await press('武侯祠店');
    await scan(codes[0], codes[0], codes[1]);
    expect(toast()).toBe('编码重复扫描');
    expect(text()).toContain('已扫 2 个码');
    expect(button('确认发货').textContent).toBe('确认发货 12 件');
    expect(bodies(sent, 'ship/check')).toEqual(codes.map((code) => ({ toKind: 2, toId: 9, codes: [code] })));
    expect(kept()).toMatchObject({
      receiver: { kind: 2, id: 9, name: '武侯祠店' },
      rows: [{ code: codes[1], check: { ok: true } }, { code: codes[0] }],
    });
  });

  it('without a connection are kept, and checked when it is back', async () => {
    const answers: Record<string, unknown> = { '/public/role/ship/check': new Error('lost') };
    answer(answers);
    await go('/r/ship');
    await press('武侯祠店');
    await scan(...codes);
    expect(text()).toContain('待核对');
    await press('确认发货 0 件');
    expect(document.querySelector('.f-foot [role=alert]')!.textContent).toBe('网络异常，请稍后重试');
    answers['/public/role/ship/check'] = [check(codes[1]), check(codes[0], bad)];
    dispatchEvent(new Event('online'));
    await settle();
    expect(document.querySelector('.f-scanned.f-no')!.textContent).toContain('货物不在发货方名下');
    await press('移除 1 个异常码');
    expect(kept().rows).toMatchObject([{ code: codes[1] }]);
  });

  it('of which nothing can be known are refused with the reason, and not kept', async () => {
    answer({ '/public/role/ship/check': { code: 61000, message: '收货方已停用', data: null } });
    await go('/r/ship');
    await press('武侯祠店');
    await scan(codes[0]);
    expect(toast()).toBe('收货方已停用');
    expect(document.querySelector('.f-foot [role=alert]')!.textContent).toBe('收货方已停用');
    expect(text()).toContain('扫描产品码或箱码，可用扫码枪直接扫');
  });
});

it('takes a code out of its box once it is agreed to, with what is in there said before', async () => {
  const box = { code: 'BX4', level: 1, itemQty: 6 };
  const packed = { ok: false, errCode: 61063, errMsg: '编码已装入BX4，请按箱发货或选择拆零发货', level: 0, box };
  const sent = answer({ '/public/role/ship': { id: 41, deliverNo: 'FH1', itemQty: 7 } });
  const answered = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const asked = JSON.parse(String(init?.body ?? '{}')) as { codes?: string[]; splits?: boolean };
    const isPacked = String(input).endsWith('/ship/check') && asked.codes?.includes(codes[0]);
    if (!isPacked) return answered(input, init);
    sent.push({ path: '/public/role/ship/check', body: asked });
    const one = check(codes[0], asked.splits ? { level: 0, itemQty: 1 } : packed);
    return Response.json({ code: 200, message: 'ok', data: [one] });
  };
  await go('/r/ship');
  await press('武侯祠店');
  await scan(codes[0], codes[1]);
  expect(button('移除 1 个异常码').disabled).toBe(false);
  await press('拆零发货');
  expect(document.querySelector('[role=dialog]')!.textContent).toContain(
    `${codes[0]}在小箱BX4内，箱内共6件。拆零后只发这一件`,
  );
  await press('拆零发货');
  expect(bodies(sent, 'ship/check').at(-1)).toMatchObject({ codes: [codes[0]], splits: true });
  await press('确认发货 7 件');
  await press('确定发货');
  expect(bodies(sent, 'ship')).toMatchObject([{ codes: [...codes], splits: true }]);
});

describe('a receiver', () => {
  it('who is changed has everything checked for him, whatever is still told of the one before', async () => {
    const sent = answer({}, (_code, toId) => (toId === 9 ? bad : {}));
    await go('/r/ship');
    await press('武侯祠店');
    await scan(codes[0]);
    expect(text()).toContain('移除 1 个异常码');
    const release = holdCalls((path, body) => path.endsWith('/check') && body.includes('"toId":9'));
    await scan(codes[1]);
    await press('更改');
    await scan('A2HMN29XF6XC9AF4');
    expect(toast()).toBe('请选择收货方');
    await press('玉林店');
    release();
    await settle();
    expect(bodies(sent, 'ship/check').at(-1)).toEqual({ toKind: 2, toId: 10, codes: [codes[1], codes[0]] });
    expect(button('确认发货').textContent).toBe('确认发货 12 件');
  });

  it('may be a dealer of the same number as a shop', async () => {
    const sent = answer({});
    await go('/r/ship');
    await press('武侯祠店');
    await scan(codes[0]);
    await press('更改');
    await press('下级经销商');
    await press('双流商贸');
    expect(text()).toContain('发往经销商双流商贸');
    expect(bodies(sent, 'ship/check').at(-1)).toEqual({ toKind: 1, toId: 9, codes: [codes[0]] });
  });

  it('is the shop whose code was scanned, when it is one of his own', async () => {
    answer({});
    await go('/r/ship?to=shop-77');
    expect(toast()).toBe('该门店不在名下，不能发货');
    await go('/r/ship?to=shop-10');
    expect(text()).toContain('发往门店玉林店');
    await scan('https://example.com/r/ship?to=shop-9');
    expect(text()).toContain('发往门店武侯祠店');
  });
});

describe('a shipment', () => {
  const draft = {
    receiver: { kind: 2, id: 9, name: '武侯祠店' },
    rows: [{ code: codes[1] }, { code: codes[0], check: check(codes[0]) }],
  };
  const confirm = async (): Promise<void> => {
    await press('确认发货 12 件');
    await press('确定发货');
  };

  it('that was kept by the page of before opens, what was not checked is, and it is sent in the order of the scans', async () => {
    localStorage.setItem(draftName, JSON.stringify(draft));
    const sent = answer({ '/public/role/ship': { id: 41, deliverNo: 'FH1', itemQty: 12 } });
    await go('/r/ship');
    expect(bodies(sent, 'ship/check')).toEqual([{ toKind: 2, toId: 9, codes: [codes[1]] }]);
    await press('确认发货 12 件');
    expect(text()).toContain('共12件，发往武侯祠店，确定发货？');
    await press('确定发货');
    expect(bodies(sent, 'ship')).toMatchObject([{ toKind: 2, toId: 9, codes: [...codes] }]);
    expect(toast()).toBe('发货成功：12件');
    expect(location.pathname).toBe('/r/document/41');
    expect(localStorage.getItem(draftName)).toBeNull();
  });

  it('whose answer was lost is sent again as it was, under its number; changed, under another', async () => {
    localStorage.setItem(draftName, JSON.stringify(draft));
    // What went away already is no goods of the dealer any more.
    let isGone = false;
    const sent = answer({ '/public/role/ship': new Error('lost') }, () => (isGone ? bad : {}));
    await go('/r/ship');
    isGone = true;
    await confirm();
    expect(document.querySelector('.f-foot [role=alert]')!.textContent).toBe('网络异常，请稍后重试');
    dispatchEvent(new Event('online'));
    await settle();
    await confirm();
    document.querySelector<HTMLButtonElement>(`[aria-label="移除${codes[1]}"]`)!.click();
    await settle();
    await press('确认发货 6 件');
    await press('确定发货');
    const [first, again, changed] = bodies(sent, 'ship');
    expect(again).toEqual(first);
    expect(changed!.codes).toEqual([codes[0]]);
    expect(changed!.idemKey).not.toBe(first!.idemKey);
  });

  it('that is refused has its codes checked anew, and says why', async () => {
    localStorage.setItem(draftName, JSON.stringify(draft));
    let isGone = false;
    answer({ '/public/role/ship': { code: 61050, message: '部分编码不能发货', data: null } }, (code) =>
      isGone && code === codes[0] ? bad : {},
    );
    await go('/r/ship');
    isGone = true;
    await confirm();
    expect(document.querySelector('.f-foot [role=alert]')!.textContent).toBe('部分编码不能发货');
    expect(button('移除 1 个异常码').disabled).toBe(false);
  });

  it('that was left before its answer moves to no other screen, and is not offered again', async () => {
    localStorage.setItem(draftName, JSON.stringify(draft));
    answer({ '/public/role/ship': { id: 41, deliverNo: 'FH1', itemQty: 12 } });
    await go('/r/ship');
    const release = holdCalls((path) => path.endsWith('/ship'));
    await confirm();
    expect(button('发货中').disabled).toBe(true);
    await go('/r/stock');
    release();
    await settle();
    expect(location.pathname).toBe('/r/stock');
    expect(document.querySelector('h1')!.textContent).toBe('库存');
    expect(localStorage.getItem(draftName)).toBeNull();
  });

  it('that was left while something was checked draws nothing, and keeps what comes of it', async () => {
    localStorage.setItem(draftName, JSON.stringify(draft));
    answer({});
    const release = holdCalls((path) => path.endsWith('/check'));
    await go('/r/ship');
    await press('确认发货 6 件');
    await go('/r/stock');
    const before = document.body.innerHTML;
    release();
    await settle();
    expect(document.body.innerHTML).toBe(before);
    expect(kept().rows[0]).toMatchObject({ code: codes[1], check: { ok: true } });
  });
});
