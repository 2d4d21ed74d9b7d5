import { AssocMode } from '@zhuiyuan/contract/codes/state/code-enums';
import { setCounts, type Counts } from '@zhuiyuan/contract/codes/tasks/task-plan';

/** What a draft says about numbers, as far as it is typed. */
export interface TypedCounts {
  assocMode?: number;
  boxNum?: number | null;
  caseNum?: number | null;
  itemCount?: number | null;
  boxCount?: number | null;
  caseCount?: number | null;
}

/** The level of a set that is typed: large boxes, or small ones where nothing goes into large boxes; none while no ratio is known. */
export const topOf = ({ boxNum, caseNum }: TypedCounts): 'caseCount' | 'boxCount' | undefined => {
  if (caseNum) return 'caseCount';
  return boxNum ? 'boxCount' : undefined;
};

/** Codes of each level a draft asks for: as typed, or for a set computed from its top level by the pack ratio. */
export const countsOf = (typed: TypedCounts): Counts => {
  const { assocMode, boxNum, caseNum, itemCount, boxCount, caseCount } = typed;
  if (assocMode !== AssocMode.joined)
    return { itemCount: itemCount ?? 0, boxCount: boxCount ?? 0, caseCount: caseCount ?? 0 };
  const none = { itemCount: 0, boxCount: 0, caseCount: 0 };
  const top = topOf(typed);
  if (!top) return none;
  return setCounts({ ...none, [top]: typed[top] ?? 0 }, { boxNum: boxNum ?? 0, caseNum: caseNum ?? 0 }) ?? none;
};

export const totalOf = ({ itemCount, boxCount, caseCount }: Counts): number => itemCount + boxCount + caseCount;
