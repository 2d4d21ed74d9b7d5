import { ActivityDraft, TierDraft } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import { PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { PlayedActivity } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { Rules } from '@zhuiyuan/contract/campaign/draw/rules';
import { describe, expect, it } from 'vitest';
import { freeStart, sharedPeriod, shortMoment, shortPeriod } from '../targets/overlap.ts';
import { toPlayed, toRules } from './to-played.ts';
import { blankValues, termsOf, type KnownTerms } from '../values.ts';
import { timesText, toMask, weekdaysOf, windowText } from '../words.ts';

const own = { startAt: '2026-11-28 00:00:00', endAt: '2027-01-01 00:00:00' };
const autumn = { startAt: '2026-11-01 00:00:00', endAt: '2026-11-30 23:59:59' };

describe('two periods', () => {
  it('share the days from the later start to the earlier end', () => {
    expect(sharedPeriod(own, autumn)).toEqual({ startAt: own.startAt, endAt: autumn.endAt, days: 3 });
    expect(sharedPeriod(own, { ...autumn, endAt: '2026-11-29 00:00:00' })?.days).toBe(1);
    expect(sharedPeriod(own, { ...autumn, endAt: own.startAt })).toBeUndefined();
  });

  it('part when the start moves behind all that is in the way, if there is time left', () => {
    expect(freeStart(own, [autumn, { startAt: '2026-11-01 00:00:00', endAt: '2026-11-20 00:00:00' }])).toBe(
      '2026-12-01 00:00:00',
    );
    expect(freeStart(own, [{ startAt: '2026-11-01 00:00:00', endAt: '2027-02-01 00:00:00' }])).toBeUndefined();
  });

  it('are written without the year', () => {
    expect(shortPeriod(own.startAt, own.endAt)).toBe('11-28 至 12-31');
    expect([shortMoment('2026-12-01 00:00:00'), shortMoment('2026-12-01 08:30:00')]).toEqual(['12-01', '12-01 08:30']);
  });
});

const terms = (name: string, prizeType: number, amountMin = 0, amountMax = amountMin) => ({
  name,
  image: '',
  prizeType,
  claimMode: 0,
  amountMin,
  amountMax,
  points: 100,
  costPrice: 0,
  faceValue: 0,
});
const known: KnownTerms = {
  byTier: new Map([[9, { prizeId: 1, terms: terms('旧红包', PrizeType.cash, 100) }]]),
  byPrize: new Map([
    [1, terms('红包', PrizeType.cash, 888)],
    [2, terms('保温杯', PrizeType.goods)],
  ]),
};
const tier = (rest: object) => TierDraft.parse({ tierName: '一等奖', prizeId: 1, ...rest });

describe('what the shopper would see', () => {
  it('is what the server would answer, its places in order with 谢谢参与 among them', () => {
    const played = toPlayed(
      {
        ...blankValues(),
        playMode: PlayMode.grid,
        tiers: [tier({ slotNo: 3 }), tier({ slotNo: 1, prizeId: 2 }), tier({ slotNo: 4, visible: false })],
        blankSlot: 2,
        limitDay: 3,
      },
      known,
      '青岚',
    );
    expect(played.slots.map(({ slotNo, name }) => [slotNo, name])).toEqual([
      [1, '保温杯'],
      [2, '谢谢参与'],
      [3, '8.88'],
    ]);
    expect(played.keyRule).toBe('每人每日限3次');
    expect(PlayedActivity.parse(played)).toEqual(played);
  });

  it('tells the caps in its rules', () => {
    const rules = toRules(
      { ...blankValues(), tiers: [tier({ weight: 200, stockTotal: 5, dayCap: 2 })] },
      known,
      '青岚',
    );
    expect(rules.prizes).toEqual([
      {
        tierName: '一等奖',
        prizeName: '红包',
        weight: 200,
        stockTotal: 5,
        stockLeft: 5,
        terms: ['自动发放', '每日限2份'],
      },
    ]);
    expect(Rules.parse(rules)).toEqual(rules);
  });

  it('keeps the terms a tier was published with, until it has another prize', () => {
    expect(termsOf(known, { id: 9, prizeId: 1 })?.name).toBe('旧红包');
    expect(termsOf(known, { id: 9, prizeId: 2 })?.name).toBe('保温杯');
  });
});

describe('words of the form', () => {
  it('name hours and days', () => {
    expect(windowText({ weekdays: 127, hourFrom: 9, hourTo: 24 })).toBe('每天 09:00–24:00');
    expect(windowText({ weekdays: toMask([0, 6]), hourFrom: 0, hourTo: 1 })).toBe('周一、周日 00:00–01:00');
    expect(weekdaysOf(toMask([4, 2]))).toEqual([2, 4]);
    expect([timesText(1, 3), timesText(null, null)]).toEqual(['每日 1 次，共 3 次', '不限']);
  });

  it('and a new draft lacks its name alone', () => {
    expect(ActivityDraft.safeParse(blankValues()).error?.issues.map(({ path }) => path)).toEqual([['actName']]);
  });
});
