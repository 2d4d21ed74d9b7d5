import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, emptyPage, settle } from '../../../test/answers.ts';
import { fetchDrawParts } from '../../../test/draw-parts.ts';
import { drawAnswer, playAnswer, playedActivity, prizeDetail } from '../../../test/draws.ts';
import { holdCalls } from '../../../test/hold-calls.ts';
import { keepToken } from '../../lib/account-token.ts';
import { serverDesk } from '../lib/desk.ts';
import { forgetTicket, keptTicket } from '../lib/kept-ticket.ts';
import type { Scene } from '../lib/scene.ts';
import { openPlay } from '../open-play.ts';
import { showView } from '../show-view.tsx';

const code = 'AMNSQ74WBEFWXYME';
const base = '/public/lottery';
const play = () => document.getElementById('play')!;
const text = (): string => play().textContent ?? '';
const hub = () => play().querySelector<HTMLButtonElement>('.g-hub')!;
const dialog = () => play().querySelector('[role=dialog]');
const said = (): string => document.getElementById('status')!.textContent ?? '';

let answers: Record<string, unknown>;
let sent: { path: string; body: unknown }[];
const asked = (path: string) => sent.filter((one) => one.path === base + path);
const sceneOf = (changes: Parameters<typeof playAnswer>[0] = {}): Scene => ({
  desk: serverDesk('t1'),
  code,
  productName: '',
  play: playAnswer(changes),
  place: null,
  isTicked: false,
});
const open = async (scene: Scene): Promise<void> => {
  answers[`${base}/scan`] ??= scene.play;
  openPlay(scene);
  await settle();
};
const leave = async (): Promise<void> => {
  showView({ name: 'rules', id: '7' });
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
    [`${base}/rule`]: { code: 500, message: '系统繁忙', data: null },
    [`${base}/my/prize`]: prizeDetail({ claimNo: 'LJ1' }),
    [`${base}/phone`]: null,
  };
  sent = answerCalls(answers);
});

describe('an answer that comes after the page was left', () => {
  it('shows nothing over the next page, and is there when the page is opened again', async () => {
    const release = holdCalls((path) => path.endsWith('/draw'));
    const scene = sceneOf();
    await open(scene);
    hub().click();
    await settle();
    await leave();
    release();
    await settle();
    expect(dialog()).toBeNull();
    expect(said()).toBe('');
    expect(document.title).toBe('活动规则');
    expect(keptTicket(7, code)?.ticket).toBe('ticket-1');
    showView({ name: 'draw' });
    await settle();
    expect(asked('/ticket')).toHaveLength(1);
    expect(dialog()!.textContent).toContain('恭喜您获得');
  });

  it('ends a picture that was to be read: nothing is drawn with it', async () => {
    const picture = { key: 'k1', picture: 'data:image/png;base64,k1' };
    answers[`${base}/ticket`] = { code: 62230, message: '请先完成安全验证', data: { challenge: picture } };
    const scene = sceneOf();
    await open(scene);
    hub().click();
    await settle();
    expect(dialog()).not.toBeNull();
    await leave();
    answers[`${base}/ticket`] = { ticket: 'ticket-2' };
    showView({ name: 'draw' });
    await settle();
    expect(dialog()).toBeNull();
    expect(hub().disabled).toBe(false);
    hub().click();
    await settle();
    expect(asked('/draw').map(({ body }) => body)).toMatchObject([{ ticket: 'ticket-2' }]);
  });
});

describe('what was begun on the page', () => {
  it('stands when one comes back from the rules: the tick and the number', async () => {
    keepToken('');
    await open(sceneOf({ needConsent: true, needPhone: true, eligibility: { ok: false, code: 62213, message: '' } }));
    play().querySelector<HTMLInputElement>('input[type=checkbox]')!.click();
    const field = () => play().querySelector<HTMLInputElement>('#draw-phone')!;
    field().value = '18600002093';
    field().dispatchEvent(new Event('input', { bubbles: true }));
    await leave();
    showView({ name: 'draw' });
    await settle();
    expect(play().querySelector<HTMLInputElement>('input[type=checkbox]')!.checked).toBe(true);
    expect(field().value).toBe('18600002093');
    answers[`${base}/scan`] = playAnswer();
    hub().click();
    await settle();
    expect(asked('/phone').map(({ body }) => body)).toEqual([{ token: 't1', phone: '18600002093' }]);
    expect(asked('/draw')).toHaveLength(1);
  });

  it('is known when the same code is opened once more from its page', async () => {
    const scene = sceneOf();
    await open(scene);
    hub().click();
    await settle();
    history.replaceState(null, '', `/c/${code}`);
    const { isTaken } = await import('../../lib/moves.ts');
    isTaken();
    expect(document.getElementById('play')).toBeNull();
    openPlay(scene);
    await settle();
    expect(hub().textContent).toBe('查看结果');
    expect(asked('/draw')).toHaveLength(1);
  });
});

describe('the sheet of a result', () => {
  it('gives the focus back to the button that drew', async () => {
    await open(sceneOf());
    hub().click();
    await settle();
    expect(document.activeElement).toBe(dialog()!.querySelector('h2'));
    dialog()!.querySelector<HTMLButtonElement>('.r-close')!.click();
    await settle();
    hub().focus();
    hub().click();
    await settle();
    dialog()!.querySelector<HTMLButtonElement>('.r-close')!.click();
    await settle();
    expect(dialog()).toBeNull();
    expect(document.activeElement).toBe(hub());
  });

  it('keeps the prize it fetched for its page, also without a network', async () => {
    await open(sceneOf());
    hub().click();
    await settle();
    answers[`${base}/my/prize`] = new Error('lost');
    showView({ name: 'prize', id: 'LJ1' });
    await settle();
    await vi.dynamicImportSettled();
    await settle();
    expect(text()).toContain('7K3M9QTX4VHB');
    expect(play().querySelector('[role=alert]')).toBeNull();
  });

  it('offers no other draw before the server has said that there is one', async () => {
    const release = holdCalls((path) => path.endsWith('/scan'));
    await open(sceneOf({ activity: playedActivity({ pointsCost: 50 }) }));
    hub().click();
    await settle();
    expect(dialog()!.textContent).not.toContain('继续抽奖');
    release();
    await settle();
    expect(dialog()!.textContent).toContain('继续抽奖');
  });
});

it('two presses in one moment are one draw, also of who has to agree', async () => {
  keepToken('');
  await open(sceneOf({ needConsent: true }));
  play().querySelector<HTMLInputElement>('input[type=checkbox]')!.click();
  hub().click();
  hub().click();
  await settle();
  expect(asked('/login')).toHaveLength(1);
  expect(asked('/draw')).toHaveLength(1);
});
