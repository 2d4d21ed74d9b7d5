import { ActivityTarget } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import { TargetKind } from '@zhuiyuan/contract/campaign/campaign-states';
import { describe, expect, it } from 'vitest';
import { blankRange, rangeIssue } from './range-draft.ts';
import { idsOf, rangesOf, sameTarget, targetsText, withIds, withoutRange, withRange } from './targets.ts';

const run = { seg: 5, serialFrom: 1, serialTo: 100 };
const both = withRange(withIds([], TargetKind.product, [3, 3, 4]), run);

describe('what an activity is laid out on', () => {
  it('holds rows of each kind once, and every run once', () => {
    expect(idsOf(both, TargetKind.product)).toEqual([3, 4]);
    expect(withRange(both, run)).toEqual(both);
    expect(both.map((target) => ActivityTarget.parse(target))).toEqual(both);
  });

  it('changes one kind without the others', () => {
    const next = withIds(withIds(both, TargetKind.shop, [9]), TargetKind.product, [4]);
    expect([idsOf(next, TargetKind.product), idsOf(next, TargetKind.shop), rangesOf(next).length]).toEqual([
      [4],
      [9],
      1,
    ]);
    expect(rangesOf(withoutRange(next, rangesOf(next)[0]!))).toEqual([]);
  });

  it('is told in words', () => {
    expect(targetsText(both)).toBe('产品 2 个，码段 1 段');
    expect(targetsText([])).toBe('');
    expect(sameTarget(both[0]!, both[1]!)).toBe(false);
    expect(sameTarget(both[2]!, { kind: TargetKind.range, ...run })).toBe(true);
  });
});

describe('a run of codes', () => {
  it('lies within its segment, its start before its end', () => {
    const range = { taskId: 1, seg: 5, count: 100, from: 1, to: 100 };
    expect(rangeIssue(range)).toBeUndefined();
    expect(rangeIssue(blankRange)).toBe('请选择任务');
    expect(rangeIssue({ ...range, from: 9, to: 8 })).toBe('码段起始不能大于结束');
    expect(rangeIssue({ ...range, to: 101 })).toBe('序号须为1-100');
  });
});
