import { beforeAll, expect, it, vi } from 'vitest';
import { answerCalls, emptyPage, settle } from '../../../test/answers.ts';
import { fetchDrawParts } from '../../../test/draw-parts.ts';
import { drawAnswer, playAnswer } from '../../../test/draws.ts';
import { keepToken } from '../../lib/account-token.ts';
import { serverDesk } from '../lib/desk.ts';
import { openPlay } from '../open-play.ts';

const code = 'AMNSQ74WBEFWXYME';
const base = '/public/lottery';
const play = () => document.getElementById('play')!;
const hub = (): HTMLButtonElement => play().querySelector<HTMLButtonElement>('.g-hub')!;

const open = async (): Promise<void> => {
  emptyPage();
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  openPlay({
    desk: serverDesk('t1'),
    code,
    productName: '小满桂花乌龙 80g',
    play: playAnswer({ needConsent: true }),
    place: null,
    isTicked: false,
  });
  await settle();
};

beforeAll(fetchDrawParts);
it('a new shopper is signed in as whom WeChat names, and the draw goes on when the page is back', async () => {
  const sent = answerCalls({
    [`${base}/oauth`]: { url: 'https://open.weixin.qq.com/connect/oauth2/authorize?x=1' },
    [`${base}/scan`]: playAnswer(),
    [`${base}/login`]: { token: 'account-2', uid: 1, isNew: true, needConsent: false },
    [`${base}/ticket`]: { ticket: 'ticket-1' },
    [`${base}/draw`]: drawAnswer(),
    [`${base}/winners`]: [],
  });
  const addresses: string[] = [];
  const answer = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    addresses.push(String(input));
    return answer(input, init);
  };
  const asked = (path: string) => sent.filter((one) => one.path === base + path);
  keepToken('');
  history.replaceState(null, '', `/c/${code}`);
  const isWechat = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('MicroMessenger/8.0');
  await open();
  const gone = vi.fn<(url: string) => void>();
  vi.stubGlobal('location', { pathname: `/c/${code}`, search: '', hash: '#draw', assign: gone });
  play().querySelector<HTMLInputElement>('input[type=checkbox]')!.click();
  hub().click();
  await settle();
  expect(gone).toHaveBeenCalledWith('https://open.weixin.qq.com/connect/oauth2/authorize?x=1');
  const query = new URLSearchParams(addresses.find((address) => address.includes('/oauth?'))!.split('?')[1]);
  expect([query.get('token'), query.get('back')]).toEqual(['t1', `/c/${code}#draw`]);
  expect(asked('/login')).toEqual([]);

  vi.unstubAllGlobals();
  history.replaceState(null, '', `/c/${code}?code=abc&state=${query.get('state')}#draw`);
  await open();
  await settle();
  expect(asked('/login').map(({ body }) => body)).toEqual([{ token: 't1', agrees: true, authCode: 'abc' }]);
  expect(asked('/draw')).toHaveLength(1);
  expect(location.search).toBe('');
  isWechat.mockRestore();
});
