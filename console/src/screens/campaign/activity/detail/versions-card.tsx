import { type Activity } from '@zhuiyuan/contract/campaign/activity/activity';
import { oddsText } from '@zhuiyuan/contract/kit/decimal';
import Flag from 'icon:flag';
import TrendingUp from 'icon:trending-up';
import { useState } from 'react';
import { BlockFailed } from '../../../../parts/feedback/block-failed.tsx';
import { countText } from '../../../../parts/format/numbers.ts';
import { Tag } from '../../../../parts/format/tag.tsx';
import { Timeline } from '../../../../parts/format/timeline.tsx';
import { Sheet } from '../../../../parts/frame/sheet.tsx';
import { NewVersion, useMayRaise } from './new-version.tsx';
import { weightChanges } from './weight-changes.ts';
import type { WeightVersion } from '../rows.ts';

/** A version in words: what it changed of the tiers with prizes, or how many of them the first one has. */
export const versionFacts = (
  { tiers }: Pick<Activity, 'tiers'>,
  version: WeightVersion,
  before: WeightVersion | undefined,
): string[] => {
  const prizes = new Set(tiers.map(({ id }) => id));
  const entries = version.entries.filter(({ tierId }) => prizes.has(tierId));
  if (!before) return [`${entries.length} 个奖级`];
  return weightChanges(entries, before.entries).map(({ tierName, from, to }) =>
    from === undefined ? `新增${tierName} ${oddsText(to)}%` : `${tierName} ${oddsText(from)}% → ${oddsText(to)}%`,
  );
};

/** 概率版本 beside the figures: newest first, each with what it changed. */
export const VersionsCard = ({
  activity,
  versions,
  error,
  retry,
}: {
  activity: Activity;
  versions: readonly WeightVersion[] | undefined;
  error: Error | null;
  retry: () => unknown;
}) => {
  const [isRaising, setIsRaising] = useState(false);
  const mayRaise = useMayRaise(activity);
  const sorted = versions?.toSorted((a, b) => b.version - a.version) ?? [];
  return (
    <Sheet
      title="概率版本"
      finding={sorted.length > 0 ? `${sorted.length} 版，只能调高` : undefined}
      extra={
        mayRaise && (
          <button type="button" className="zy-link" onClick={() => setIsRaising(true)}>
            新建概率版本
          </button>
        )
      }
    >
      {error && !versions && <BlockFailed error={error} retry={retry} />}
      {versions && sorted.length === 0 && <p className="zy-versions-none">发布后从第 1 版开始</p>}
      <Timeline
        items={sorted.map((version, at) => ({
          key: version.version,
          time: version.effectiveAt,
          icon: version.version === 1 ? Flag : TrendingUp,
          title: `第 ${version.version} 版`,
          mark: at === 0 ? <Tag tone="good">当前</Tag> : undefined,
          facts: [
            ...versionFacts(activity, version, sorted[at + 1]),
            version.createName,
            version.reason,
            `${countText(version.drawCnt)} 次抽奖`,
          ],
        }))}
      />
      <NewVersion activity={activity} current={sorted[0]} isOpen={isRaising} close={() => setIsRaising(false)} />
    </Sheet>
  );
};
