import { Level } from '../state/code-enums.ts';
import { segmentLimit } from './task-draft.ts';

/** How many codes of each level a task makes. */
export interface Counts {
  caseCount: number;
  boxCount: number;
  itemCount: number;
}

/** Pack ratio: items per small box (0 = no small box), and small boxes, or items when there are none, per large box. */
export interface Ratio {
  boxNum: number;
  caseNum: number;
}

/**
 * The counts of a set (套标) from its top level: the highest level typed decides, the lower ones follow from the ratio.
 * Nothing when the ratio does not reach down to items, or when a lower count was typed that does not follow from it.
 */
export const setCounts = (typed: Counts, { boxNum, caseNum }: Ratio): Counts | undefined => {
  const fits = (given: number, due: number) => given === 0 || given === due;
  if (typed.caseCount > 0) {
    if (caseNum === 0) return undefined;
    const boxCount = boxNum > 0 ? typed.caseCount * caseNum : 0;
    const itemCount = boxNum > 0 ? boxCount * boxNum : typed.caseCount * caseNum;
    return fits(typed.boxCount, boxCount) && fits(typed.itemCount, itemCount)
      ? { caseCount: typed.caseCount, boxCount, itemCount }
      : undefined;
  }
  if (typed.boxCount > 0) {
    if (boxNum === 0) return undefined;
    const itemCount = typed.boxCount * boxNum;
    return fits(typed.itemCount, itemCount) ? { caseCount: 0, boxCount: typed.boxCount, itemCount } : undefined;
  }
  return undefined;
};

/** One segment a task needs; `parent` is the place of its parent in the same list. */
export interface SegmentPlan {
  level: (typeof Level.options)[number]['value'];
  count: number;
  parent?: { at: number; ratio: number };
}

/** Segments of a task without association: one per level and 200,000,000 codes. */
export const loosePlan = (counts: Counts): SegmentPlan[] => {
  const plan: SegmentPlan[] = [];
  for (const [level, count] of [
    [2, counts.caseCount],
    [1, counts.boxCount],
    [0, counts.itemCount],
  ] as const)
    for (let left = count; left > 0; left -= segmentLimit) plan.push({ level, count: Math.min(left, segmentLimit) });
  return plan;
};

/** Segments of a set: cut so that every box lies in one segment with all its content, parents before children. */
export const setPlan = (counts: Counts, { boxNum, caseNum }: Ratio): SegmentPlan[] => {
  const hasCases = counts.caseCount > 0;
  const itemsPerTop = hasCases ? caseNum * Math.max(boxNum, 1) : boxNum;
  const topPerCut = Math.floor(segmentLimit / itemsPerTop);
  const plan: SegmentPlan[] = [];
  for (let left = hasCases ? counts.caseCount : counts.boxCount; left > 0; left -= topPerCut) {
    const top = Math.min(left, topPerCut);
    let parent: number | undefined;
    if (hasCases) parent = plan.push({ level: Level.case, count: top }) - 1;
    if (!hasCases || boxNum > 0) {
      const count = hasCases ? top * caseNum : top;
      parent =
        plan.push({
          level: Level.box,
          count,
          ...(parent === undefined ? {} : { parent: { at: parent, ratio: caseNum } }),
        }) - 1;
    }
    const ratio = boxNum > 0 ? boxNum : caseNum;
    plan.push({ level: Level.item, count: top * itemsPerTop, parent: { at: parent!, ratio } });
  }
  return plan;
};
