import { describe, expect, it } from 'vitest';
import { weightChanges, weightsIssue, winningOf } from './weight-changes.ts';

const entry = (tierId: number, weight: number) => ({ tierId, tierName: `${tierId}等奖`, weight });

describe('versions of the odds', () => {
  it('tell what each changed, new tiers among it', () => {
    expect(weightChanges([entry(1, 5000), entry(2, 100), entry(3, 7)], [entry(1, 3000), entry(2, 100)])).toEqual([
      { tierName: '1等奖', from: 3000, to: 5000 },
      { tierName: '3等奖', from: undefined, to: 7 },
    ]);
  });

  it('may only get better, stay within a whole, and change something', () => {
    const before = [entry(1, 3000), entry(2, 100)];
    expect(weightsIssue([entry(1, 3001), entry(2, 100)], before)).toBeUndefined();
    expect(weightsIssue([entry(1, 9000), entry(2, 99)], before)).toBe('活动已发布，只能作有利于消费者的调整');
    expect(weightsIssue([entry(1, 999_901), entry(2, 100)], before)).toBe('中奖概率合计不能超过100%');
    expect(weightsIssue(before, before)).toBe('概率没有变化');
  });

  it('win by their prizes alone', () => {
    expect(winningOf([entry(1, 3000), entry(2, 100), entry(9, 996_900)], new Set([1, 2]))).toBe(3100);
  });
});
