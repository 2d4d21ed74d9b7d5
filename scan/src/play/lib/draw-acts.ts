import type { DrawAnswer, PlayAnswer, PlayedActivity } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { CallFailed } from '../../lib/call.ts';
import { randomHex } from '../../lib/random-hex.ts';
import { isWechat } from '../../lib/wechat.ts';
import { broughtFor, hasBrought, visitWechat } from '../../lib/wechat-visit.ts';
import { reasonOf } from '../../parts/field.ts';
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

/** What the acts of a draw want of its page. */
export interface DrawStage {
  show: (standing: Standing) => void;
  /** Plays towards an answer; done once it was seen. */
  reveal: (answer: DrawAnswer) => Promise<void>;
  showEnd: (answer: DrawAnswer) => void;
  /** Ready for another draw. */
  reset: () => void;
  /** What stands in the field of his number. */
  typedPhone: () => string;
  /** Leads to where something is missing. */
  leadToConsent: () => void;
  leadToPhone: () => void;
}

/** The acts of a draw: one ticket, one draw, and only then the game towards its answer. One act at a time, and whatever it ends with, the page says it. */
export const openDraw = (entered: Scene, activity: PlayedActivity, stage: DrawStage, begun = atRest) => {
  const { desk } = entered;
  let standing = begun;
  let isHere = true;

  const put = (changes: Partial<Standing>): void => {
    standing = { ...standing, ...changes };
    if (isHere) stage.show(standing);
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

  /** Draws with a ticket, once or again, and plays; `atOnce` without the game, for who comes back to see how it ended. */
  const drawWith = async (ticket: string, clientSeed: string, atOnce: boolean): Promise<void> => {
    let answer: DrawAnswer;
    try {
      answer = await desk.draw(ticket, clientSeed);
    } catch (error) {
      if (!(error instanceof CallFailed) || error.code !== 0) return refuse(error);
      put({ isLate: true });
      addEventListener('online', () => isHere && standing.isLate && void askKept(), { once: true });
      return undefined;
    }
    put({ isLate: false });
    if (atOnce) stage.showEnd(answer);
    else await stage.reveal(answer);
    if (isHere) showAnswer(answer);
    return undefined;
  };

  const askKept = async (): Promise<void> => {
    const kept = keptTicket(activity.id, scene().code);
    if (kept) await once(() => drawWith(kept.ticket, kept.clientSeed, true));
  };

  /** Finds out where the phone is; false where it does not say. */
  const locate = async (): Promise<boolean> => {
    const place = scene().place ?? (await desk.locate());
    if (place) change({ place });
    else setPlay(withoutPlace(scene().play));
    return place !== null;
  };

  const complainOfPhone = (words: string): void => {
    put({ phoneFault: words });
    stage.leadToPhone();
  };
  /** The number he typed; null where it is missing, which the page says. */
  const readPhone = (): string | null => {
    const phone = stage.typedPhone();
    const fault = phoneFault(phone, '请输入正确的手机号');
    if (!fault) return phone;
    complainOfPhone(fault);
    return null;
  };
  /** Tells the firm his number; false where it would not have it. */
  const tell = async (phone: string): Promise<boolean> => {
    try {
      await desk.tellPhone(phone);
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
    stage.reset();
    setPlay({ ...scene().play, earlier: null });
    const wasNew = isNew();
    if (wasNew && asksWechat() && (await visitWechat(page, desk.oauth))) return;
    // Asked when the page stays: one that is left for WeChat keeps nothing of him.
    const phone = scene().play.needPhone ? readPhone() : '';
    if (phone === null) return;
    if (wasNew) {
      await desk.agree(broughtFor(page));
      setPlay({ ...scene().play, needConsent: false });
    } else await desk.arrive();
    if (phone && !(await tell(phone))) return;
    if (activity.geoRequired && !(await locate())) return;
    // What is refused to this shopper, or here, is refused before a ticket is opened.
    if (wasNew || phone || activity.geoRequired) await refresh();
    const { earlier, eligibility } = scene().play;
    if (earlier && !eligibility.ok) {
      if (!isHere) return;
      stage.showEnd(earlier);
      showAnswer(earlier);
    }
    if (!eligibility.ok) return;
    const { code, place } = scene();
    const kept = keptTicket(activity.id, code);
    const clientSeed = kept?.clientSeed ?? randomHex();
    const ticket = kept?.ticket ?? (await takeTicket(desk, { activityId: activity.id, place }, readPicture));
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
    stage.leadToConsent();
    if (play.needPhone && !asksWechat()) readPhone();
  };

  return {
    press,
    askKept: () => void askKept(),
    /** Goes on with what was begun before the page was opened. */
    begin: (): void => {
      const { earlier } = scene().play;
      if (earlier) stage.showEnd(earlier);
      // Whoever comes back from WeChat had ticked and pressed.
      const goesOn = hasBrought(page);
      if (goesOn) change({ isTicked: true });
      if (goesOn && isNew() && !earlier) press();
      else void askKept();
    },
    /** Who sent a link on comes back to see what it brought. */
    lookAgain: (): void => {
      if (!standing.isBusy) void refresh().catch(() => undefined);
    },
    tick: (isTicked: boolean) => change({ isTicked }, { consentFault: '' }),
    typePhone: (phone: string) => change({ phone }, { phoneFault: '' }),
    closeResult: () => put({ result: null }),
    /** What comes from here on shows nothing any more; a draw that is under way is there when its page is opened again. */
    leave: (): void => {
      isHere = false;
    },
  };
};
