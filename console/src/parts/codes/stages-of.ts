import type { CodeFacts } from '@zhuiyuan/contract/codes/lookup/identity';
import type { Stage } from '../format/life-rail.tsx';
import { shortTimeText } from '../format/times.ts';

/** The stages of a code's life that can be known of it; the last one reached is where it is now. */
export const stagesOf = (
  facts: Pick<CodeFacts, 'issuedAt' | 'activatedAt' | 'packedAt' | 'shipAt' | 'signAt' | 'firstScanAt'>,
  today = new Date(),
): Stage[] => {
  const stages = [
    { name: '生成', at: facts.issuedAt, missing: '' },
    { name: '启用', at: facts.activatedAt, missing: '未启用' },
    { name: '装箱', at: facts.packedAt, missing: '未装箱' },
    { name: '发货', at: facts.shipAt, missing: '未发货' },
    { name: '签收', at: facts.signAt, missing: '未签收' },
    { name: '首次查询', at: facts.firstScanAt, missing: '未查询' },
  ];
  const last = stages.findLastIndex(({ at }) => at !== null);
  return stages.map(({ name, at, missing }, place) => ({
    name,
    note: at ? shortTimeText(at, today) : missing,
    state: at === null ? 'ahead' : place === last ? 'now' : 'done',
  }));
};
