import type { ActivityTarget } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import { TargetKind } from '@zhuiyuan/contract/campaign/campaign-states';
import { countText } from '../../../../parts/format/numbers.ts';

type RowTarget = Exclude<ActivityTarget, { kind: typeof TargetKind.range }>;
type RangeTarget = Extract<ActivityTarget, { kind: typeof TargetKind.range }>;
export type RowKind = RowTarget['kind'];

/** Numbers of the rows of one kind. */
export const idsOf = (targets: readonly ActivityTarget[], kind: RowKind): number[] =>
  targets.flatMap((target) => (target.kind === kind ? [target.targetId] : []));

export const rangesOf = (targets: readonly ActivityTarget[]): RangeTarget[] =>
  targets.filter((target) => target.kind === TargetKind.range);

/** The same targets with other rows of one kind, each once. */
export const withIds = (
  targets: readonly ActivityTarget[],
  kind: RowKind,
  ids: readonly number[],
): ActivityTarget[] => [
  ...targets.filter((target) => target.kind !== kind),
  ...[...new Set(ids)].map((targetId) => ({ kind, targetId })),
];

const sameRange = (one: RangeTarget, other: RangeTarget): boolean =>
  one.seg === other.seg && one.serialFrom === other.serialFrom && one.serialTo === other.serialTo;

/** The same targets with a range more, unless it is there. */
export const withRange = (
  targets: readonly ActivityTarget[],
  { seg, serialFrom, serialTo }: Omit<RangeTarget, 'kind'>,
): ActivityTarget[] => {
  const range: RangeTarget = { kind: TargetKind.range, seg, serialFrom, serialTo };
  return rangesOf(targets).some((each) => sameRange(each, range)) ? [...targets] : [...targets, range];
};

export const withoutRange = (targets: readonly ActivityTarget[], range: RangeTarget): ActivityTarget[] =>
  targets.filter((target) => target.kind !== TargetKind.range || !sameRange(target, range));

/** Whether two targets are the same one. */
export const sameTarget = (one: ActivityTarget, other: ActivityTarget): boolean => {
  if (one.kind === TargetKind.range) return other.kind === TargetKind.range && sameRange(one, other);
  return other.kind === one.kind && other.targetId === one.targetId;
};

const units: Record<TargetKind, string> = {
  [TargetKind.product]: '个',
  [TargetKind.lot]: '个',
  [TargetKind.range]: '段',
  [TargetKind.shop]: '家',
  [TargetKind.agent]: '家',
};

/** How many of each kind, in words: `产品 2 个，门店 3 家`. */
export const targetsText = (targets: readonly ActivityTarget[]): string =>
  TargetKind.options
    .flatMap(({ value, label }) => {
      const count = targets.filter(({ kind }) => kind === value).length;
      return count > 0 ? [`${label} ${countText(count)} ${units[value]}`] : [];
    })
    .join('，');
