import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, emptyPage, fullAnswer, fullDetail, settle } from '../../test/answers.ts';
import { openPage } from './open-page.tsx';

const text = (): string => document.getElementById('page')!.textContent ?? '';
const press = (label: string): void =>
  [...document.querySelectorAll('button')].find((one) => one.textContent === label)!.click();
const visit = async (path: string): Promise<void> => {
  history.replaceState(null, '', path);
  openPage();
  await settle();
};

// What comes apart is there as on a quick network.
beforeAll(() =>
  Promise.all([
    import('../blocks/trace-blocks.tsx'),
    import('../parts/captcha-form.tsx'),
    import('../parts/code-entry.tsx'),
  ]),
);
beforeEach(() => {
  emptyPage();
  vi.stubGlobal('scrollTo', () => undefined);
});

// What a page loads later does not outlive its test: nothing begins to any more, and what has begun comes to its end.
afterAll(async () => {
  emptyPage();
  await import('../play/offer-draw.tsx');
});

describe('the page of a code', () => {
  it.each([
    ['/c/AMNSQ74WBEFWXYME', { code: 'AMNSQ74WBEFWXYME' }],
    ['/c/amns%20q74w?x=1', { code: 'amns q74w' }],
    ['/?c=AMNSQ74WBEFWXYME', { code: 'AMNSQ74WBEFWXYME' }],
    ['/01/06901234567892/21/AMNSQ74WBEFWXYME', { code: 'AMNSQ74WBEFWXYME', gtin: '06901234567892' }],
    ['/01/06901234567892/10/L-1/21/AMNSQ74WBEFWXYME', { code: 'AMNSQ74WBEFWXYME', gtin: '06901234567892', lot: 'L-1' }],
  ])('%s is asked once, without location', async (path, asked) => {
    const sent = answerCalls({ '/public/trace/scan': fullAnswer('INVALID') });
    await visit(path);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ path: '/public/trace/scan', body: { ...asked, entry: 0, geoSource: 3 } });
    expect(Object.keys(sent[0]!.body as object)).not.toContain('lng');
  });

  it.each(['/q/Sn-01', '/?sn=Sn-01', '/q/茶-01'])(
    '%s is asked as it was printed before a third-party code',
    async (path) => {
      const sent = answerCalls({ '/public/trace/scan': fullAnswer('VOID', { codeText: 'Sn-01' }) });
      await visit(path);
      expect(sent[0]).toMatchObject({ body: { code: `${location.origin}${path}`, entry: 0 } });
    },
  );

  it('says the verdict in h1, title and status', async () => {
    answerCalls({ '/public/trace/scan': fullAnswer('FIRST'), '/public/trace/detail': fullDetail() });
    await visit('/c/AMNSQ74WBEFWXYME');
    expect(document.querySelector('h1')?.textContent).toBe('首次查询 · 正品');
    expect(document.title).toBe('首次查询 · 正品 - 追源验真');
    expect(document.getElementById('status')?.textContent).toContain('首次查询 · 正品');
    expect(document.getElementById('page')?.className).toBe('page ok');
  });

  it('of an unknown code names neither product nor firm, whatever was sent', async () => {
    answerCalls({ '/public/trace/scan': fullAnswer('INVALID') });
    await visit('/c/4QH7MZ2K9TXABW6S');
    expect(text()).toContain('编码不存在');
    expect(text()).toContain('4QH7MZ2K9TXABW6S');
    for (const words of ['青岚', 'L261114-2', '2026-', 'AMNS']) expect(document.body.textContent).not.toContain(words);
  });

  it('without an answer says so and tries again', async () => {
    answerCalls({ '/public/trace/scan': new Error('lost') });
    await visit('/c/AMNSQ74WBEFWXYME');
    expect(document.querySelector('h1')?.textContent).toBe('网络异常，请稍后重试');
    answerCalls({ '/public/trace/scan': fullAnswer('VOID') });
    press('重试');
    await settle();
    expect(document.querySelector('h1')?.textContent).toBe('该码已作废');
  });

  it('calls a mistake of its own neither the network’s nor a sign of counterfeits', async () => {
    const own = new TypeError('rows.at is not a function');
    answerCalls({ '/public/trace/scan': fullAnswer('FIRST') });
    const broken = vi.spyOn(navigator, 'language', 'get').mockImplementation(() => {
      throw own;
    });
    await visit('/c/AMNSQ74WBEFWXYME');
    broken.mockRestore();
    expect(document.querySelector('h1')?.textContent).toBe('页面出错了，请刷新重试');
    expect(text()).not.toMatch(/网络异常|谨防假冒|is not a function/);
  });

  it('tries again by itself when the connection is back', async () => {
    answerCalls({ '/public/trace/scan': new Error('lost') });
    await visit('/c/AMNSQ74WBEFWXYME');
    answerCalls({ '/public/trace/scan': fullAnswer('VOID') });
    dispatchEvent(new Event('online'));
    await settle();
    expect(document.querySelector('h1')?.textContent).toBe('该码已作废');
  });

  it('shows the words of a refusal', async () => {
    answerCalls({ '/public/trace/scan': { code: 500, message: '系统繁忙，请稍后再试', data: null } });
    await visit('/c/AMNSQ74WBEFWXYME');
    expect(document.querySelector('h1')?.textContent).toBe('系统繁忙，请稍后再试');
  });

  it('sends key and characters of the captcha with the same code', async () => {
    const challenge = { key: 'k-1', picture: 'data:image/png;base64,AA==' };
    const answers: Record<string, unknown> = {
      '/public/trace/scan': fullAnswer('LIMITED', { captcha: true, challenge }),
    };
    const sent = answerCalls(answers);
    await visit('/c/AMNSQ74WBEFWXYME');
    answers['/public/trace/scan'] = fullAnswer('VOID');
    document.querySelector('input')!.value = 'ab3d';
    document.querySelector('form')!.requestSubmit();
    await settle();
    expect(sent[1]?.body).toMatchObject({ code: 'AMNSQ74WBEFWXYME', captchaKey: 'k-1', captchaCode: 'ab3d' });
    expect(document.querySelector('h1')?.textContent).toBe('该码已作废');
  });

  it('turns a right PIN into the verdict and a wrong one into the tries left', async () => {
    const answers: Record<string, unknown> = {
      '/public/trace/scan': fullAnswer('NEED_PIN'),
      '/public/trace/pin': { ...fullAnswer('PIN_WRONG'), remain: 4 },
      '/public/trace/detail': fullDetail(),
    };
    const sent = answerCalls(answers);
    await visit('/c/AMNSQ74WBEFWXYME');
    const enter = async (pin: string): Promise<void> => {
      document.querySelector('input')!.value = pin;
      document.querySelector('form')!.requestSubmit();
      await settle();
    };
    await enter('1234');
    expect(text()).toContain('还可以输入 4 次');
    expect(document.activeElement).toBe(document.querySelector('input'));
    answers['/public/trace/pin'] = { ...fullAnswer('FIRST'), remain: null };
    await enter('4321');
    expect(sent.filter(({ path }) => path === '/public/trace/pin')).toHaveLength(2);
    expect(document.querySelector('h1')?.textContent).toBe('首次查询 · 正品');
    expect(document.activeElement).toBe(document.querySelector('h1'));
  });
});

describe('manual entry', () => {
  it.each(['/trace', '/trace?from=wx', '/c', '/c/', '/', '/login', '/00/340123450000000018', '/01/06901234567892'])(
    'opens at %s and asks nothing',
    async (path) => {
      const sent = answerCalls({});
      await visit(path);
      expect(document.querySelector('h1')?.textContent).toBe('查询编码');
      expect(sent).toEqual([]);
    },
  );

  it('asks for the code, and its address takes the place of the form', async () => {
    answerCalls({ '/public/trace/scan': fullAnswer('VOID') });
    await visit('/trace');
    const input = document.querySelector('input')!;
    input.value = 'AMNSQ74WBEFWXYME';
    document.querySelector('form')!.requestSubmit();
    await settle();
    expect(document.querySelector('h1')?.textContent).toBe('该码已作废');
    expect(location.pathname).toBe('/c/AMNSQ74WBEFWXYME');
  });

  it('takes a third-party code as it is written, and goes on under the code the server found in its link', async () => {
    const sent = answerCalls({ '/public/trace/scan': fullAnswer('VOID', { codeText: 'Sn-01/茶' }) });
    await visit('/trace');
    document.querySelector<HTMLButtonElement>('.other-way')!.click();
    await settle();
    document.querySelector('input')!.value = 'https://t.example.cn/q?sn=Sn-01/茶';
    document.querySelector('form')!.requestSubmit();
    await settle();
    expect(sent[0]!.body).toMatchObject({ code: 'https://t.example.cn/q?sn=Sn-01/茶' });
    expect(decodeURIComponent(location.pathname)).toBe('/c/Sn-01/茶');
    await visit(location.pathname);
    expect(sent.at(-1)!.body).toMatchObject({ code: 'Sn-01/茶' });
  });

  it('keeps the form and says so when the connection is lost', async () => {
    answerCalls({ '/public/trace/scan': new Error('lost') });
    await visit('/trace');
    document.querySelector('input')!.value = 'AMNSQ74WBEFWXYME';
    document.querySelector('form')!.requestSubmit();
    await settle();
    expect(text()).toContain('网络异常，请稍后重试');
    expect(document.querySelector('input')?.value).toBe('AMNSQ74WBEFWXYME');
  });

  it('comes back with the typed code after an unknown one', async () => {
    answerCalls({ '/public/trace/scan': fullAnswer('INVALID') });
    await visit('/c/4QH7MZ2K9TXABW6S');
    press('重新输入');
    await settle();
    expect(document.querySelector('input')?.value).toBe('4QH7MZ2K9TXABW6S');
    expect(location.pathname).toBe('/trace');
  });
});

describe('what a firm’s setting adds', () => {
  it('reads the verdict aloud once the page is touched and leads on to the firm’s page, only where asked to', async () => {
    const spoken: string[] = [];
    vi.stubGlobal('speechSynthesis', {
      cancel: () => {},
      speak: ({ words }: { words: string }) => spoken.push(words),
    });
    vi.stubGlobal(
      'SpeechSynthesisUtterance',
      class extends EventTarget {
        lang = '';
        constructor(readonly words: string) {
          super();
        }
      },
    );
    answerCalls({ '/public/trace/scan': fullAnswer('VOID') });
    await visit('/c/AMNSQ74WBEFWXYME');
    expect(spoken).toEqual([]);
    expect(text()).not.toContain('查看更多');
    answerCalls({
      '/public/trace/scan': {
        ...fullAnswer('FIRST'),
        voiceOn: true,
        links: [{ title: '查看更多', url: 'https://shop.example/tea' }],
      },
      '/public/trace/detail': new Error('lost'),
    });
    await visit('/c/AMNSQ74WBEFWXYME');
    await settle();
    expect(spoken).toEqual([]);
    dispatchEvent(new Event('pointerup'));
    dispatchEvent(new Event('pointerup'));
    expect(spoken).toEqual([expect.stringContaining('首次查询')]);
    const link = [...document.querySelectorAll('a')].find((one) => one.textContent === '查看更多');
    expect(link?.getAttribute('href')).toBe('https://shop.example/tea');
    vi.unstubAllGlobals();
  });
});
