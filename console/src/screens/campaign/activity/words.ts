import type { ActivityWindow } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import type { TurnTerms } from '@zhuiyuan/contract/campaign/activity/turns-rule';
import { hourText } from '@zhuiyuan/contract/kit/clock';

const names = ['一', '二', '三', '四', '五', '六', '日'];

/** Days of the week by the bits of their mask, Monday first. */
export const weekdaysOf = (mask: number): number[] => names.flatMap((_, bit) => ((mask >> bit) & 1 ? [bit] : []));

export const toMask = (bits: readonly number[]): number => bits.reduce((mask, bit) => mask | (1 << bit), 0);

export const weekdayOptions = names.map((name, value) => ({ value, label: `周${name}` }));

const weekdaysText = (mask: number): string => {
  if (mask === 127) return '每天';
  if (mask === 31) return '周一至周五';
  return weekdaysOf(mask)
    .map((bit) => `周${names[bit]}`)
    .join('、');
};

/** When it may be drawn, in words: `周一至周五 09:00–18:00`. */
export const windowText = ({ weekdays, hourFrom, hourTo }: ActivityWindow): string =>
  `${weekdaysText(weekdays)} ${hourText(hourFrom)}–${hourText(hourTo)}`;

/** How often one person may, in words: `每日 1 次，共 3 次`. */
export const timesText = (day: number | null | undefined, total: number | null | undefined): string =>
  [day && `每日 ${day} 次`, total && `共 ${total} 次`].filter(Boolean).join('，') || '不限';

/** What pays for the turns of a game, in words: `每日免费 1 次，5 积分/次`. */
export const turnsText = ({ freePerDay = 0, pointsCost, shareReward = 0 }: Partial<TurnTerms>): string =>
  [
    freePerDay > 0 && `每日免费 ${freePerDay} 次`,
    pointsCost && `${pointsCost} 积分/次`,
    shareReward > 0 && `分享每日得 ${shareReward} 次`,
  ]
    .filter(Boolean)
    .join('，');

export const verifyHelp = '关闭时，到店核销的奖品只能在绑定此活动的门店领取';
