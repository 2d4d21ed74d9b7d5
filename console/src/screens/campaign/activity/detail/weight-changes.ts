import { million } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import type { WeightVersion } from '../rows.ts';

type Entry = WeightVersion['entries'][number];

/** What a version of the odds changed against the one before, tier by tier; a tier that is new has none before. */
export const weightChanges = (
  now: readonly Entry[],
  before: readonly Entry[],
): { tierName: string; from: number | undefined; to: number }[] =>
  now.flatMap(({ tierId, tierName, weight }) => {
    const from = before.find((entry) => entry.tierId === tierId)?.weight;
    return from === weight ? [] : [{ tierName, from, to: weight }];
  });

/** Parts of a million that win anything, by the tiers that are prizes. */
export const winningOf = (entries: readonly Entry[], prizes: ReadonlySet<number>): number =>
  entries.reduce((sum, { tierId, weight }) => sum + (prizes.has(tierId) ? weight : 0), 0);

/** Why new odds cannot be published; nothing where they only get better. */
export const weightsIssue = (
  entries: readonly { tierId: number; weight: number }[],
  before: readonly { tierId: number; weight: number }[],
): string | undefined => {
  if (entries.some(({ tierId, weight }) => weight < (before.find((entry) => entry.tierId === tierId)?.weight ?? 0)))
    return '活动已发布，只能作有利于消费者的调整';
  if (entries.reduce((sum, { weight }) => sum + weight, 0) > million) return '中奖概率合计不能超过100%';
  const isSame = entries.every(
    ({ tierId, weight }) => weight === before.find((entry) => entry.tierId === tierId)?.weight,
  );
  return isSame ? '概率没有变化' : undefined;
};
