import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, emptyPage, settle } from '../../../test/answers.ts';
import { fetchDrawParts } from '../../../test/draw-parts.ts';
import { notWon, playAnswer, playedActivity } from '../../../test/draws.ts';
import { keepToken } from '../../lib/account-token.ts';
import { serverDesk } from '../lib/desk.ts';
import { forgetTicket } from '../lib/kept-ticket.ts';
import { openPlay } from '../open-play.ts';

const base = '/public/lottery';
const activity = playedActivity({ game: { freePerDay: 2, shareReward: 3 } });
const game = (free: number, changes: Parameters<typeof playAnswer>[0] = {}) =>
  playAnswer({
    scanId: null,
    activity,
    left: { day: null, total: null },
    points: null,
    turns: { free, from: 'mine', shareLeft: 3, sharePoints: 0 },
    ...changes,
  });
const noTurns = { ok: false, code: drawRefusals.noTurns[0], message: drawRefusals.noTurns[1] };
const play = () => document.getElementById('play')!;
const text = (): string => play().textContent ?? '';
const share = () => play().querySelector<HTMLButtonElement>('.p-share')!;
const hub = () => play().querySelector<HTMLButtonElement>('.g-hub')!;

let answers: Record<string, unknown>;
let sent: { path: string; body: unknown }[];
const asked = (path: string) => sent.filter((one) => one.path === base + path);

const open = async (shown: ReturnType<typeof playAnswer>, from = ''): Promise<void> => {
  answers[`${base}/scan`] ??= shown;
  openPlay({ desk: serverDesk('', 7, from), code: 'P7', productName: '', play: shown, place: null, isTicked: false });
  await settle();
};

beforeAll(fetchDrawParts);
beforeEach(() => {
  emptyPage();
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  history.replaceState(null, '', '/trace/play?activity=7');
  keepToken('account-1');
  forgetTicket();
  answers = {
    [`${base}/login`]: { token: 'account-2', uid: 1, isNew: true, needConsent: false },
    [`${base}/ticket`]: { ticket: 'ticket-1' },
    [`${base}/draw`]: notWon(),
    [`${base}/winners`]: [],
  };
  sent = answerCalls(answers);
});

it('says how many turns are free today, goes on while there are any, and then leads to sharing', async () => {
  await open(game(2));
  expect(text()).toContain('今日还可免费抽 2 次 · 12-31 截止');
  answers[`${base}/scan`] = game(1);
  hub().click();
  await settle();
  expect(text()).toContain('继续抽奖');
  answers[`${base}/scan`] = game(0, { eligibility: noTurns });
  [...play().querySelectorAll('button')].find((one) => one.textContent === '继续抽奖')!.click();
  await settle();
  expect(asked('/draw')).toHaveLength(2);
  expect(text()).toContain('分享给好友，好友参与后您再得 1 次机会');
  expect(text()).not.toContain('继续抽奖');
});

it('sends on a link of its own, and none of who is not known or has got all of the day', async () => {
  await open(game(1));
  expect(share().textContent).toBe('分享给好友，再得 1 次（今日还可得 3 次）');
  const copied = vi.fn<(link: string) => Promise<void>>(async () => undefined);
  vi.stubGlobal('navigator', { ...navigator, userAgent: '', clipboard: { writeText: copied } });
  share().click();
  await settle();
  [...play().querySelectorAll('button')].find((one) => one.textContent === '复制链接')!.click();
  await settle();
  expect(copied.mock.calls[0]![0]).toMatch(/\/trace\/play\?activity=7&from=mine$/);
  vi.unstubAllGlobals();
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  await open(game(1, { turns: { free: 1, from: '', shareLeft: 3, sharePoints: 0 } }));
  expect(play().querySelector<HTMLElement>('.p-shares')!.hidden).toBe(true);
  await open(game(1, { turns: { free: 1, from: 'mine', shareLeft: 0, sharePoints: 0 } }));
  expect(share().hidden).toBe(true);
  expect(text()).toContain('今日分享机会已得满');
});

it('says what a friend brings besides the turn', async () => {
  await open(game(1, { turns: { free: 1, from: 'mine', shareLeft: 2, sharePoints: 5 } }));
  expect(share().textContent).toBe('分享给好友，再得 1 次和 5 积分');
  share().click();
  await settle();
  expect(text()).toContain('您得 1 次机会和 5 积分，今日还可得 2 次');
});

it('says once by whose link somebody came, whether he agrees now or has before', async () => {
  await open(game(2), 'hers');
  hub().click();
  await settle();
  [...play().querySelectorAll('button')].find((one) => one.textContent === '继续抽奖')!.click();
  await settle();
  expect(asked('/login').map(({ body }) => body)).toEqual([expect.objectContaining({ activityId: 7, from: 'hers' })]);
  expect(asked('/login')[0]!.body).not.toHaveProperty('agrees');
});
