import { h } from '../../lib/elements.ts';
import { reasonOf } from '../../parts/field.ts';
import { prizeWords } from '../lib/amounts.ts';
import { pageTitle } from '../lib/claim-state.ts';
import type { Desk, PostingShown, WonDetail } from '../lib/desk.ts';
import { drawQr } from '../lib/draw-qr.ts';
import { playIcon } from '../lib/play-icons.ts';
import { currentDesk, currentScene } from '../lib/scene.ts';
import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType, ClaimMode } from '@zhuiyuan/contract/campaign/prize-terms';
import { daysUntil, leftWords, shortMoment, toDay } from '../lib/times.ts';
import { card, facts, failure, prizePicture, skeleton } from '../parts/cards.ts';
import { openCashWay } from '../parts/cash-way.ts';
import { collectForm } from '../parts/collect-form.ts';
import { copyText } from '../parts/copy-text.ts';
import { showScreen } from '../parts/layer.ts';
import { fetchPrize, keepPrize } from '../lib/kept.ts';
import { addressCard, isPosted, postCard, switchCard } from '../parts/post-way.ts';
import { heldWords } from '../parts/result-sheet.ts';
import { shopsCard } from '../parts/shops-card.ts';
import { cashSteps, drawSteps, stepsOf } from '../parts/steps.ts';
import { contactLine } from '../parts/contact-line.ts';

const soon = 3;

/** A prize, and how far it has come where it goes by post. */
interface Shown {
  won: WonDetail;
  posting: PostingShown | null;
}

/** It waits for its winner to come for it. */
const isOpen = ({ status, hold, isPosted: isSent }: WonDetail): boolean =>
  status === ClaimStatus.open && !hold && !isSent;

const headOf = (won: WonDetail): Node[] => {
  const { prize, tierName, activityName, drawnAt, expireAt } = won;
  return [
    h(
      'div',
      { class: 'p-prize' },
      prizePicture(prize.image, prize.type, 60),
      h(
        'div',
        {},
        h('h2', {}, prizeWords(prize).words),
        h('p', {}, [tierName, activityName].filter(Boolean).join(' · ')),
        h('p', {}, `${shortMoment(drawnAt)} 抽中${isOpen(won) ? `，${leftWords(expireAt)}` : ''}`),
      ),
    ),
  ];
};

const soonStrip = (won: WonDetail): HTMLElement | null =>
  isOpen(won) && daysUntil(won.expireAt) <= soon
    ? h('p', { class: 'strip' }, `${leftWords(won.expireAt)}，请尽快领取`)
    : null;

/** What stands where the code was: claimed, closed, looked at by a person. */
const stateCard = (title: string, tone: string, note: string): HTMLElement =>
  h(
    'section',
    { class: 'card centred p-state' },
    h(
      'span',
      { class: `p-tone-${tone}` },
      playIcon(tone === 'good' ? 'check' : tone === 'gone' ? 'cross' : 'clock', 40, 1.5),
    ),
    h('h2', {}, title),
    h('p', { class: 'p-note' }, note),
  );

/** The redemption code as a picture and in groups of four, and until when it is good. */
const codeCard = (won: WonDetail): HTMLElement => {
  const code = won.verCode.replace(/\s/g, '');
  const picture = h('div', { class: 'q-place' });
  drawQr(code, 176, `核销码 ${code}`).then(
    (drawn) => picture.replaceChildren(drawn),
    // The code below says the same.
    () => picture.remove(),
  );
  return h(
    'section',
    { class: 'card centred q-card', 'aria-label': '核销码' },
    soonStrip(won),
    picture,
    h('p', { class: 'code', translate: 'no' }, ...(code.match(/.{1,4}/g) ?? []).map((group) => h('span', {}, group))),
    h('p', { class: 'q-until' }, '请在 ', h('b', {}, toDay(won.expireAt)), ' 前至参与门店出示'),
    copyText(code, { label: '复制核销码', look: 'q-copy', words: ['复制核销码'] }),
  );
};

/** The way of the money, with what its winner has to do. */
const cashCard = (won: WonDetail, desk: Desk, hearStatus: (status: WonDetail['status']) => void): HTMLElement => {
  const steps = h('div', {}, drawSteps(stepsOf(won.prize.type, won, won)));
  const acts = h('div', { class: 'q-acts' });
  const trouble = h('p', { class: 'p-note q-trouble', role: 'status' });
  const element = h('section', { class: 'card', 'aria-label': '领取进度' }, soonStrip(won), steps, acts, trouble);
  // It is put on the page first.
  queueMicrotask(() =>
    openCashWay({
      desk,
      claimNo: won.claimNo,
      isHere: () => element.isConnected,
      show: (pay, act, words) => {
        hearStatus(pay.status);
        steps.replaceChildren(drawSteps(cashSteps(won, won, pay)));
        acts.replaceChildren(act ?? '');
        trouble.textContent = words;
      },
    }),
  );
  return element;
};

interface MainCard {
  desk: Desk;
  /** Something was done here: it is read again. */
  changed: () => void;
  /** What became of a prize while it was shown. */
  hearStatus: (status: WonDetail['status']) => void;
}

const mainCard = ({ won, posting }: Shown, { desk, changed, hearStatus }: MainCard): HTMLElement => {
  if (posting?.order && isPosted(posting)) return postCard(desk, won, posting.order, changed);
  if (won.status === ClaimStatus.claimed)
    return stateCard('已领取', 'good', won.claimedAt ? `${won.claimedAt.slice(0, 16)} 领取` : '');
  if (won.status === ClaimStatus.closed) return stateCard('已关闭', 'gone', won.closeText || '该奖品已不能领取');
  if (won.hold) return stateCard('审核中', 'doing', heldWords);
  if (won.needCollect) return card('填写领取信息', soonStrip(won), collectForm(desk, won, changed));
  if (won.verCode) return codeCard(won);
  if (posting?.canPost) return addressCard(desk, won, posting, changed);
  if (won.prize.type === PrizeType.cash) return cashCard(won, desk, hearStatus);
  return h(
    'section',
    { class: 'card', 'aria-label': '领取进度' },
    soonStrip(won),
    drawSteps(stepsOf(won.prize.type, won, won)),
  );
};

/** 核销码, or whatever a prize asks of its winner. Once shown it stands without a network. */
export const showPrize = (claimNo: string): void => {
  const desk = currentDesk();
  const scene = currentScene();
  const bodyOf = (shown: Shown): (Node | null)[] => {
    const { won, posting } = shown;
    const isAtShop = won.prize.type === PrizeType.goods && won.claimMode === ClaimMode.shop && isOpen(won);
    const other = isAtShop && posting?.canPost && won.verCode ? switchCard(desk, won, posting, changed) : null;
    const isFar = won.shops.length === 0;
    const locate = async (): Promise<void> => {
      const place = await desk.locate();
      if (!place) throw new Error('没有取得位置');
      if (scene) scene.place = place;
      const located = { won: await desk.prize(claimNo, place), posting };
      keepPrize(claimNo, located);
      if (body.isConnected) fill(located);
    };
    return [
      mainCard(shown, {
        desk,
        changed,
        hearStatus: (status) => head.replaceChildren(...headOf({ ...won, status })),
      }),
      isFar ? other : null,
      isAtShop ? shopsCard(won.shops, locate) : null,
      isFar ? null : other,
      card(
        '奖品信息',
        facts([
          ['抽奖编号', h('code', {}, won.drawNo)],
          ['主办方', won.firmName],
          ['联系方式', contactLine(won.contact)],
        ]),
      ),
    ];
  };
  const body = h('div', {}, skeleton());
  const head = h('div', { class: 'p-prize' });
  const fill = (shown: Shown): void => {
    const { won } = shown;
    head.replaceChildren(...headOf(won));
    body.replaceChildren(...bodyOf(shown).filter((one): one is Node => one !== null));
    const title = won.isPosted ? '邮寄进度' : pageTitle(won);
    document.title = title;
    document.querySelector('#play h1')!.textContent = title;
  };
  const activity = scene?.play.activity;
  showScreen({
    title: '我的奖品',
    look: 'paper',
    bar: '我的奖品',
    action: activity ? { words: '活动规则', view: { name: 'rules', id: String(activity.id) } } : null,
    head: [head],
    body: [body],
  });
  const fetchShown = async (): Promise<Shown> => {
    const won = await desk.prize(claimNo, scene?.place ?? null);
    const goesByPost = won.prize.type === PrizeType.goods && (won.claimMode === ClaimMode.post || won.alsoPost);
    return { won, posting: goesByPost ? await desk.posting(claimNo) : null };
  };
  const load = async (): Promise<void> => {
    try {
      const shown = await fetchPrize(claimNo, fetchShown);
      if (body.isConnected) fill(shown);
    } catch (error) {
      if (body.isConnected) body.replaceChildren(failure(reasonOf(error), () => void load()));
    }
  };
  /** What was done here shows; its head says so. */
  const changed = (): void => void load().then(() => scrollTo(0, 0));
  void load();
};
