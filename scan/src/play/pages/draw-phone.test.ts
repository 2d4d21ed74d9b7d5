import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, emptyPage, settle } from '../../../test/answers.ts';
import { fetchDrawParts } from '../../../test/draw-parts.ts';
import { drawAnswer, playAnswer, playedActivity } from '../../../test/draws.ts';
import { keepToken } from '../../lib/account-token.ts';
import { serverDesk } from '../lib/desk.ts';
import { forgetTicket } from '../lib/kept-ticket.ts';
import { openPlay } from '../open-play.ts';

const base = '/public/lottery';
const play = () => document.getElementById('play')!;
const hub = (): HTMLButtonElement => play().querySelector<HTMLButtonElement>('.g-hub, .w-hub, .p-gold')!;
const field = (): HTMLInputElement => play().querySelector<HTMLInputElement>('#draw-phone')!;

let sent: { path: string; body: unknown }[];
const asked = (path: string) => sent.filter((one) => one.path === base + path);

beforeAll(fetchDrawParts);
beforeEach(async () => {
  emptyPage();
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  history.replaceState(null, '', '/c/AMNSQ74WBEFWXYME');
  keepToken('account-1');
  forgetTicket();
  const activity = playedActivity({
    servicePhone: '400-800-1234',
    serviceHours: '9:00-18:00',
    serviceQr: '/media/b.png',
    followQr: '/media/a.png',
  });
  sent = answerCalls({
    [`${base}/scan`]: playAnswer({ activity }),
    [`${base}/phone`]: null,
    [`${base}/ticket`]: { ticket: 'ticket-1' },
    [`${base}/draw`]: drawAnswer(),
    [`${base}/winners`]: [],
  });
  const eligibility = { ok: false, code: 62215, message: '请先绑定手机号' };
  openPlay({
    desk: serverDesk('t1'),
    code: 'AMNSQ74WBEFWXYME',
    productName: '小满桂花乌龙 80g',
    play: playAnswer({ activity, needPhone: true, eligibility }),
    place: null,
    isTicked: false,
  });
  await settle();
});

it('asks for a number that its firm wants to know, and draws when it was told', async () => {
  expect(hub().disabled).toBe(false);
  hub().click();
  await settle();
  expect(play().textContent).toContain('请输入手机号');
  expect(document.activeElement).toBe(field());
  field().value = '1860000209';
  hub().click();
  await settle();
  expect(play().textContent).toContain('请输入正确的手机号');
  expect(asked('/phone')).toEqual([]);
  field().value = '18600002093';
  hub().click();
  await settle();
  expect(asked('/phone')).toEqual([{ path: `${base}/phone`, body: { token: 't1', phone: '18600002093' } }]);
  expect(asked('/draw')).toHaveLength(1);
});

it('says whom to call, and when', () => {
  const line = play().querySelector('.p-service')!;
  expect(line.textContent).toBe('客服 400-800-1234 9:00-18:00');
  expect(line.querySelector('a')!.href).toBe('tel:4008001234');
});

it('shows where to write to at once, and leads to the official account once it was drawn', async () => {
  const codes = () => [...play().querySelectorAll('.code-pictures img')].map((one) => one.getAttribute('src'));
  expect(codes()).toEqual(['/media/b.png']);
  field().value = '18600002093';
  hub().click();
  await settle();
  expect(asked('/draw')).toHaveLength(1);
  expect(codes()).toEqual(['/media/a.png', '/media/b.png']);
});

it('tells at once that consent and number are missing', async () => {
  openPlay({
    desk: serverDesk('t1'),
    code: 'AMNSQ74WBEFWXYME',
    productName: '小满桂花乌龙 80g',
    play: playAnswer({
      activity: playedActivity({}),
      needPhone: true,
      needConsent: true,
      eligibility: { ok: false, code: 62213, message: '请先阅读并同意活动规则与隐私政策' },
    }),
    place: null,
    isTicked: false,
  });
  await settle();
  hub().click();
  await settle();
  expect([...play().querySelectorAll('.p-complaint')].map((one) => one.textContent).filter(Boolean)).toEqual([
    '请输入手机号',
    '请先阅读并同意活动规则与隐私政策',
  ]);
  expect(document.activeElement).toBe(field());
  expect(sent.filter(({ path }) => path.endsWith('/login') || path.endsWith('/phone'))).toEqual([]);
});
