import type { PlayAnswer } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { h } from '../lib/elements.ts';
import { mayTry } from './lib/chances.ts';
import { serverDesk, type Desk } from './lib/desk.ts';
import { games } from './games/games.ts';
import type { Scene } from './lib/scene.ts';
import { readHash, toHash } from './lib/views.ts';
import { endDay } from './lib/times.ts';

/** The scan whose code may be drawn with. */
export interface Offered {
  token: string;
  code: string;
  productName: string;
  /** Title of the block, where the firm gave it one. */
  title: string;
}

/** The pages of a draw with the game that is played. */
const fetchPages = async ({ play }: Scene) => {
  const [pages] = await Promise.all([
    import('./open-play.ts'),
    // Where it does not come, its page asks for it again and says so.
    play.activity && games[play.activity.playMode].prefetch(),
  ]);
  return pages;
};

const titleOf = ({ earlier, eligibility, activity, turns }: PlayAnswer): string => {
  if (earlier) return '您已参与本次抽奖';
  if (!mayTry(eligibility)) return activity!.name;
  if (turns && turns.free > 0) return `今日可免费抽 ${turns.free} 次`;
  return activity!.pointsCost ? `${activity!.pointsCost} 积分抽奖一次` : '本次扫码可抽奖 1 次';
};

const noteOf = ({ earlier, eligibility, activity }: PlayAnswer): string =>
  earlier || mayTry(eligibility) ? `${activity!.name} · ${endDay(activity!.endAt)} 截止` : eligibility.message;

/** The card that leads to the draw: what it is, or why it is not for this shopper now. */
export const drawBanner = (play: PlayAnswer, title: string, open: () => void): HTMLElement => {
  const isOff = !play.earlier && !mayTry(play.eligibility);
  return h(
    'section',
    { class: 'card lottery', 'aria-label': '抽奖' },
    h('div', {}, h('h2', {}, (!isOff && !play.earlier && title) || titleOf(play)), h('p', {}, noteOf(play))),
    h(
      'button',
      { type: 'button', class: 'button', disabled: isOff, click: open },
      play.earlier ? '查看结果' : '立即抽奖',
    ),
  );
};

/** The card that leads to 我的奖品 where no draw does: what was won before, and red packets that staff sent. */
const prizesCard = (scene: Scene | null, desk: Desk): HTMLElement => {
  const open = async (): Promise<void> => {
    const { openPlay } = await import('./open-play.ts');
    history.pushState({ play: 1 }, '', location.pathname + location.search + toHash({ name: 'prizes' }));
    openPlay(scene, desk);
  };
  return h(
    'section',
    { class: 'card lottery', 'aria-label': '我的奖品' },
    h('div', {}, h('h2', {}, '我的奖品'), h('p', {}, '查看和领取您的奖品与红包')),
    h('button', { type: 'button', class: 'button', click: () => void open() }, '查看'),
  );
};

/** What the scan itself brought. */
const pointsLine = ({ firstPoints }: PlayAnswer): HTMLElement[] =>
  firstPoints > 0
    ? [h('section', { class: 'card', role: 'status' }, h('p', {}, `首次扫码，已得 ${firstPoints} 积分`))]
    : [];

/** Whether 我的奖品 may have something for whoever scanned: his phone has an account, or the firm sends packets to people it does not know. */
const hasPrizes = async (desk: Desk): Promise<boolean> => {
  if (desk.isKnown()) return true;
  try {
    return (await desk.packetsAsk()).redActiveId !== null;
  } catch {
    return false;
  }
};

/** Asks what activity a scan opens, and offers it in the place kept for it. The verdict stands by then; it waits for nothing of this. */
export const offerDraw = async (place: HTMLElement, { token, code, productName, title }: Offered): Promise<void> => {
  // The page may have gone on while this was loaded.
  if (!place.isConnected) return;
  const desk = serverDesk(token);
  let play: PlayAnswer;
  try {
    play = await desk.scan(null);
  } catch {
    return;
  }
  if (play?.packet && place.isConnected) {
    const { showPacket } = await import('./packet-card.tsx');
    showPacket(place, {
      token,
      packet: play.packet,
      needConsent: play.needConsent || !desk.isKnown(),
      agree: () => desk.agree(''),
    });
    place.append(prizesCard(null, desk));
    return;
  }
  if (!play?.activity) {
    if ((await hasPrizes(desk)) && place.isConnected)
      place.replaceChildren(prizesCard(null, desk), ...(play ? pointsLine(play) : []));
    return;
  }
  if (!place.isConnected) return;
  const scene: Scene = { desk, code, productName, play, place: null, isTicked: false };
  const open = async (): Promise<void> => (await fetchPages(scene)).openPlay(scene);
  place.replaceChildren(drawBanner(play, title, () => void open()));
  place.append(...pointsLine(play));
  if (!play.earlier && !mayTry(play.eligibility)) place.append(prizesCard(scene, desk));
  // A page that was opened anew in the middle of a draw goes on with it.
  if (readHash(location.hash)?.name === 'draw') return open();
  // Fetched before it is asked for, once nothing else is on its way.
  setTimeout(() => void fetchPages(scene), 1500);
};
