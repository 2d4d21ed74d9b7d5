import { ActivityDraft, million } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import { PlayMode, type ActivityStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { oddsText } from '@zhuiyuan/contract/kit/decimal';
import { describe, expect, it } from 'vitest';
import { expectedSpend, goodsCost, hasCash, maxSpend } from '../tiers/budget.ts';
import { editingOf, mayChange } from '../edit-rules.ts';
import { averageText, restOf, sumOfWeights, toBar, toCount, toWeight } from '../tiers/odds.ts';
import { fillDown, isColumn } from '../tiers/paste-column.ts';
import { freeSlot, nextTierName, roomFor, slotIssue } from '../tiers/slots.ts';
import { steps, stepOfField } from '../steps.ts';

const cash = (stockTotal: number, weight: number, amountMin: number, amountMax = amountMin) => ({
  stockTotal,
  weight,
  terms: { prizeType: PrizeType.cash, amountMin, amountMax, costPrice: 0 },
});
const goods = (stockTotal: number, weight: number, costPrice: number) => ({
  stockTotal,
  weight,
  terms: { prizeType: PrizeType.goods, amountMin: 0, amountMax: 0, costPrice },
});

const teas = [
  goods(20, 200, 30_000),
  cash(50, 500, 8880),
  cash(200, 2000, 1880),
  cash(1000, 10_000, 888),
  goods(2000, 20_000, 510),
  cash(6000, 60_000, 188),
];

describe('the odds', () => {
  it('are written with four decimals and read back', () => {
    expect(oddsText(200)).toBe('0.0200');
    expect(oddsText(million)).toBe('100.0000');
    expect(['0.02', ' 6.0000 %', '100'].map(toWeight)).toEqual([200, 60_000, million]);
    expect(toWeight('0.00005')).toBeNaN();
    expect(toWeight('101')).toBeNaN();
    expect(toWeight('一')).toBeNaN();
  });

  it('leave the rest to 谢谢参与, and nothing where they are more than a whole', () => {
    expect(restOf([{ weight: 292_700 }])).toBe(707_300);
    expect(restOf([{ weight: 600_000 }, { weight: 500_000 }])).toBe(0);
    expect(sumOfWeights(teas)).toBe(92_700);
  });

  it('say how many draws there are to one win', () => {
    expect([200, 60_000, 0, million].map(averageText)).toEqual(['5,000 次 1 个', '17 次 1 个', '', '每次都中']);
  });

  it('are drawn from the most frequent tier on, never over the end of the bar', () => {
    expect(toBar([{ weight: 1 }, { weight: 0 }, { weight: 3 }]).map(({ tier }) => tier.weight)).toEqual([3, 1]);
    const tooMuch = toBar([{ weight: million }, { weight: million }]);
    expect(tooMuch.reduce((sum, { share }) => sum + share, 0)).toBe(1);
  });

  it('and counts are read as people type them', () => {
    expect(['1,000', '', '１'].map(toCount)).toEqual([1000, null, Number.NaN]);
  });
});

describe('the figures of the budget', () => {
  it('are the stock by the highest amount, the expected payments, and the goods beside them', () => {
    expect(maxSpend(teas)).toBe(2_836_000);
    expect(expectedSpend(teas, 80_000)).toBe(2_268_800);
    expect(goodsCost(teas)).toBe(1_620_000);
    expect([hasCash(teas), hasCash([goods(1, 1, 1)])]).toEqual([true, false]);
  });

  it('expect no more than there is, the mean of a random amount, and nothing without a number of draws', () => {
    expect(expectedSpend([cash(10, million, 100)], 1000)).toBe(1000);
    expect(expectedSpend([cash(1000, million, 30, 888)], 10)).toBe(4590);
    expect(expectedSpend(teas, null)).toBeNull();
  });

  it('stay exact at the largest stock', () => {
    expect(expectedSpend([cash(99_999_999, million, 5_000_000)], 2_000_000_000)).toBe(499_999_995_000_000);
  });
});

describe('the places of a way of playing', () => {
  const tiers = (...slots: (number | null)[]) => slots.map((slotNo) => ({ slotNo }));

  it('are eight of a grid, six to twelve of a wheel, and none elsewhere', () => {
    expect(slotIssue(PlayMode.grid, tiers(5, 1, 8, 3, 2, 6, 4), 7)).toBeUndefined();
    expect(slotIssue(PlayMode.grid, tiers(1, 2), 3)).toBe('九宫格须配置8个格位');
    expect(slotIssue(PlayMode.wheel, tiers(1, 2, 3, 4), 5)).toBe('大转盘须配置6-12个格位');
    expect(slotIssue(PlayMode.egg, tiers(null), null)).toBeUndefined();
    expect([roomFor(PlayMode.grid), roomFor(PlayMode.scratch)]).toEqual([7, undefined]);
  });

  it('are each taken once, and all of them', () => {
    expect(slotIssue(PlayMode.wheel, tiers(1, 2, 3, 4, 4), 6)).toBe('格位不能重复');
    expect(slotIssue(PlayMode.wheel, tiers(1, 2, 3, 4, null), 6)).toBe('还有格位没有填写');
    expect(slotIssue(PlayMode.wheel, tiers(1, 2, 3, 4, 12), 6)).toBe('格位须为1-6');
    expect(freeSlot(PlayMode.grid, [1, 2, 4])).toBe(3);
    expect(freeSlot(PlayMode.egg, [])).toBeNull();
  });

  it('and names follow each other', () => {
    expect(nextTierName(['一等奖', '三等奖'])).toBe('二等奖');
  });
});

describe('a pasted column', () => {
  const put = (row: { n: number }, cell: string) => (/^\d+$/.test(cell) ? { n: Number(cell) } : undefined);

  it('fills downwards from where it was pasted and stops at the last row', () => {
    const rows = [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }];
    expect(fillDown(rows, 1, '20\t9\r\n-\r\n40\r\n50\r\n', put)).toEqual([{ n: 1 }, { n: 20 }, { n: 3 }, { n: 40 }]);
  });

  it('is more than one cell', () => {
    expect(['20', '20\n', '20\n30', '20\t30'].map(isColumn)).toEqual([false, false, true, true]);
  });
});

describe('the form', () => {
  it('has a step for every field of the draft', () => {
    for (const field of Object.keys(ActivityDraft.shape)) {
      expect(stepOfField(field), field).toBeGreaterThanOrEqual(1);
      expect(stepOfField(field), field).toBeLessThanOrEqual(steps.length);
    }
    expect(stepOfField('tiers.2.weight')).toBe(3);
  });

  it('leaves what is to the advantage of shoppers once the terms are published, and nothing when it is over', () => {
    expect([0, 1, 2, 3, 4, 5].map((status) => editingOf(status as ActivityStatus))).toEqual([
      'all',
      'better',
      'better',
      'better',
      'nothing',
      'nothing',
    ]);
    expect(mayChange('better', 'endAt')).toBe(true);
    expect(mayChange('better', 'startAt')).toBe(false);
    expect(mayChange('nothing', 'endAt')).toBe(false);
  });
});
