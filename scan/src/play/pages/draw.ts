import type { DrawAnswer } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { campaignRefusals } from '@zhuiyuan/contract/campaign/campaign-refusals';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { CallFailed } from '../../lib/call.ts';
import { h } from '../../lib/elements.ts';
import { webAddress } from '../../lib/formats.ts';
import { randomHex } from '../../lib/random-hex.ts';
import { codePictures } from '../../parts/code-pictures.ts';
import { reasonOf } from '../../parts/field.ts';
import { pickGame } from '../games/pick-game.ts';
import { chanceWords, isOfTicket, isPassing, isRepeated, mayTry, moreWords } from '../lib/chances.ts';
import { go } from '../lib/go.ts';
import { forgetTicket, keepTicket, keptTicket } from '../lib/kept-ticket.ts';
import { isWechat } from '../../lib/wechat.ts';
import { toHash } from '../lib/views.ts';
import { broughtFor, hasBrought, visitWechat } from '../../lib/wechat-visit.ts';
import { currentScene } from '../lib/scene.ts';
import { consent } from '../parts/consent.ts';
import { phoneAsk } from '../parts/phone-ask.ts';
import { takeTicket } from '../parts/challenge-sheet.ts';
import { copyText } from '../parts/copy-text.ts';
import { leadTo, say } from '../lib/say.ts';
import { whenLeft } from '../../lib/shown-screen.ts';
import { showScreen } from '../parts/layer.ts';
import { openResult } from '../parts/result-sheet.ts';
import { contactLine } from '../parts/contact-line.ts';
import { shareButton } from '../parts/share-sheet.ts';
import { winnersCard } from '../parts/winners.ts';

const page = toHash({ name: 'draw' });
const lateWords = '网络不稳，抽奖结果已保存，点此查看';

/** The page where it is played: one ticket, one draw, and only then the game towards its answer. */
export const showDraw = (): void => {
  const scene = currentScene()!;
  const { desk } = scene;
  const activity = scene.play.activity!;
  const game = pickGame({ activity, productName: scene.productName });
  const { button } = game;
  let isBusy = false;
  /** No answer came in time: the same ticket is asked for again. */
  let isLate = false;
  /** What was refused just now, though it may be tried again. */
  let notice = '';
  let isHere = true;
  const chances = h('p', { class: 'p-chances', role: 'status' });
  // Whoever comes back from WeChat had ticked and pressed.
  const goesOn = hasBrought(page);
  scene.isTicked ||= goesOn;
  const agreed = consent(scene, activity.id);
  const number = phoneAsk(scene);
  const place = h('p', { class: 'p-place' }, '获取您的位置用于活动区域校验');
  const winners = h('div', {});
  // Where the firm is found is told after a draw; whom to ask, always.
  const codes = h('div', {});
  let isLed: boolean | undefined;
  const share = shareButton(activity.id, activity.name);

  const answered = (): DrawAnswer | null => scene.play.earlier;
  /** An answer is there, and this code allows no other draw. */
  const isOver = (): boolean => answered() !== null && (!isRepeated(activity) || !scene.play.eligibility.ok);
  const needsConsent = (): boolean => scene.play.needConsent || !desk.isKnown();
  /** Within WeChat it says who is here, before anybody is made up; the page comes back and goes on. */
  const asksWechat = (): boolean => isWechat() && !desk.isKnown() && !hasBrought(page);

  const draw = (): void => {
    const { eligibility } = scene.play;
    const isOff = !answered() && !mayTry(eligibility);
    game.element.classList.toggle('p-off', isOff);
    button.disabled = isOff || isBusy;
    button.textContent = isBusy ? '抽奖中' : isOver() ? '查看结果' : game.label;
    button.classList.toggle('p-long', button.textContent.length > 2);
    if (isLate)
      chances.replaceChildren(h('button', { type: 'button', class: 'p-late', click: () => void askKept() }, lateWords));
    else chances.textContent = notice || (eligibility.ok || answered() ? chanceWords(scene.play) : eligibility.message);
    chances.classList.toggle('p-refused', Boolean(notice) || isOff);
    agreed.element.hidden = isOff || isOver() || !needsConsent();
    number.element.hidden = isOff || isOver() || !scene.play.needPhone;
    share.draw(scene.play);
    if (isLed !== (answered() !== null)) {
      isLed = answered() !== null;
      const { followQr, serviceQr } = activity;
      codes.replaceChildren(codePictures(isLed ? { followQr, serviceQr } : { serviceQr }) ?? '');
    }
    place.hidden = isOff || isOver() || !activity.geoRequired || scene.place !== null;
  };

  /** Asks once more what may be drawn, after a draw or with a place. */
  const refresh = async (): Promise<void> => {
    const play = await desk.scan(scene.place);
    // A code is drawn with once: what it brought stands, whatever is heard of it a moment later.
    const earlier = play.earlier ?? (isRepeated(activity) ? null : answered());
    scene.play = { ...play, earlier, activity: play.activity ?? activity };
  };

  const showAnswer = (answer: DrawAnswer): void => {
    forgetTicket();
    scene.play = { ...scene.play, earlier: answer, eligibility: { ...scene.play.eligibility, ok: false } };
    draw();
    const fresh = refresh().then(draw, () => undefined);
    openResult({
      answer,
      activity,
      desk,
      again: fresh.then(() => (isHere && scene.play.eligibility.ok && !isOver() ? () => void press() : null)),
      more: fresh.then(() => moreWords(scene.play)),
      closed: draw,
    });
  };

  const refuse = (error: unknown): void => {
    const code = error instanceof CallFailed ? error.code : 0;
    notice = '';
    if (isPassing(code) || isOfTicket(code)) notice = reasonOf(error);
    else scene.play = { ...scene.play, eligibility: { ok: false, code, message: reasonOf(error) } };
    if (!isPassing(code)) forgetTicket();
  };

  /** Draws with a ticket, once or again, and plays; `atOnce` without the game, for who comes back to see how it ended. */
  const drawWith = async (ticket: string, clientSeed: string, atOnce: boolean): Promise<void> => {
    let answer: DrawAnswer;
    try {
      answer = await desk.draw(ticket, clientSeed);
    } catch (error) {
      isLate = error instanceof CallFailed && error.code === 0;
      if (!isLate) refuse(error);
      if (isLate) addEventListener('online', () => isHere && isLate && !isBusy && void askKept(), { once: true });
      return;
    }
    isLate = false;
    if (!isHere) return;
    draw();
    if (atOnce) game.showEnd(answer);
    else await game.reveal(answer);
    if (isHere) showAnswer(answer);
  };

  /** One act at a time; whatever it ends with, the page says it. */
  const once = async (act: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    notice = '';
    isLate = false;
    draw();
    try {
      await act();
    } catch (error) {
      refuse(error);
    } finally {
      isBusy = false;
      if (isHere) draw();
      // A button that is off while it is busy loses the focus it had.
      if (isHere && document.activeElement === document.body) leadTo(button);
    }
  };

  const askKept = async (): Promise<void> => {
    const kept = keptTicket(activity.id, scene.code);
    if (kept) await once(() => drawWith(kept.ticket, kept.clientSeed, true));
  };

  /** Finds out where the phone is; false where it does not say. */
  const locate = async (): Promise<boolean> => {
    scene.place ??= await desk.locate();
    if (scene.place) return true;
    const [code, message] = campaignRefusals.noPlace;
    scene.play = { ...scene.play, eligibility: { ok: false, code, message } };
    return false;
  };

  const press = (): Promise<void> => {
    const earlier = answered();
    if (earlier && isOver()) {
      showAnswer(earlier);
      return Promise.resolve();
    }
    if (needsConsent() && !scene.isTicked) {
      // All that is missing is told at once; what stands first on the page is where one goes on.
      agreed.complain(drawRefusals.noConsent[1]);
      if (scene.play.needPhone && !asksWechat()) number.read();
      return Promise.resolve();
    }
    return once(async () => {
      game.reset();
      scene.play = { ...scene.play, earlier: null };
      const isNew = needsConsent();
      if (isNew) {
        if (asksWechat() && (await visitWechat(page, desk.oauth))) return;
      }
      // Asked when the page stays: one that is left for WeChat keeps nothing of him.
      const phone = scene.play.needPhone ? number.read() : '';
      if (phone === null) return;
      if (isNew) {
        await desk.agree(broughtFor(page));
        scene.play = { ...scene.play, needConsent: false };
      } else await desk.arrive();
      if (phone) {
        try {
          await desk.tellPhone(phone);
        } catch (error) {
          // It stays where it was typed.
          number.complain(reasonOf(error));
          return;
        }
        scene.play = { ...scene.play, needPhone: false };
      }
      if (activity.geoRequired && !scene.place && !(await locate())) return;
      // What is refused to this shopper, or here, is refused before a ticket is opened.
      if (isNew || phone || activity.geoRequired) await refresh();
      const { earlier: before, eligibility } = scene.play;
      if (before && !eligibility.ok) {
        game.showEnd(before);
        return showAnswer(before);
      }
      if (!eligibility.ok) return;
      const kept = keptTicket(activity.id, scene.code);
      const clientSeed = kept?.clientSeed ?? randomHex();
      const ticket = kept?.ticket ?? (await takeTicket(desk, activity.id, scene.place));
      keepTicket({ ticket, clientSeed, activityId: activity.id, code: scene.code });
      await drawWith(ticket, clientSeed, false);
    });
  };
  button.addEventListener('click', () => {
    if (!isBusy) void press();
  });

  const picture = webAddress(activity.bgImage);
  const image = picture && h('img', { class: 'p-picture', src: picture, alt: '', decoding: 'async' });
  if (image) image.addEventListener('error', () => image.remove());
  const hash = activity.seedHash;
  const rule = game.note ?? activity.keyRule;
  showScreen({
    title: activity.name,
    look: 'stage',
    theme: activity.theme,
    bar: activity.firmName,
    action: { words: '规则与概率', view: { name: 'rules', id: String(activity.id) } },
    body: [
      image || null,
      h('h1', { class: 'p-title', tabindex: -1 }, activity.name),
      chances,
      game.element,
      place,
      number.element,
      agreed.element,
      share.element,
      winners,
      h(
        'div',
        { class: 'p-lines' },
        rule && h('p', {}, rule),
        hash &&
          copyText(hash, {
            label: `开奖前已公布承诺值${hash.slice(0, 4)} ${hash.slice(4, 8)} 点按复制`,
            look: 'p-commit',
            words: ['开奖前已公布承诺值', h('code', {}, `${hash.slice(0, 4)} ${hash.slice(4, 8)}`)],
          }),
        h(
          'p',
          { class: 'p-ways' },
          h('button', { type: 'button', class: 'p-link', click: () => go({ name: 'prizes' }) }, '我的奖品'),
        ),
        activity.servicePhone &&
          h(
            'p',
            { class: 'p-service' },
            '客服 ',
            contactLine(activity.servicePhone),
            activity.serviceHours && ` ${activity.serviceHours}`,
          ),
      ),
      codes,
    ],
  });
  whenLeft(() => (isHere = false));
  // Who sent a link on comes back to see what it brought.
  const lookAgain = (): void => {
    if (document.visibilityState === 'visible' && !isBusy) void refresh().then(draw, () => undefined);
  };
  if (activity.game) {
    document.addEventListener('visibilitychange', lookAgain);
    whenLeft(() => document.removeEventListener('visibilitychange', lookAgain));
  }
  const earlier = answered();
  if (earlier) game.showEnd(earlier);
  draw();
  say('');
  if (goesOn && needsConsent() && !answered()) void press();
  else void askKept();
  desk.winners(activity.id).then(
    (rows) => winners.replaceChildren(winnersCard(rows) ?? ''),
    // Nobody waits for them.
    () => undefined,
  );
};
