import { type ScanAnswer } from '@zhuiyuan/contract/scan/query/public-trace';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, fullAnswer, fullDetail, settle } from '../../test/answers.ts';
import { showOn } from '../../test/show.tsx';
import { AnswerCards } from './answer-cards.tsx';
import type { Asking } from './asking.ts';

const asking = (changes: Partial<Asking> = {}): Asking => ({
  typed: 'AMNSQ74WBEFWXYME',
  remain: null,
  isCaptchaRetry: false,
  again: () => undefined,
  repeat: async () => undefined,
  captcha: async () => undefined,
  pin: async () => undefined,
  ...changes,
});

const view = (answer: ScanAnswer, changes: Partial<Asking> = {}): HTMLElement =>
  showOn('main', <AnswerCards answer={answer} asking={asking(changes)} />);

const buttons = (main: HTMLElement): (string | null)[] =>
  [...main.querySelectorAll('button, a.button')].map((one) => one.textContent || one.getAttribute('aria-label'));

// What comes apart is there as on a quick network.
beforeAll(() =>
  Promise.all([
    import('../blocks/trace-blocks.tsx'),
    import('../parts/captcha-form.tsx'),
    import('../parts/report-form.tsx'),
  ]),
);
let sent: { path: string; body: unknown }[];
beforeEach(() => {
  sent = answerCalls({ '/public/trace/detail': fullDetail(), '/public/trace/report': null });
});

describe('what each verdict shows', () => {
  const withProduct = ['FIRST', 'REPEAT', 'OVER', 'FROZEN'] as const;
  const withoutProduct = ['INACTIVE', 'VOID', 'NEED_PIN', 'PIN_WRONG', 'INVALID', 'LIMITED'] as const;

  it.each(withProduct)('%s shows product, lot, dates, trace, identity and the ways to the firm', async (verdict) => {
    const main = view(fullAnswer(verdict));
    await settle();
    for (const words of ['青岚明前龙井', '规格 250g', '批号 L261114-2', '生产 2026-11-14', '保质期至 2028-05-13'])
      expect(main.textContent).toContain(words);
    expect(main.textContent).toContain('溯源档案');
    expect(main.textContent).toContain('88.118.5/AMNSQ74WBEFWXYME');
    expect(main.querySelector('a[href="tel:400-800-1234"]')?.textContent).toBe('拨打客服');
    expect(buttons(main)).toContain('举报可疑商品');
  });

  it.each(withoutProduct)('%s shows no product, lot or trace even when they were sent', async (verdict) => {
    const main = view(fullAnswer(verdict));
    await settle();
    for (const words of ['青岚明前龙井', 'L261114-2', '2026-11-14', '溯源档案', '标识信息'])
      expect(main.textContent).not.toContain(words);
    expect(main.querySelector('img')).toBeNull();
    expect(sent).toEqual([]);
  });

  it.each(['INACTIVE', 'VOID', 'NEED_PIN', 'PIN_WRONG'] as const)('%s offers the telephone of the firm', (verdict) => {
    expect(buttons(view(fullAnswer(verdict)))).toContain('拨打客服');
  });

  it.each(['FIRST', 'REPEAT', 'OVER', 'FROZEN', 'INACTIVE', 'VOID'] as const)(
    '%s dials nothing where the firm has no service number',
    async (verdict) => {
      const main = view(fullAnswer(verdict, { firm: { name: '青岚山茶业', logo: null, phone: null } }));
      await settle();
      expect(main.querySelector('[href^="tel:"]')).toBeNull();
      expect(main.textContent).not.toContain('拨打客服');
    },
  );

  it('INVALID shows the typed code and nothing of a firm', () => {
    const main = view(fullAnswer('INVALID'), { typed: 'AMNSQ74WBEFWXYMF' });
    expect(main.querySelector('.code')?.textContent).toBe('AMNSQ74WBEFWXYMF');
    expect(main.querySelectorAll('.code span')).toHaveLength(4);
    expect(main.textContent).toContain('请与包装上的编码逐位核对');
    expect(buttons(main)).toEqual(['重新输入', '举报可疑商品']);
    expect(main.textContent).not.toContain('青岚山');
    expect(main.querySelector('a')).toBeNull();
  });

  it('LIMITED offers another try only', () => {
    expect(buttons(view(fullAnswer('LIMITED')))).toEqual(['重新查询']);
  });

  it.each(['REPEAT', 'OVER'] as const)('%s puts first and present query side by side', (verdict) => {
    const facts = view(fullAnswer(verdict, { times: 7 })).querySelector('.queries');
    expect([...facts!.children].map((one) => one.textContent)).toEqual([
      '首次查询11-20 19:42成都市',
      '本次，第 7 次11-21 14:32重庆市',
    ]);
  });

  it('leaves the first query out where the firm keeps it to itself', () => {
    const facts = view(fullAnswer('REPEAT', { firstTime: null, firstCity: null })).querySelector('.queries');
    expect(facts!.children).toHaveLength(1);
  });

  it('says that goods are past their date and that a link was altered, before the product', () => {
    const warning = '链接中的商品信息与登记不一致，谨防假冒';
    const main = view(fullAnswer('FIRST', { expired: true, expireDate: '2026-02-14', warning }));
    const strips = [...main.querySelector('.card')!.children].slice(0, 2);
    expect(strips.map((one) => one.textContent)).toEqual([warning, '该产品已于2026-02-14过期']);
  });

  it('says what a box holds', () => {
    expect(view(fullAnswer('FIRST', { box: { level: 1, quantity: 24 } })).textContent).toContain('小箱码内含 24 件');
  });

  it('repeats the first time to the device that asked first', () => {
    expect(view(fullAnswer('FIRST')).textContent).toContain('首次查询11-20 19:42 成都市');
    expect(view(fullAnswer('FIRST', { firstTime: '2026-11-21 14:32:09' })).textContent).not.toContain('首次查询');
  });

  it('reports which face was scanned', () => {
    expect(view(fullAnswer('FIRST')).textContent).toContain('产品 · 明码');
    expect(view(fullAnswer('FIRST', { face: 1 })).textContent).toContain('产品 · 暗码');
  });

  it('shows the draw only when it is open', () => {
    const lottery = { enabled: true, activityId: 12, entryUrl: '/lottery/12' };
    expect(view(fullAnswer('FIRST', { lottery })).querySelector('.lottery a')?.getAttribute('href')).toBe(
      '/lottery/12',
    );
    expect(view(fullAnswer('FIRST', { lottery: { ...lottery, enabled: false } })).querySelector('.lottery')).toBeNull();
    expect(
      view(fullAnswer('FIRST', { lottery: { ...lottery, entryUrl: 'javascript:1' } })).querySelector('.lottery'),
    ).toBeNull();
  });
});

describe('text from the server', () => {
  const evil = '<img src=x onerror="globalThis.hurt = true">';

  it('is never read as markup', async () => {
    answerCalls({
      '/public/trace/detail': fullDetail({
        logistics: [{ time: '2026-11-18 10:00:00', text: evil, city: evil }],
        identifier: { handle: evil, node: evil, status: 1 },
      }),
    });
    const main = view(
      fullAnswer('REPEAT', {
        product: { storeName: evil, spec: evil, image: 'javascript:alert(1)' },
        firm: { name: evil, logo: null, phone: '400"><b>' },
        lotNo: evil,
        firstCity: evil,
        codeText: evil,
      }),
    );
    await settle();
    expect(main.querySelector('[onerror]')).toBeNull();
    expect(main.querySelector('img[src^="javascript"], a[href^="javascript"]')).toBeNull();
    expect(main.querySelector('h2')?.textContent).toBe(evil);
    expect(main.querySelector('a[href^="tel:"]')?.getAttribute('href')).toBe('tel:400');
  });
});

describe('detail', () => {
  const phoneCard = (main: HTMLElement) => main.querySelector('a[href^="tel:"]')!.closest<HTMLElement>('.card')!;

  it.each([
    ['comes', fullDetail()],
    ['fails', new Error('lost')],
  ])('shows what stands below only once it %s, so that nothing read moves away', async (_how, detail) => {
    answerCalls({ '/public/trace/detail': detail });
    const main = view(fullAnswer('FIRST'));
    expect(phoneCard(main).hidden).toBe(true);
    expect(main.querySelector<HTMLElement>('.product-card')!.hidden).toBe(false);
    await settle();
    expect(phoneCard(main).hidden).toBe(false);
    expect([...main.children].filter((one) => (one as HTMLElement).hidden && one.textContent)).toEqual([]);
  });

  it('keeps what stands below from the eye for two seconds, and no longer, where the trace is slow', async () => {
    globalThis.fetch = () => new Promise(() => undefined);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const main = view(fullAnswer('FIRST'));
      await vi.advanceTimersByTimeAsync(1999);
      expect(phoneCard(main).hidden).toBe(true);
      await vi.advanceTimersByTimeAsync(1);
      expect(phoneCard(main).hidden).toBe(false);
      expect(main.querySelector('.blank-lines')).not.toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it('is left out when the firm has published nothing', async () => {
    answerCalls({ '/public/trace/detail': fullDetail({ flows: [], logistics: [], reports: [], identifier: null }) });
    const main = view(fullAnswer('FIRST'));
    await settle();
    expect(main.textContent).not.toContain('溯源档案');
    expect(main.querySelector('.blank-lines')).toBeNull();
  });

  it('says when it did not come, and comes on another try', async () => {
    answerCalls({ '/public/trace/detail': new Error('lost') });
    const main = view(fullAnswer('FIRST'));
    await settle();
    expect(main.textContent).toContain('溯源档案没有加载出来');
    answerCalls({ '/public/trace/detail': fullDetail() });
    [...main.querySelectorAll('button')].find((one) => one.textContent === '重试')!.click();
    await settle();
    expect(main.textContent).toContain('手工采制');
    expect(main.textContent).not.toContain('没有加载出来');
  });
});

describe('report', () => {
  const open = async (answer: ScanAnswer): Promise<HTMLFormElement> => {
    const main = view(answer);
    Element.prototype.scrollIntoView = () => undefined;
    [...main.querySelectorAll('button')].find((one) => one.textContent === '举报可疑商品')!.click();
    await settle();
    return main.querySelector('form')!;
  };

  it('is not offered for a query that was not recorded', () => {
    expect(buttons(view(fullAnswer('INVALID', { token: '' })))).toEqual(['重新输入']);
  });

  it('asks for the content, then sends it and thanks', async () => {
    const form = await open(fullAnswer('INVALID'));
    form.requestSubmit();
    await settle();
    expect(form.textContent).toContain('请输入举报内容');
    form.querySelector('textarea')!.value = ' 印刷模糊 ';
    form.requestSubmit();
    await settle();
    expect(sent.at(-1)).toEqual({
      path: '/public/trace/report',
      body: { token: 'token-1', content: '印刷模糊', images: [], contact: '', buyPlace: '' },
    });
    expect(document.body.textContent).toContain('提交成功，感谢您的监督');
  });

  it('keeps what was written when it could not be sent', async () => {
    answerCalls({ '/public/trace/report': { code: 429, message: '操作过于频繁，请稍后再试', data: null } });
    const form = await open(fullAnswer('INVALID'));
    form.querySelector('textarea')!.value = '印刷模糊';
    form.requestSubmit();
    await settle();
    expect(form.textContent).toContain('操作过于频繁，请稍后再试');
    expect(form.querySelector('textarea')!.value).toBe('印刷模糊');
  });

  it('takes pictures only where the server does', async () => {
    expect((await open(fullAnswer('INVALID'))).querySelector('input[type=file]')).toBeNull();
    expect(
      (await open(fullAnswer('INVALID', { reportImages: true }))).querySelector('input[type=file]'),
    ).not.toBeNull();
  });
});

describe('scratch PIN and captcha', () => {
  const type = (main: HTMLElement, words: string): void => {
    main.querySelector('input')!.value = words;
    main.querySelector('form')!.requestSubmit();
  };

  it('takes four or six digits, in full width too', () => {
    const tried: string[] = [];
    const main = view(fullAnswer('NEED_PIN'), { pin: async (pin) => void tried.push(pin) });
    for (const words of ['', '123', '12345', 'abcd', '１２３４']) type(main, words);
    expect(tried).toEqual(['1234']);
  });

  it('counts the tries that are left, and closes with the last', () => {
    expect(view(fullAnswer('PIN_WRONG'), { remain: 2 }).textContent).toContain('还可以输入 2 次');
    expect(view(fullAnswer('PIN_WRONG'), { remain: 0 }).querySelector('form')).toBeNull();
  });

  it('shows the picture alone and sends its characters', async () => {
    const tried: string[] = [];
    const challenge = { key: 'k', picture: 'data:image/png;base64,AA==' };
    const main = view(fullAnswer('LIMITED', { captcha: true, challenge }), {
      captcha: async (words) => void tried.push(words),
      isCaptchaRetry: true,
    });
    await settle();
    expect(main.textContent).toContain('请输入正确的验证码');
    type(main, ' aB3d ');
    expect(tried).toEqual(['aB3d']);
    expect(main.textContent).not.toContain('青岚山');
  });
});
