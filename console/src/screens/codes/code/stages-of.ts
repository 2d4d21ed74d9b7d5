import type { CodeFacts } from '@zhuiyuan/contract/codes/identity';
import type { Stage } from '../../../parts/life-rail.tsx';
import { shortTimeText } from '../../../parts/time.ts';

/** The stages of a code's life that can be known of it; the last one reached is where it is now. */
export const stagesOf = (
  { issuedAt, activatedAt, firstScanAt }: Pick<CodeFacts, 'issuedAt' | 'activatedAt' | 'firstScanAt'>,
  today = new Date(),
): Stage[] => {
  const stages = [
    { name: '生成', at: issuedAt, missing: '' },
    { name: '启用', at: activatedAt, missing: '未启用' },
    { name: '首次查询', at: firstScanAt, missing: '未查询' },
  ];
  const last = stages.findLastIndex(({ at }) => at !== null);
  return stages.map(({ name, at, missing }, place) => ({
    name,
    note: at ? shortTimeText(at, today) : missing,
    state: at === null ? 'ahead' : place === last ? 'now' : 'done',
  }));
};
