import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, emptyPage, settle } from '../../../test/answers.ts';
import { fetchDrawParts } from '../../../test/draw-parts.ts';
import { drawAnswer, playAnswer } from '../../../test/draws.ts';
import { keepToken } from '../../lib/account-token.ts';
import { serverDesk } from '../lib/desk.ts';
import { forgetTicket } from '../lib/kept-ticket.ts';
import { openPlay } from '../open-play.ts';

const code = 'AMNSQ74WBEFWXYME';
const base = '/public/lottery';
const play = () => document.getElementById('play')!;
const hub = (): HTMLButtonElement => play().querySelector<HTMLButtonElement>('.g-hub')!;
const sheet = (): HTMLElement | null => play().querySelector('[role=dialog]');
const input = (): HTMLInputElement => sheet()!.querySelector('input')!;
const said = (): string => document.getElementById('status')!.textContent ?? '';
const asked = (key: string) => ({
  code: 62230,
  message: '请先完成安全验证',
  data: { challenge: { key, picture: `data:image/png;base64,${key}` } },
});

let answers: Record<string, unknown>;
let sent: { path: string; body: unknown }[];
const bodies = (path: string) => sent.filter((one) => one.path === base + path).map(({ body }) => body);
const type = async (characters: string): Promise<void> => {
  input().value = characters;
  sheet()!.querySelector('form')!.requestSubmit();
  await settle();
};

beforeAll(fetchDrawParts);
beforeEach(async () => {
  emptyPage();
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  history.replaceState(null, '', `/c/${code}`);
  keepToken('account-1');
  forgetTicket();
  const shown = playAnswer();
  answers = {
    [`${base}/scan`]: shown,
    [`${base}/ticket`]: asked('k1'),
    [`${base}/challenge`]: { challengeToken: 'pass-1' },
    [`${base}/draw`]: drawAnswer(),
    [`${base}/winners`]: [],
  };
  sent = answerCalls(answers);
  openPlay({
    desk: serverDesk('t1'),
    code,
    productName: '小满桂花乌龙 80g',
    play: shown,
    place: null,
    isTicked: false,
  });
  await settle();
  hub().focus();
  hub().click();
  await settle();
});

describe('a draw that asks for a picture', () => {
  it('shows it on a sheet with its reason, labelled and with the focus in its field', () => {
    expect(sheet()!.getAttribute('aria-modal')).toBe('true');
    expect(document.getElementById(sheet()!.getAttribute('aria-labelledby')!)!.textContent).toBe('安全验证');
    expect(document.activeElement).toBe(input());
    expect(input().labels![0]!.textContent).toBe('图片验证码');
    expect(sheet()!.querySelector('img')!.alt).toBe('验证码图片');
    expect(said()).toBe('安全验证：为保障抽奖公平，请输入图片中的字符后继续抽奖');
    expect(sheet()!.textContent).toContain('无法辨认图片时，请联系主办方');
  });

  it('goes on with the token of the picture that was read', async () => {
    answers[`${base}/ticket`] = { ticket: 'ticket-1' };
    await type('ab3d');
    expect(bodies('/challenge')).toEqual([{ key: 'k1', code: 'ab3d' }]);
    expect(bodies('/ticket')).toMatchObject([{ token: 't1' }, { token: 't1', challengeToken: 'pass-1' }]);
    expect(bodies('/draw')).toHaveLength(1);
    expect(sheet()!.textContent).toContain('恭喜您获得');
  });

  it('brings another picture after a wrong answer and where one is wanted, and says so', async () => {
    answers[`${base}/challenge`] = { ...asked('k2'), message: '验证码不正确，请重新输入' };
    await type('oops');
    expect(sheet()!.querySelector('img')!.src).toContain('k2');
    expect(input().getAttribute('aria-invalid')).toBe('true');
    expect(said()).toBe('验证码不正确，请重新输入');
    expect(document.activeElement).toBe(input());
    answers[`${base}/challenge`] = asked('k3');
    sheet()!.querySelector<HTMLButtonElement>('.captcha')!.click();
    await settle();
    expect(sheet()!.querySelector('img')!.src).toContain('k3');
    expect(input().hasAttribute('aria-invalid')).toBe(false);
    expect(said()).toBe('已换一张图片');
    await type('');
    expect(bodies('/challenge')).toHaveLength(2);
    expect(input().getAttribute('aria-invalid')).toBe('true');
  });

  it('says what went wrong without losing the picture', async () => {
    answers[`${base}/challenge`] = { code: 429, message: '操作过于频繁，请稍后再试', data: null };
    await type('ab3d');
    expect(sheet()!.querySelector('[role=alert]')!.textContent).toBe('操作过于频繁，请稍后再试');
    expect(sheet()!.querySelector('img')!.src).toContain('k1');
  });

  it('can be put off: the sheet closes, the page says why nothing was drawn, and the button asks again', async () => {
    dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    await settle();
    expect(sheet()).toBeNull();
    expect(play().querySelector('.p-chances')!.textContent).toBe('请先完成安全验证');
    expect(hub().disabled).toBe(false);
    expect(document.activeElement).toBe(hub());
    hub().click();
    await settle();
    expect(bodies('/ticket')).toHaveLength(2);
    expect(sheet()).not.toBeNull();
    expect(bodies('/draw')).toEqual([]);
  });

  it('keeps the focus on the sheet', () => {
    const stops = [...sheet()!.querySelectorAll<HTMLElement>('button, input')];
    stops.at(-1)!.focus();
    dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
    expect(document.activeElement).toBe(stops[0]);
    dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', shiftKey: true }));
    expect(document.activeElement).toBe(stops.at(-1));
  });
});

it('a draw that is too risky for now says so and may be tried again', async () => {
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  await settle();
  answers[`${base}/ticket`] = { code: 62231, message: '当前操作存在风险，请稍后再试', data: null };
  hub().click();
  await settle();
  expect(play().querySelector('.p-chances')!.textContent).toBe('当前操作存在风险，请稍后再试');
  expect(hub().disabled).toBe(false);
});
