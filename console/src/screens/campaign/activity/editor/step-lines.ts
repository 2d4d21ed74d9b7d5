import { PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { shortPeriod } from '../targets/overlap.ts';
import { hasSlots, slotIssue } from '../tiers/slots.ts';
import { targetsText } from '../targets/targets.ts';
import type { Values } from '../values.ts';
import { isGame } from '../steps.ts';
import { timesText, turnsText } from '../words.ts';

const unfilled = '未填写';

/** What was chosen on a step, in a line or two under its name. */
export const stepLines = (step: number, values: Values): string[] => {
  const { startAt, endAt, playMode = PlayMode.grid, tiers = [], targets = [] } = values;
  switch (step) {
    case 1:
      return [PlayMode.label(playMode), startAt && endAt ? shortPeriod(startAt, endAt) : '未选活动时间'];
    case 2:
      if (isGame(values)) return [turnsText(values) || unfilled];
      return [
        timesText(values.limitDay, values.limitTotal) === '不限'
          ? '不限次数'
          : timesText(values.limitDay, values.limitTotal),
      ];
    case 3:
      if (tiers.length === 0) return [unfilled];
      return hasSlots(playMode) && !slotIssue(playMode, tiers, values.blankSlot ?? null)
        ? [`${tiers.length + 1} 个格位已配齐`]
        : [`${tiers.length} 个奖级`];
    case 4:
      return [targetsText(targets) || unfilled];
    default:
      return [values.organizer || unfilled];
  }
};
