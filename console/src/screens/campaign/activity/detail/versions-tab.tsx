import { activityApi, type Activity } from '@zhuiyuan/contract/campaign/activity/activity';
import { oddsText } from '@zhuiyuan/contract/kit/decimal';
import { Button } from 'antd';
import { useState } from 'react';
import { useRead } from '../../../../lib/use-read.ts';
import { BlockFailed } from '../../../../parts/feedback/block-failed.tsx';
import { Sheet } from '../../../../parts/frame/sheet.tsx';
import { cell, count, text, time, type Column } from '../../../../parts/list/columns.tsx';
import { PlainTable } from '../../../../parts/list/plain-table.tsx';
import { Digits } from './digits.tsx';
import { NewVersion, useMayRaise } from './new-version.tsx';
import { versionFacts } from './versions-card.tsx';
import type { WeightVersion } from '../rows.ts';

/** 概率版本: every version that was published, with what it changed and its hash. */
export const VersionsTab = ({ activity }: { activity: Activity }) => {
  const { data, error, refetch } = useRead(activityApi.weights, { id: activity.id });
  const [isRaising, setIsRaising] = useState(false);
  const mayRaise = useMayRaise(activity);
  const sorted = data?.toSorted((a, b) => b.version - a.version) ?? [];
  const columns: Column<WeightVersion>[] = [
    cell('version', '版本', ({ version }) => `第 ${version} 版`, { width: 76 }),
    cell(
      'changes',
      '变化',
      (version) => (
        <ul className="zy-version-lines">
          {versionFacts(activity, version, sorted[sorted.indexOf(version) + 1]).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ),
      { width: 200 },
    ),
    cell(
      'entries',
      '各奖级概率',
      ({ entries }) => (
        <ul className="zy-version-lines">
          {entries.map(({ tierId, tierName, weight }) => (
            <li key={tierId}>
              {tierName} {oddsText(weight)}%
            </li>
          ))}
        </ul>
      ),
      { width: 150 },
    ),
    text('reason', '原因', { width: 140 }),
    text('createName', '操作人', { width: 88 }),
    count('drawCnt', '抽奖次数', { width: 80 }),
    time('effectiveAt', '生效时间', { seconds: true }),
    cell('hash', '存证', ({ hash }) => <Digits value={hash} label="概率版本的存证" />, { width: 300 }),
  ];
  return (
    <Sheet
      title="概率版本"
      finding={sorted.length > 0 ? `${sorted.length} 版，只能调高` : undefined}
      extra={mayRaise && <Button onClick={() => setIsRaising(true)}>新建概率版本</Button>}
      isFlush
    >
      {error && !data ? (
        <BlockFailed error={error} retry={refetch} />
      ) : (
        <PlainTable
          columns={columns}
          rows={sorted}
          keyOf={({ version }) => version}
          empty={data ? '发布后从第 1 版开始' : '加载中'}
        />
      )}
      <NewVersion activity={activity} current={sorted[0]} isOpen={isRaising} close={() => setIsRaising(false)} />
    </Sheet>
  );
};
