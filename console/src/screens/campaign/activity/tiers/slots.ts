import type { PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { playKinds, wrongSlotCount } from '@zhuiyuan/contract/campaign/play-kinds';

export const hasSlots = (playMode: PlayMode): boolean => playKinds[playMode].slots !== null;

/** How many tiers a way of playing has room for, beside 谢谢参与; undefined where only the general limit holds. */
export const roomFor = (playMode: PlayMode): number | undefined => {
  const { slots } = playKinds[playMode];
  return slots ? slots.most - 1 : undefined;
};

interface Placed {
  slotNo: number | null;
}

/** What is wrong with the places of a wheel or grid, 谢谢参与 with its own among them. */
export const slotIssue = (
  playMode: PlayMode,
  tiers: readonly Placed[],
  blankSlot: number | null,
): string | undefined => {
  const range = playKinds[playMode].slots;
  if (!range) return undefined;
  const slots = [...tiers.map(({ slotNo }) => slotNo), blankSlot];
  if (slots.length < range.least || slots.length > range.most) return wrongSlotCount(playMode, range);
  const set = slots.filter((slot) => slot !== null);
  if (set.length < slots.length) return '还有格位没有填写';
  if (new Set(set).size < set.length) return '格位不能重复';
  return set.every((slot) => slot >= 1 && slot <= slots.length) ? undefined : `格位须为1-${slots.length}`;
};

/** The least place that nobody has. */
export const freeSlot = (playMode: PlayMode, taken: readonly (number | null)[]): number | null => {
  const range = playKinds[playMode].slots;
  if (!range) return null;
  for (let slot = 1; slot <= range.most; slot += 1) if (!taken.includes(slot)) return slot;
  return null;
};

const numerals = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二'];

/** The next name of the usual row 一等奖, 二等奖, … that no tier has. */
export const nextTierName = (names: readonly string[]): string =>
  numerals.map((numeral) => `${numeral}等奖`).find((name) => !names.includes(name)) ?? '奖级';
