import { campaignRefusals } from '@zhuiyuan/contract/campaign/campaign-refusals';
import type { DrawAnswer, PlayAnswer, PlayedActivity } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { CallFailed } from '../../lib/call.ts';
import { reasonOf } from '../../lib/reason-of.ts';
import { chanceWords, isOfTicket, isPassing, isRepeated, mayTry } from './chances.ts';

/** What the page of a draw is judged by. */
export interface DrawStanding {
  activity: PlayedActivity;
  /** What the server said last. */
  play: PlayAnswer;
  /** Somebody is known on this phone. */
  isKnown: boolean;
  /** The phone has said where it is. */
  isPlaced: boolean;
  isBusy: boolean;
  /** What was refused just now, though it may be tried again. */
  notice: string;
}

/** What the page of a draw shows. */
export interface DrawShown {
  /** It is not for this shopper, or not now: nothing can be pressed. */
  isOff: boolean;
  /** An answer is there, also one from before. */
  isDrawn: boolean;
  /** Words of the button, of which `null` are those of the way of playing. */
  words: string | null;
  /** How often may still be drawn, or why not. */
  chances: string;
  isRefused: boolean;
  asksConsent: boolean;
  asksPhone: boolean;
  asksPlace: boolean;
}

/** Whether he has to agree before anything is drawn. */
export const needsConsent = ({ play, isKnown }: Pick<DrawStanding, 'play' | 'isKnown'>): boolean =>
  play.needConsent || !isKnown;

/** Whether an answer is there, and this code allows no other draw. */
export const isOver = ({ activity, play }: Pick<DrawStanding, 'activity' | 'play'>): boolean =>
  play.earlier !== null && (!isRepeated(activity) || !play.eligibility.ok);

/** Judges how a draw stands. */
export const judge = (standing: DrawStanding): DrawShown => {
  const { activity, play, isPlaced, isBusy, notice } = standing;
  const { earlier, eligibility } = play;
  const isDrawn = earlier !== null;
  const isOff = !isDrawn && !mayTry(eligibility);
  const isAsking = !isOff && !isOver(standing);
  return {
    isOff,
    isDrawn,
    words: isBusy ? '抽奖中' : isOver(standing) ? '查看结果' : null,
    chances: notice || (eligibility.ok || isDrawn ? chanceWords(play, isOver(standing)) : eligibility.message),
    isRefused: notice !== '' || isOff,
    asksConsent: isAsking && needsConsent(standing),
    asksPhone: isAsking && play.needPhone,
    asksPlace: isAsking && activity.geoRequired && !isPlaced,
  };
};

const withEligibility = (play: PlayAnswer, changes: Partial<PlayAnswer['eligibility']>): PlayAnswer => ({
  ...play,
  eligibility: { ...play.eligibility, ...changes },
});

/** A draw has ended: nothing may be drawn until the server says so again. */
export const answeredWith = (play: PlayAnswer, earlier: DrawAnswer): PlayAnswer => ({
  ...withEligibility(play, { ok: false }),
  earlier,
});

/** The phone does not say where it is. */
export const withoutPlace = (play: PlayAnswer): PlayAnswer => {
  const [code, message] = campaignRefusals.noPlace;
  return withEligibility(play, { ok: false, code, message });
};

/** What the server says now of an activity, beside what was known before: a code is drawn with once, so what it brought stands, whatever is heard of it a moment later. */
export const freshened = (before: PlayAnswer, fresh: PlayAnswer, activity: PlayedActivity): PlayAnswer => ({
  ...fresh,
  earlier: fresh.earlier ?? (isRepeated(activity) ? null : before.earlier),
  activity: fresh.activity ?? activity,
});

/** What becomes of a draw that was refused: what is said of it, for now or for good, and whether its ticket is good for another try. */
export const refusedWith = (
  play: PlayAnswer,
  error: unknown,
): { play: PlayAnswer; notice: string; keepsTicket: boolean } => {
  const code = error instanceof CallFailed ? error.code : 0;
  const message = reasonOf(error);
  const keepsTicket = isPassing(code);
  return keepsTicket || isOfTicket(code)
    ? { play, notice: message, keepsTicket }
    : { play: withEligibility(play, { ok: false, code, message }), notice: '', keepsTicket };
};
