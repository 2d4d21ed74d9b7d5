import type { PlayAnswer, PlayedActivity } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { campaignRefusals } from '@zhuiyuan/contract/campaign/campaign-refusals';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { daysUntil, endDay } from './times.ts';

/** Whether it may be drawn again without anything being scanned: points pay, or the day's turns. */
export const isRepeated = ({ pointsCost, game }: PlayedActivity): boolean => pointsCost > 0 || game !== null;

const soonDays = 30;

/** Points that will be lost before long: `，其中 20 分 12-05 到期`. */
const dueWords = ({ pointsDue }: PlayAnswer): string =>
  pointsDue && daysUntil(`${pointsDue.day} 23:59:59`) <= soonDays
    ? `，其中 ${pointsDue.points} 分 ${endDay(pointsDue.day)} 到期`
    : '';

/** How often may still be drawn, what a draw costs, and until when; where nothing counts its draws, whether this code has had its one, `isOver`. */
export const chanceWords = (play: PlayAnswer, isOver: boolean): string => {
  const { left, activity, points, turns } = play;
  const isFree = turns !== null && turns.free > 0;
  const counts = [
    isFree ? `今日还可免费抽 ${turns.free} 次` : '',
    left.day === null ? '' : `今日剩余 ${left.day} 次`,
    left.total === null ? '' : `共剩余 ${left.total} 次`,
  ].filter(Boolean);
  const has = points === null ? '' : `，现有 ${points} 积分${dueWords(play)}`;
  const cost = activity?.pointsCost && !isFree ? `每次 ${activity.pointsCost} 积分${has}` : '';
  const single = isOver ? '本次扫码已抽奖' : '本次扫码可抽 1 次';
  const said = [counts.join('，') || (cost || turns ? '' : single), cost];
  return [...said, activity?.endAt ? `${endDay(activity.endAt)} 截止` : ''].filter(Boolean).join(' · ');
};

/** What the shopper himself can still do something about: his consent, his place, his number. */
const remediable: ReadonlySet<number> = new Set([
  drawRefusals.noConsent[0],
  drawRefusals.noPhone[0],
  campaignRefusals.noPlace[0],
]);

/** Whether the button is worth a press. */
export const mayTry = ({ ok, code }: PlayAnswer['eligibility']): boolean => ok || remediable.has(code);

/** Refusals after which the same ticket is good for another try: the server was busy, or this phone too quick. */
const passing: ReadonlySet<number> = new Set([0, 429, 500, drawRefusals.busy[0]]);
export const isPassing = (code: number): boolean => passing.has(code);

/** Refusals of a ticket or sign-in alone, or for now: another one may be asked for. */
const ofTicket: ReadonlySet<number> = new Set([
  401,
  drawRefusals.ticketOver[0],
  drawRefusals.badTicket[0],
  drawRefusals.otherRequest[0],
  drawRefusals.challenge[0],
  drawRefusals.risk[0],
]);
export const isOfTicket = (code: number): boolean => ofTicket.has(code);

/** How to draw once more, where another code is needed for it, or a friend. */
export const moreWords = ({ left, activity, turns, eligibility }: PlayAnswer): string => {
  if (turns) return turns.from && turns.shareLeft > 0 && !eligibility.ok ? '分享给好友，好友参与后您再得 1 次机会' : '';
  if (activity?.pointsCost || (left.day === null && left.total === null)) return '';
  const more = Math.min(left.day ?? Infinity, left.total ?? Infinity);
  return more > 0 ? `还可抽 ${more} 次，扫描其他商品的码即可参与` : '';
};
