import type { DrawAnswer, PlayAnswer, PlayedActivity } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { CallFailed } from '../../lib/call.ts';
import { randomHex } from '../../lib/random-hex.ts';
import { isWechat } from '../../lib/wechat.ts';
import { broughtFor, hasBrought, visitWechat } from '../../lib/wechat-visit.ts';
import { reasonOf } from '../../lib/reason-of.ts';
import { moreWords } from './chances.ts';
import { answeredWith, freshened, isOver, needsConsent, refusedWith, withoutPlace } from './draw-state.ts';
import { phoneFault } from './filing.ts';
import { forgetTicket, keepTicket, keptTicket } from './kept-ticket.ts';
import { changeScene, sceneNow, type Scene } from './scene.ts';
import { takeTicket, type Picture } from './take-ticket.ts';
import { toHash } from './views.ts';

const page = toHash({ name: 'draw' });

/** How a draw ended, and what can be done after it, once that is known. */
export interface Result {
  answer: DrawAnswer;
  next: { canAgain: boolean; more: string } | null;
}

/** What stands on the page of a draw beside what is known of its code. */
export interface Standing {
  isBusy: boolean;
  /** No answer came in time: the same ticket is asked for again. */
  isLate: boolean;
  /** What was refused just now, though it may be tried again. */
  notice: string;
  /** What is missing of him, in words. */
  consentFault: string;
  phoneFault: string;
  /** A picture to be read; `answer` takes the token that says so, nothing where he would not read it. */
  challenge: { picture: Picture; answer: (token?: string) => void } | null;
  result: Result | null;
}

export const atRest: Standing = {
  isBusy: false,
  isLate: false,
  notice: '',
  consentFault: '',
  phoneFault: '',
  challenge: null,
  result: null,
};

/** What a way of playing does while the result is already decided. */
export interface ModeHandle {
  /** Plays towards the answer; done once the shopper has seen where it ended. Without motion it ends at once. */
  reveal: (answer: DrawAnswer) => Promise<void>;
  /** The end of it, without the way there. */
  showEnd: (answer: DrawAnswer) => void;
  /** Ready for another draw. */
  reset: () => void;
}

/** A part of the page as long as it is there. */
export interface Place<T> {
  current: T | null;
}
const place = <T>(): Place<T> => ({ current: null });

/** The acts of a draw: one ticket, one draw, and only then play towards its answer. One act at a time, and whatever it ends with, the page says it. */
export const openDraw = (entered: Scene, activity: PlayedActivity, begun: Standing) => {
  const { desk } = entered;
  const mode = place<ModeHandle>();
  const button = place<HTMLButtonElement>();
  const consent = place<HTMLInputElement>();
  const phone = place<HTMLInputElement>();
  let standing = begun;
  /** Nothing as soon as the page was left. */
  let show: ((standing: Standing) => void) | null = null;

  const put = (changes: Partial<Standing>): void => {
    standing = { ...standing, ...changes };
    show?.(standing);
  };
  const scene = (): Scene => sceneNow(entered);
  const change = (changes: Partial<Scene>, more: Partial<Standing> = {}): void => {
    changeScene(entered, changes);
    put(more);
  };
  const setPlay = (play: PlayAnswer, more?: Partial<Standing>): void => change({ play }, more);

  const isNew = (): boolean => needsConsent({ play: scene().play, isKnown: desk.isKnown() });
  const over = (): boolean => isOver({ activity, play: scene().play });
  /** Within WeChat it says who is here, before anybody is made up; the page comes back and goes on. */
  const asksWechat = (): boolean => isWechat() && !desk.isKnown() && !hasBrought(page);

  /** Asks once more what may be drawn, after a draw or with a place. */
  const refresh = async (): Promise<void> => {
    const fresh = await desk.scan(scene().place);
    setPlay(freshened(scene().play, fresh, activity));
  };

  const showAnswer = (answer: DrawAnswer): void => {
    forgetTicket();
    const result: Result = { answer, next: null };
    setPlay(answeredWith(scene().play, answer), { result });
    const follow = (): void => {
      if (standing.result !== result) return;
      const { play } = scene();
      put({ result: { answer, next: { canAgain: play.eligibility.ok && !over(), more: moreWords(play) } } });
    };
    void refresh().then(follow, follow);
  };

  const refuse = (error: unknown): void => {
    const { play, notice, keepsTicket } = refusedWith(scene().play, error);
    if (!keepsTicket) forgetTicket();
    setPlay(play, { notice });
  };

  const once = async (act: () => Promise<void>): Promise<void> => {
    if (standing.isBusy) return;
    put({ isBusy: true, notice: '', isLate: false });
    try {
      await act();
    } catch (error) {
      refuse(error);
    } finally {
      put({ isBusy: false });
    }
  };

  /** Draws with a ticket, once or again, and plays; `atOnce` without playing, for who comes back to see how it ended. */
  const drawWith = async (ticket: string, clientSeed: string, atOnce: boolean): Promise<void> => {
    let answer: DrawAnswer;
    try {
      answer = await desk.draw(ticket, clientSeed);
    } catch (error) {
      if (!(error instanceof CallFailed) || error.code !== 0) return refuse(error);
      put({ isLate: true });
      addEventListener('online', () => show && standing.isLate && void askKept(), { once: true });
      return undefined;
    }
    put({ isLate: false });
    if (atOnce) mode.current?.showEnd(answer);
    else await mode.current?.reveal(answer);
    if (show) showAnswer(answer);
    return undefined;
  };

  const askKept = async (): Promise<void> => {
    const kept = keptTicket(activity.id, scene().code);
    if (kept) await once(() => drawWith(kept.ticket, kept.clientSeed, true));
  };

  /** Finds out where the phone is; false where it does not say. */
  const locate = async (): Promise<boolean> => {
    const found = scene().place ?? (await desk.locate());
    if (found) change({ place: found });
    else setPlay(withoutPlace(scene().play));
    return found !== null;
  };

  const complainOfPhone = (words: string): void => {
    put({ phoneFault: words });
    phone.current?.focus();
  };
  /** The number he typed; null where it is missing, which the page says. */
  const readPhone = (): string | null => {
    const typed = phone.current?.value.trim() ?? '';
    const fault = phoneFault(typed, '请输入正确的手机号');
    if (!fault) return typed;
    complainOfPhone(fault);
    return null;
  };
  /** Tells the firm his number; false where it would not have it. */
  const tell = async (typed: string): Promise<boolean> => {
    try {
      await desk.tellPhone(typed);
    } catch (error) {
      // It stays where it was typed.
      complainOfPhone(reasonOf(error));
      return false;
    }
    setPlay({ ...scene().play, needPhone: false });
    return true;
  };

  const readPicture = (picture: Picture): Promise<string | undefined> =>
    new Promise((resolve) => {
      const answer = (token?: string): void => {
        put({ challenge: null });
        resolve(token);
      };
      put({ challenge: { picture, answer } });
    });

  const draw = async (): Promise<void> => {
    mode.current?.reset();
    setPlay({ ...scene().play, earlier: null });
    const wasNew = isNew();
    if (wasNew && asksWechat() && (await visitWechat(page, desk.oauth))) return;
    // Asked when the page stays: one that is left for WeChat keeps nothing of him.
    const typed = scene().play.needPhone ? readPhone() : '';
    if (typed === null) return;
    if (wasNew) {
      await desk.agree(broughtFor(page));
      setPlay({ ...scene().play, needConsent: false });
    } else await desk.arrive();
    if (typed && !(await tell(typed))) return;
    if (activity.geoRequired && !(await locate())) return;
    // What is refused to this shopper, or here, is refused before a ticket is opened.
    if (wasNew || typed || activity.geoRequired) await refresh();
    const { earlier, eligibility } = scene().play;
    if (earlier && !eligibility.ok) {
      if (!show) return;
      mode.current?.showEnd(earlier);
      showAnswer(earlier);
    }
    if (!eligibility.ok) return;
    const { code, place: at } = scene();
    const kept = keptTicket(activity.id, code);
    const clientSeed = kept?.clientSeed ?? randomHex();
    const ticket = kept?.ticket ?? (await takeTicket(desk, { activityId: activity.id, place: at }, readPicture));
    keepTicket({ ticket, clientSeed, activityId: activity.id, code });
    await drawWith(ticket, clientSeed, false);
  };

  const press = (): void => {
    const { play, isTicked } = scene();
    if (standing.isBusy) return;
    if (play.earlier && over()) return showAnswer(play.earlier);
    if (!isNew() || isTicked) return void once(draw);
    // All that is missing is told at once; what stands first on the page is where one goes on.
    put({ consentFault: drawRefusals.noConsent[1] });
    consent.current?.focus();
    if (play.needPhone && !asksWechat()) readPhone();
  };

  /** Goes on with what was begun before the page was opened. */
  const begin = (): void => {
    const { earlier } = scene().play;
    if (earlier) mode.current?.showEnd(earlier);
    // Whoever comes back from WeChat had ticked and pressed.
    const goesOn = hasBrought(page);
    if (goesOn) change({ isTicked: true });
    if (goesOn && isNew() && !earlier) press();
    else void askKept();
  };

  return {
    mode,
    button,
    consent,
    phone,
    press,
    askKept: () => void askKept(),
    /** Shows how it stands from here on; answers what ends that: a draw under way then is there when its page is opened again. */
    follow: (shower: (standing: Standing) => void): (() => void) => {
      show = shower;
      begin();
      return () => void (show = null);
    },
    /** Who sent a link on comes back to see what it brought. */
    lookAgain: (): void => {
      if (!standing.isBusy) void refresh().catch(() => undefined);
    },
    tick: (isTicked: boolean) => change({ isTicked }, { consentFault: '' }),
    typePhone: (typed: string) => change({ phone: typed }, { phoneFault: '' }),
    closeResult: () => put({ result: null }),
  };
};
