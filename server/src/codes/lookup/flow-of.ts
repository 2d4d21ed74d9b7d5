import { OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import type { CodeMove } from './code-moves.ts';

/** One step of goods: by which document they went from whom to whom, and when that was signed for. */
export interface FlowStep {
  at: string;
  from: string;
  to: string;
  docNo: string;
  deliverId: number;
  bizType: number;
  signAt: string | null;
}

/** The way of a code, oldest step first, of its moves in their order; what was cancelled is no step. */
export const flowOf = (moves: readonly CodeMove[]): FlowStep[] => {
  const steps: FlowStep[] = [];
  for (const { opType, at, from, to, deliverNo, deliverId, bizType } of moves) {
    const known = steps.findLastIndex((step) => step.deliverId === deliverId);
    if (opType === OpType.cancelShip) {
      if (known >= 0) steps.splice(known, 1);
    } else if (opType === OpType.sign) {
      if (known >= 0) steps[known] = { ...steps[known]!, signAt: at };
    } else steps.push({ at, from, to, docNo: deliverNo, deliverId, bizType, signAt: null });
  }
  return steps;
};
