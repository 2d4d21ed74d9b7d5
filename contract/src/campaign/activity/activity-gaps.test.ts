import { expect, test } from 'vitest';
import { ActScene, LotteryType, PlayMode } from '../campaign-states.ts';
import { gameModes } from '../play-kinds.ts';
import { ActivityDraft } from './activity-draft.ts';
import { activityGaps } from './activity-gaps.ts';

/** What is said of a way of playing with tiers in these places, 谢谢参与 in the last of them. */
const saidOf = (playMode: PlayMode, places: readonly number[]): string[] =>
  activityGaps(
    ActivityDraft.parse({
      actName: '活动',
      playMode,
      tiers: places.slice(0, -1).map((slotNo) => ({ tierName: '奖', prizeId: 1, slotNo })),
      blankSlot: places.at(-1),
    }),
    new Map(),
    '2026-11-21 10:00:00',
  ).flatMap(({ field, message }) => (field === 'tiers' ? [message] : []));

test('the places of a way of playing are as many as it has, each once', () => {
  expect(saidOf(PlayMode.grid, [1, 2, 3, 4, 5, 6, 7, 8])).toEqual([]);
  expect(saidOf(PlayMode.grid, [1, 2])).toEqual(['九宫格须配置8个格位']);
  expect(saidOf(PlayMode.grid, [1, 2, 3, 4, 5, 6, 7, 7])).toEqual(['九宫格的8个格位须各放一个奖级']);
  expect(saidOf(PlayMode.wheel, [1, 2])).toEqual(['大转盘须配置6-12个格位']);
  expect(saidOf(PlayMode.wheel, [1, 2, 3, 4, 5, 5])).toEqual(['大转盘的格位须为1-6，不能重复']);
  expect(saidOf(PlayMode.egg, [1, 1])).toEqual([]);
});

test('without a code all can be played but the one that is drawn at once', () => {
  const saysSo = (playMode: PlayMode) =>
    activityGaps(
      ActivityDraft.parse({ actName: '活动', actScene: ActScene.interact, lotteryType: LotteryType.points, playMode }),
      new Map(),
      '2026-11-21 10:00:00',
    ).every(({ field }) => field !== 'playMode');
  expect(PlayMode.options.filter(({ value }) => saysSo(value))).toEqual(gameModes);
  expect(saysSo(PlayMode.direct)).toBe(false);
});
