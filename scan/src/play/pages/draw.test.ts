import { PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, emptyPage, settle } from '../../../test/answers.ts';
import { fetchDrawParts } from '../../../test/draw-parts.ts';
import { drawAnswer, notWon, playAnswer, playedActivity, prizeDetail } from '../../../test/draws.ts';
import { accountToken, keepToken } from '../../lib/account-token.ts';
import { serverDesk } from '../lib/desk.ts';
import { forgetTicket, keepTicket, keptTicket } from '../lib/kept-ticket.ts';
import { openPlay } from '../open-play.ts';

const code = 'AMNSQ74WBEFWXYME';
const base = '/public/lottery';
const play = () => document.getElementById('play')!;
const text = (): string => play().textContent ?? '';
const button = (words: string): HTMLButtonElement =>
  [...play().querySelectorAll('button')].find((one) => one.textContent === words)!;
const hub = (): HTMLButtonElement => play().querySelector<HTMLButtonElement>('.g-hub, .w-hub, .p-gold')!;

let answers: Record<string, unknown>;
let sent: { path: string; body: unknown }[];
const asked = (path: string) => sent.filter((one) => one.path === base + path);

const open = async (changes: Parameters<typeof playAnswer>[0] = {}): Promise<void> => {
  const shown = playAnswer(changes);
  answers[`${base}/scan`] ??= shown;
  openPlay({
    desk: serverDesk('t1'),
    code,
    productName: '小满桂花乌龙 80g',
    play: shown,
    place: null,
    isTicked: false,
  });
  await settle();
};

beforeAll(fetchDrawParts);
beforeEach(() => {
  emptyPage();
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  history.replaceState(null, '', `/c/${code}`);
  keepToken('account-1');
  forgetTicket();
  answers = {
    [`${base}/login`]: { token: 'account-2', uid: 1, isNew: true, needConsent: false },
    [`${base}/ticket`]: { ticket: 'ticket-1' },
    [`${base}/draw`]: drawAnswer(),
    [`${base}/winners`]: [],
    [`${base}/my/prize`]: prizeDetail({ claimNo: 'LJ1', drawnAt: '2026-11-22 10:42:07' }),
  };
  sent = answerCalls(answers);
});

describe('a draw', () => {
  it('takes one ticket, draws with it once, stops where it was won, and forgets the ticket when it was seen', async () => {
    await open();
    expect(text()).toContain('今日剩余 1 次，共剩余 3 次 · 12-31 截止');
    expect(text()).toContain('9c41 7e0b');
    hub().click();
    hub().click();
    await settle();
    expect(asked('/ticket')).toHaveLength(1);
    expect(asked('/draw')).toEqual([
      { path: `${base}/draw`, body: { ticket: 'ticket-1', clientSeed: expect.stringMatching(/^[0-9a-f]{32}$/) } },
    ]);
    expect(play().querySelector<HTMLElement>('.g-walker')!.style.transform).toContain('calc(2 *');
    const sheet = play().querySelector('[role=dialog]')!;
    expect(sheet.textContent).toContain('恭喜您获得8.88元红包冬茶暖心季 · 三等奖');
    expect(sheet.textContent).toContain('11-22 10:42');
    expect(document.getElementById('status')!.textContent).toBe('恭喜您获得8.88 元红包');
    expect(document.activeElement).toBe(sheet.querySelector('h2'));
    expect(keptTicket(7, code)).toBeNull();
  });

  it('is offered no second time with a code, whatever chances are left; its result can be seen again', async () => {
    await open();
    hub().click();
    await settle();
    dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    await settle();
    expect(play().querySelector('[role=dialog]')).toBeNull();
    expect(hub().textContent).toBe('查看结果');
    hub().click();
    await settle();
    expect(play().querySelector('[role=dialog]')).not.toBeNull();
    expect(asked('/draw')).toHaveLength(1);
  });

  it('by points goes on while there are chances', async () => {
    answers[`${base}/draw`] = notWon();
    await open({ activity: playedActivity({ pointsCost: 50 }) });
    hub().click();
    await settle();
    expect(text()).toContain('很遗憾，未中奖，感谢参与');
    button('继续抽奖').click();
    await settle();
    expect(asked('/draw')).toHaveLength(2);
  });

  it('whose winner is looked at says so and offers nothing to fetch', async () => {
    answers[`${base}/draw`] = drawAnswer({ hold: true });
    await open();
    hub().click();
    await settle();
    expect(text()).toContain('中奖结果审核中，预计24小时内通知您');
    expect(button('知道了')).toBeUndefined();
  });
});

describe('consent', () => {
  it('is asked of a new shopper, not given by itself, and signs him in', async () => {
    keepToken('');
    await open({ needConsent: true });
    const box = play().querySelector<HTMLInputElement>('input[type=checkbox]')!;
    expect(box.checked).toBe(false);
    expect(text()).toContain('我已阅读并同意《隐私政策》与《活动规则》');
    hub().click();
    await settle();
    expect(text()).toContain('请先阅读并同意活动规则与隐私政策');
    expect(sent.map(({ path }) => path)).toEqual([`${base}/winners`]);
    box.click();
    hub().click();
    await settle();
    expect(asked('/login')[0]!.body).toEqual({ token: 't1', agrees: true });
    expect(accountToken()).toBe('account-2');
    expect(asked('/draw')).toHaveLength(1);
  });

  it('of somebody known is told for the account he has', async () => {
    await open({ needConsent: true });
    play().querySelector<HTMLInputElement>('input[type=checkbox]')!.click();
    hub().click();
    await settle();
    expect(asked('/login')[0]!.body).toEqual({ token: 't1', agrees: true });
    expect(asked('/draw')).toHaveLength(1);
  });
});

describe('a draw without an answer', () => {
  it('keeps its ticket and asks for the same draw again, never for a second', async () => {
    answers[`${base}/draw`] = new Error('lost');
    await open();
    hub().click();
    await settle();
    expect(keptTicket(7, code)?.ticket).toBe('ticket-1');
    answers[`${base}/draw`] = drawAnswer({ repeat: true });
    button('网络不稳，抽奖结果已保存，点此查看').click();
    await settle();
    expect(asked('/ticket')).toHaveLength(1);
    const [first, second] = asked('/draw');
    expect(second).toEqual(first);
    expect(text()).toContain('恭喜您获得');
  });

  it('says beside its button that the phone has no network, for as long as it has none', async () => {
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    answers[`${base}/draw`] = new Error('lost');
    await open();
    const beside = () => play().querySelector('.p-offline')!.textContent;
    isOnline.mockReturnValue(false);
    dispatchEvent(new Event('offline'));
    await settle();
    expect(beside()).toBe('');
    hub().click();
    await settle();
    expect(beside()).toBe('网络已断开，联网后自动显示结果');
    answers[`${base}/draw`] = drawAnswer();
    isOnline.mockReturnValue(true);
    dispatchEvent(new Event('online'));
    await settle();
    expect(beside()).toBe('');
    expect(text()).toContain('恭喜您获得');
    isOnline.mockRestore();
  });

  it('shows its result when the page is opened anew', async () => {
    keepTicket({ ticket: 'ticket-9', clientSeed: 'ab', activityId: 7, code });
    await open();
    expect(asked('/draw')[0]!.body).toEqual({ ticket: 'ticket-9', clientSeed: 'ab' });
    expect(text()).toContain('恭喜您获得');
    expect(asked('/ticket')).toEqual([]);
  });

  it('of another code is left alone', async () => {
    keepTicket({ ticket: 'ticket-9', clientSeed: 'ab', activityId: 7, code: 'OTHER' });
    await open();
    expect(asked('/draw')).toEqual([]);
  });

  it('goes by itself once the network is back', async () => {
    answers[`${base}/draw`] = new Error('lost');
    await open();
    hub().click();
    await settle();
    answers[`${base}/draw`] = drawAnswer();
    dispatchEvent(new Event('online'));
    await settle();
    expect(text()).toContain('恭喜您获得');
  });
});

describe('a shopper who may not draw', () => {
  it('reads why in place of the chances, and the rules still open', async () => {
    answers[`${base}/rule`] = { code: 500, message: '系统繁忙，请稍后再试', data: null };
    await open({ eligibility: { ok: false, code: 62208, message: '活动已暂停，请稍后再来' } });
    expect(play().querySelector('.p-chances')?.textContent).toBe('活动已暂停，请稍后再来');
    expect(hub().disabled).toBe(true);
    expect(play().querySelector('.p-off')).not.toBeNull();
    button('规则与概率').click();
    await settle();
    expect(location.hash).toBe('#rules/7');
  });

  it('is told what the draw was refused for, and its ticket is dropped', async () => {
    answers[`${base}/draw`] = { code: 62220, message: '奖品已全部发放完毕', data: null };
    await open();
    hub().click();
    await settle();
    expect(play().querySelector('.p-chances')?.textContent).toBe('奖品已全部发放完毕');
    expect(hub().disabled).toBe(true);
    expect(keptTicket(7, code)).toBeNull();
  });

  it('may try the same ticket again where there was too much going on', async () => {
    answers[`${base}/draw`] = { code: 62299, message: '参与人数较多，请稍后再试', data: null };
    await open();
    hub().click();
    await settle();
    expect(text()).toContain('参与人数较多，请稍后再试');
    answers[`${base}/draw`] = drawAnswer();
    hub().click();
    await settle();
    expect(asked('/ticket')).toHaveLength(1);
    expect(text()).toContain('恭喜您获得');
  });

  it('gets another ticket where his was over', async () => {
    answers[`${base}/draw`] = { code: 62221, message: '抽奖凭证已过期，请重新扫码', data: null };
    await open();
    hub().click();
    await settle();
    answers[`${base}/draw`] = drawAnswer();
    hub().click();
    await settle();
    expect(asked('/ticket')).toHaveLength(2);
  });
});

describe('the place of the phone', () => {
  const at = (answer: (found: (at: unknown) => void, failed: () => void) => void): void => {
    vi.stubGlobal('isSecureContext', true);
    vi.stubGlobal('navigator', { ...navigator, geolocation: { getCurrentPosition: answer } });
  };

  it('is asked for only where the activity wants it, with the press', async () => {
    const find = vi.fn<(found: (at: unknown) => void) => void>((found) =>
      found({ coords: { longitude: 104, latitude: 30 } }),
    );
    at(find);
    await open();
    hub().click();
    await settle();
    expect(find).not.toHaveBeenCalled();
    await open({ activity: playedActivity({ geoRequired: true }) });
    expect(text()).toContain('获取您的位置用于活动区域校验');
    hub().click();
    await settle();
    expect(asked('/ticket').at(-1)!.body).toMatchObject({ lng: 104, lat: 30 });
  });

  it('that is refused keeps the draw from being made, and can be given afterwards', async () => {
    at((_found, failed) => failed());
    await open({ activity: playedActivity({ geoRequired: true }) });
    hub().click();
    await settle();
    expect(text()).toContain('请开启定位后参与');
    expect(hub().disabled).toBe(false);
    expect(asked('/ticket')).toEqual([]);
  });
});

describe('the ways of playing', () => {
  it.each([
    [PlayMode.wheel, '抽奖'],
    [PlayMode.scratch, '抽奖'],
    [PlayMode.egg, '砸开这一枚'],
    [PlayMode.direct, '立即抽奖'],
  ])('%i: without motion the result is there at once', async (playMode, label) => {
    await open({ activity: playedActivity({ playMode }) });
    expect(hub().textContent).toBe(label);
    hub().click();
    await expect.poll(text).toContain('恭喜您获得');
  });

  it('the wheel turns the third sector under its pointer', async () => {
    await open({ activity: playedActivity({ playMode: PlayMode.wheel }) });
    hub().click();
    await settle();
    expect(play().querySelector<HTMLElement>('.w-disc')!.style.transform).toBe('rotate(-90deg)');
  });

  it('an egg is chosen with the arrows, and the choice changes nothing', async () => {
    await open({ activity: playedActivity({ playMode: PlayMode.egg }) });
    const [, middle, right] = play().querySelectorAll<HTMLElement>('[role=radio]');
    expect(middle!.getAttribute('aria-checked')).toBe('true');
    middle!.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    await settle();
    expect(right!.getAttribute('aria-checked')).toBe('true');
    expect(text()).toContain('已选右边一枚，三枚中奖机会相同');
  });

  it('a card can be rubbed only after the draw, and its button then takes the rest off', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    await open({ activity: playedActivity({ playMode: PlayMode.scratch }) });
    expect(text()).not.toContain('8.88');
    hub().click();
    await settle();
    expect(text()).toContain('三等奖8.88 元现金红包');
    expect(play().querySelector('[role=dialog]')).toBeNull();
    expect(hub().textContent).toBe('全部刮开');
    hub().click();
    await expect.poll(text).toContain('恭喜您获得');
  });
});

describe('the layer', () => {
  it('lies over the page of the code, which stands as it was when one goes back', async () => {
    document.getElementById('page')!.innerHTML = '<main>首次查询</main>';
    document.title = '首次查询 - 追源验真';
    await open();
    expect(document.getElementById('page')!.hidden).toBe(true);
    expect(location.hash).toBe('#draw');
    history.replaceState(null, '', `/c/${code}`);
    const { isTaken } = await import('../../lib/moves.ts');
    expect(isTaken()).toBe(true);
    expect(document.getElementById('play')).toBeNull();
    expect(document.getElementById('page')!.hidden).toBe(false);
    expect(document.title).toBe('首次查询 - 追源验真');
  });

  it('of another code gives way to its page', async () => {
    await open();
    history.replaceState(null, '', '/c/OTHER');
    const { isTaken } = await import('../../lib/moves.ts');
    expect(isTaken()).toBe(false);
    expect(document.getElementById('play')).toBeNull();
  });
});
