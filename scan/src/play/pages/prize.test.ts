import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { toTime } from '@zhuiyuan/contract/kit/clock';
import { answerCalls, emptyPage, settle } from '../../../test/answers.ts';
import { prizeDetail } from '../../../test/draws.ts';
import { openPlay } from '../open-play.ts';

const base = '/public/lottery';
const text = (): string => document.getElementById('play')!.textContent ?? '';
const page = () => document.getElementById('play')!;

const open = async (hash: string): Promise<void> => {
  history.replaceState(null, '', `/trace${hash}`);
  openPlay(null);
  await settle();
  await vi.dynamicImportSettled();
  await settle();
};

// What comes apart is there as on a quick network.
beforeAll(() => import('./mine.tsx'));
beforeEach(() => {
  emptyPage();
  vi.stubGlobal('scrollTo', () => undefined);
});

describe('a prize to be fetched at a shop', () => {
  it('has its code as a picture and in groups of four, its last day and the nearest shops', async () => {
    answerCalls({ [`${base}/my/prize`]: prizeDetail({ claimNo: 'A1' }) });
    await open('#prize/A1');
    expect(page().querySelector('h1')?.textContent).toBe('核销码');
    expect([...page().querySelectorAll('.code span')].map((one) => one.textContent)).toEqual(['7K3M', '9QTX', '4VHB']);
    expect(page().querySelector('.q-code path')?.getAttribute('d')).toMatch(/^M4 4h1v1h-1z/);
    expect(text()).toContain('请在2026-12-07（含）前至参与门店出示');
    expect(page().querySelectorAll('.p-shop')).toHaveLength(3);
    page().querySelector<HTMLButtonElement>('.p-all')!.click();
    await settle();
    expect(page().querySelectorAll('.p-shop')).toHaveLength(4);
    expect(page().querySelector<HTMLAnchorElement>('.p-call')!.getAttribute('href')).toBe('tel:028-85551234');
    expect(page().querySelector<HTMLAnchorElement>('.p-where')!.href).toContain('https://uri.amap.com/marker');
  });

  it('once opened, stands without a network', async () => {
    const answers: Record<string, unknown> = { [`${base}/my/prize`]: prizeDetail({ claimNo: 'A2' }) };
    answerCalls(answers);
    await open('#prize/A2');
    answers[`${base}/my/prize`] = new Error('lost');
    await open('#prize/A2');
    expect(text()).toContain('7K3M');
    await open('#prize/A3');
    expect(text()).toContain('网络异常，请稍后重试');
  });

  it('tells how far the shops are once the phone says where it is', async () => {
    vi.stubGlobal('isSecureContext', true);
    const geolocation = {
      getCurrentPosition: (found: (at: unknown) => void) => found({ coords: { longitude: 104, latitude: 30 } }),
    };
    vi.stubGlobal('navigator', { ...navigator, geolocation });
    const answers: Record<string, unknown> = { [`${base}/my/prize`]: prizeDetail({ claimNo: 'A4' }) };
    answerCalls(answers);
    await open('#prize/A4');
    const { shops } = prizeDetail();
    answers[`${base}/my/prize`] = prizeDetail({
      shops: [
        { ...shops[0]!, distance: 820 },
        { ...shops[1]!, distance: 2400 },
      ],
    });
    page().querySelector<HTMLButtonElement>('.p-locate')!.click();
    await settle();
    expect(text()).toContain('附近门店');
    expect([...page().querySelectorAll('.p-far')].map((one) => one.textContent)).toEqual(['820 米', '2.4 公里']);
    expect(page().querySelector('.p-locate')).toBeNull();
  });
});

describe('in place of the code', () => {
  it.each([
    [{ status: ClaimStatus.claimed, claimedAt: '2026-11-24 15:20:00' }, '已领取2026-11-24 15:20 领取'],
    [{ status: ClaimStatus.closed, closeText: '已过领奖期限' }, '已关闭已过领奖期限'],
    [{ hold: true }, '审核中中奖结果审核中，预计24小时内通知您'],
  ])('%o', async (changes, words) => {
    // even where a code is sent along
    answerCalls({ [`${base}/my/prize`]: prizeDetail({ claimNo: 'B1', ...changes }) });
    await open('#prize/B1');
    expect(page().querySelector('.p-state')?.textContent).toBe(words);
    expect(text()).not.toContain('7K3M');
    expect(page().querySelector('.p-shop')).toBeNull();
  });

  it('three days before its end a strip says how long is left', async () => {
    const soon = toTime(Date.now() + 3 * 86_400_000);
    answerCalls({ [`${base}/my/prize`]: prizeDetail({ claimNo: 'B2', expireAt: soon }) });
    await open('#prize/B2');
    expect(page().querySelector('.strip')?.textContent).toBe('还剩 3 天，请尽快领取');
  });
});

describe('我的奖品', () => {
  it('asks for the state of its tab, and says when there is nothing', async () => {
    const asked: string[] = [];
    answerCalls({ [`${base}/my/prizes`]: { list: [prizeDetail()], total: 1, page: 1, limit: 20, totalPage: 1 } });
    const inner = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      asked.push(String(input));
      return inner(input, init);
    };
    await open('#prizes');
    expect(text()).toContain('青岚明前龙井茶礼一等奖 · 秋茶上新季11-22 10:58 抽中');
    answerCalls({ [`${base}/my/prizes`]: { list: [], total: 0, page: 1, limit: 20, totalPage: 0 } });
    [...page().querySelectorAll<HTMLElement>('[role=tab]')].at(-1)!.click();
    await settle();
    expect(text()).toContain('没有已关闭的奖品');
    expect(asked.filter((path) => path.includes('/my/prizes'))).toEqual([`${base}/my/prizes?page=1`]);
  });
});

describe('the tabs of 我的奖品', () => {
  const pageOf = (name: string) => ({
    list: [prizeDetail({ claimNo: name, prize: { ...prizeDetail().prize, name } })],
    total: 1,
    page: 1,
    limit: 20,
    totalPage: 1,
  });
  const tabs = () => [...page().querySelectorAll<HTMLElement>('[role=tab]')];
  const panel = () => page().querySelector('[role=tabpanel]')!.textContent;
  const key = (name: string): boolean =>
    tabs()[0]!.parentElement!.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));

  it('are walked with the arrows round and round, and the one that was chosen last is there when one comes back', async () => {
    answerCalls({
      [`${base}/my/prizes`]: pageOf('茶礼'),
      [`${base}/rule`]: { code: 500, message: '系统繁忙', data: null },
    });
    await open('#prizes');
    tabs()[0]!.click();
    await settle();
    key('ArrowLeft');
    await settle();
    expect(tabs().map((one) => one.getAttribute('aria-selected'))).toEqual(['false', 'false', 'false', 'true']);
    expect(tabs().map((one) => one.tabIndex)).toEqual([-1, -1, -1, 0]);
    expect(document.activeElement).toBe(tabs()[3]);
    await open('#rules/9');
    await open('#prizes');
    expect(tabs()[3]!.getAttribute('aria-selected')).toBe('true');
    key('ArrowRight');
    await settle();
    expect(document.activeElement).toBe(tabs()[0]);
  });

  it('show what was asked for last, though what was asked before comes after it', async () => {
    const answers = { [`${base}/my/prizes`]: pageOf('先问的') };
    answerCalls(answers);
    await open('#prizes');
    let release = (): void => undefined;
    const answered = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      const answer = await answered(input, init);
      if (String(input).includes('status=0')) await new Promise<void>((resolve) => (release = resolve));
      return answer;
    };
    tabs()[1]!.click();
    await settle();
    answers[`${base}/my/prizes`] = pageOf('后问的');
    tabs()[2]!.click();
    await settle();
    expect(panel()).toContain('后问的');
    release();
    await settle();
    expect(panel()).toContain('后问的');
    expect(panel()).not.toContain('先问的');
  });
});

describe('rules and proof', () => {
  it('odds have four decimals, prizes their number', async () => {
    answerCalls({
      [`${base}/rule`]: {
        activityId: 9,
        name: '秋茶上新季',
        firmName: '青岚山茶业',
        ruleText: '第一条\n<b>第二条</b>',
        organizer: '杭州青岚山茶业有限公司',
        contact: '400-800-1234',
        startAt: '2026-11-01 00:00:00',
        endAt: '2026-11-30 23:59:59',
        windowsText: [],
        endedText: '',
        claimDays: 15,
        weightVersion: 2,
        weightHash: 'd40d',
        prizes: [
          {
            tierName: '一等奖',
            prizeName: '茶礼',
            weight: 1,
            stockTotal: 12_000,
            stockLeft: 11_999,
            terms: ['每日限10份'],
          },
        ],
      },
    });
    await open('#rules/9');
    expect(text()).toContain('一等奖0.0001%茶礼共 12,000 份，剩 11,999 份每日限10份');
    expect(text()).toContain('<b>第二条</b>');
    expect(text()).toContain('中奖后 15 天内，逾期视为放弃');
    expect(page().querySelector('a[href^="tel:"]')?.getAttribute('href')).toBe('tel:4008001234');
  });

  it('before the seed is public the promise stands alone', async () => {
    answerCalls({
      [`${base}/fair`]: {
        drawNo: 'CJ1',
        isRevealed: false,
        text: '该期种子将于2026-11-28 00:00:00公开',
        epochNo: 3,
        seedHash: 'ab'.repeat(32),
        seed: '',
        message: '',
        rand: null,
        rawTierName: '',
        tierName: '',
        fallback: 'NONE',
        ok: null,
        seedOk: null,
        randOk: null,
        tierOk: null,
        weightOk: null,
        activityId: 1,
        heads: [],
        headsOk: null,
      },
    });
    await open('#fair/CJ1');
    expect(text()).toContain('该期种子将于2026-11-28 00:00:00公开');
    expect(text()).toContain('ab'.repeat(32));
    expect(text()).not.toContain('不一致');
  });
});
