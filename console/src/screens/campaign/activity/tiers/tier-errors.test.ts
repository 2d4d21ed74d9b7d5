import { TierDraft } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import { describe, expect, it } from 'vitest';
import { tierErrors } from './tier-errors.ts';

const tier = (rest: object = {}) =>
  TierDraft.parse({ tierName: '一等奖', prizeId: 1, stockTotal: 10, weight: 100, ...rest });
const none = () => undefined;

describe('errors of tiers', () => {
  it('are told by row', () => {
    const tiers = [tier(), { ...tier(), tierName: '', prizeId: 0 }];
    expect(tierErrors(tiers, { old: none, isTried: false })).toEqual([
      '第 2 行：请输入奖级名称',
      '第 2 行：请选择奖品',
    ]);
  });

  it('tell what is missing only once it is to be published', () => {
    const tiers = [tier({ stockTotal: 0, weight: 0 })];
    expect(tierErrors(tiers, { old: none, isTried: false })).toEqual([]);
    expect(tierErrors(tiers, { old: none, isTried: true })).toEqual([
      '第 1 行：奖品库存须大于0',
      '第 1 行：请填写中奖概率',
    ]);
  });

  it('refuse what is worse for shoppers than what was published, and nothing that is better', () => {
    const published = tier({ id: 7, dayCap: 5 });
    const worse = [{ weight: 99 }, { stockTotal: 9 }, { dayCap: 4 }, { userCap: 1 }];
    for (const part of worse) {
      expect(tierErrors([{ ...published, ...part }], { old: () => published, isTried: false })).toEqual([
        '第 1 行：活动已发布，只能作有利于消费者的调整',
      ]);
    }
    const better = { ...published, weight: 101, stockTotal: 11, dayCap: null };
    expect(tierErrors([better], { old: () => published, isTried: false })).toEqual([]);
  });
});
