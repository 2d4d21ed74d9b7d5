import { TierDraft } from '@zhuiyuan/contract/campaign/activity/activity-draft';

const better = '活动已发布，只能作有利于消费者的调整';

/** Whether a limit was put closer: an amount of how many may be won that is now less, or now there at all. */
const isCloser = (now: number | null, before: number | null): boolean =>
  now !== null && (before === null || now < before);

/**
 * What is wrong with the tiers, by row: `第 3 行：…`. `old` finds a tier as it was published; what is missing is only told once
 * publishing `isTried`.
 */
export const tierErrors = (
  tiers: readonly TierDraft[],
  { old, isTried }: { old: (tier: TierDraft) => TierDraft | undefined; isTried: boolean },
): string[] =>
  tiers.flatMap((tier, at) => {
    const row = (text: string) => `第 ${at + 1} 行：${text}`;
    const issues = TierDraft.safeParse(tier).error?.issues ?? [];
    // Of a field only the first thing that is wrong with it.
    const wrong = [...new Map(issues.toReversed().map((issue) => [issue.path[0], issue.message])).values()]
      .toReversed()
      .map(row);
    const before = old(tier);
    const isWorse =
      before !== undefined &&
      (tier.weight < before.weight ||
        tier.stockTotal < before.stockTotal ||
        isCloser(tier.dayCap, before.dayCap) ||
        isCloser(tier.hourCap, before.hourCap) ||
        isCloser(tier.userCap, before.userCap));
    return [
      ...wrong,
      ...(isWorse ? [row(better)] : []),
      ...(isTried && wrong.length === 0 && tier.stockTotal === 0 ? [row('奖品库存须大于0')] : []),
      ...(isTried && wrong.length === 0 && tier.weight === 0 ? [row('请填写中奖概率')] : []),
    ];
  });
