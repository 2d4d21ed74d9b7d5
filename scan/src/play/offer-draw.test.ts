import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, emptyPage, fullAnswer, fullDetail, settle } from '../../test/answers.ts';
import { fetchDrawParts } from '../../test/draw-parts.ts';
import { drawAnswer, playAnswer, playedActivity, prizeDetail } from '../../test/draws.ts';
import { openPage } from '../app/open-page.tsx';
import { accountToken, keepToken } from '../lib/account-token.ts';
import { isTaken } from '../lib/moves.ts';

const scanned = '/public/lottery/scan';
const page = () => document.getElementById('page')!;
const banner = () => page().querySelector<HTMLElement>('.lottery');

const openAll = async (): Promise<void> => {
  openPage();
  for (let round = 0; round < 4; round += 1) {
    await settle();
    await vi.dynamicImportSettled();
  }
};

/** The page of a code, once everything on its way has come. */
const visit = async (answer: unknown, verdict: Parameters<typeof fullAnswer>[0] = 'FIRST') => {
  const sent = answerCalls({
    '/public/trace/scan': fullAnswer(verdict),
    '/public/trace/detail': fullDetail(),
    [scanned]: answer,
    '/public/lottery/winners': [],
  });
  await openAll();
  return sent;
};

beforeAll(fetchDrawParts);
beforeEach(() => {
  emptyPage();
  vi.stubGlobal('scrollTo', () => undefined);
  keepToken('');
  history.replaceState(null, '', '/c/AMNSQ74WBEFWXYME');
});

describe('the entry to a draw', () => {
  it('stands below the product once the verdict is on the screen', async () => {
    const sent = await visit(playAnswer());
    expect(sent.find(({ path }) => path === scanned)!.body).toEqual({ token: 'token-1' });
    expect(sent.findIndex(({ path }) => path === scanned)).toBeGreaterThan(0);
    expect(banner()!.textContent).toBe('本次扫码可抽奖 1 次冬茶暖心季 · 12-31 截止立即抽奖');
    expect(banner()!.parentElement!.previousElementSibling?.classList.contains('product-card')).toBe(true);
  });

  it('opens the page where it is played, and nothing else is asked of the scan', async () => {
    const sent = await visit(playAnswer());
    banner()!.querySelector('button')!.click();
    await vi.dynamicImportSettled();
    await settle();
    expect(document.querySelector('#play h1')?.textContent).toBe('冬茶暖心季');
    expect(location.hash).toBe('#draw');
    expect(sent.filter(({ path }) => path === '/public/trace/scan')).toHaveLength(1);
  });

  it('cannot be pressed by whom it is not for, and says why', async () => {
    await visit(playAnswer({ eligibility: { ok: false, code: 62209, message: '当前时段不在抽奖时间内' } }));
    expect(banner()!.textContent).toContain('当前时段不在抽奖时间内');
    expect(banner()!.querySelector('button')!.disabled).toBe(true);
  });

  it('leads to the result where this shopper has drawn already', async () => {
    await visit(
      playAnswer({ earlier: drawAnswer(), eligibility: { ok: false, code: 62202, message: '该码已被他人参与过抽奖' } }),
    );
    expect(banner()!.textContent).toBe('您已参与本次抽奖冬茶暖心季 · 12-31 截止查看结果');
    expect(banner()!.querySelector('button')!.disabled).toBe(false);
  });

  it('shows that result at once: it is asked for once', async () => {
    await visit(
      playAnswer({ earlier: drawAnswer(), eligibility: { ok: false, code: 62202, message: '该码已被他人参与过抽奖' } }),
    );
    banner()!.querySelector('button')!.click();
    await vi.dynamicImportSettled();
    await settle();
    expect(document.querySelector('#play [role=dialog]')?.textContent).toContain('恭喜您获得');
  });

  it('is the way to the result for whoever comes back from his draw', async () => {
    keepToken('account-1');
    answerCalls({
      '/public/trace/scan': fullAnswer('FIRST'),
      '/public/trace/detail': fullDetail(),
      [scanned]: playAnswer(),
      '/public/lottery/winners': [],
      '/public/lottery/ticket': { ticket: 'ticket-1' },
      '/public/lottery/draw': drawAnswer(),
      '/public/lottery/my/prize': prizeDetail({ claimNo: 'LJ1', drawnAt: '2026-11-22 10:42:07' }),
    });
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    await openAll();
    banner()!.querySelector('button')!.click();
    await vi.dynamicImportSettled();
    await settle();
    document.querySelector<HTMLButtonElement>('#play .g-hub')!.click();
    await settle();
    history.replaceState(null, '', '/c/AMNSQ74WBEFWXYME');
    isTaken();
    await settle();
    expect(document.getElementById('play')).toBeNull();
    expect(banner()!.querySelector('button')!.textContent).toBe('查看结果');
  });

  it('says what a draw by points costs', async () => {
    await visit(playAnswer({ activity: playedActivity({ pointsCost: 50 }) }));
    expect(banner()!.textContent).toContain('50 积分抽奖一次');
  });

  it.each([playAnswer({ activity: null }), new Error('lost'), { code: 500, message: '系统繁忙', data: null }])(
    'is not there without an activity or an answer',
    async (answer) => {
      await visit(answer);
      expect(banner()).toBeNull();
      expect(page().querySelector('h1')?.textContent).toBe('首次查询 · 正品');
    },
  );

  it.each(['INVALID', 'VOID', 'INACTIVE', 'NEED_PIN', 'LIMITED'] as const)(
    'is not asked for behind %s',
    async (verdict) => {
      const sent = await visit(playAnswer(), verdict);
      expect(sent.map(({ path }) => path)).not.toContain(scanned);
    },
  );

  it('drops a sign-in that is over, and asks once more without it', async () => {
    keepToken('old');
    const sent = answerCalls({ '/public/trace/scan': fullAnswer('FIRST'), '/public/trace/detail': fullDetail() });
    const inner = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      if (String(input) !== scanned) return inner(input, init);
      const isSigned = new Headers(init?.headers).has('x-consumer-token');
      sent.push({ path: scanned, body: isSigned });
      return new Response(
        JSON.stringify(
          isSigned
            ? { code: 401, message: '登录已过期', data: null }
            : { code: 200, message: 'ok', data: playAnswer() },
        ),
      );
    };
    await openAll();
    expect(sent.filter(({ path }) => path === scanned).map(({ body }) => body)).toEqual([true, false]);
    expect(accountToken()).toBe('');
    expect(banner()).not.toBeNull();
  });
});
