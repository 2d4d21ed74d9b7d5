import { PickMode } from '@zhuiyuan/contract/codes/pick/pick';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useChange } from '../use-change.ts';
import { useTask } from '../../../parts/pickers/use-choices.ts';
import { blankPick, type PickDraft } from './pick-draft.ts';

/** The task whose codes the address asks for. */
const useAskedTask = (): number | undefined => {
  const askedTask = Number(new URLSearchParams(useLocation().search).get('taskId'));
  return Number.isSafeInteger(askedTask) && askedTask > 0 ? askedTask : undefined;
};

/** The box whose code the address asks for, with all that lies in it. */
const useAskedBox = (): string | null => new URLSearchParams(useLocation().search).get('box');

const ofCodes = (codes: readonly string[]): PickDraft => ({
  ...blankPick,
  mode: PickMode.codes,
  text: codes.join('\n'),
});
const ofBox = (code: string): PickDraft => ({ ...ofCodes([code]), includeChild: true });
const ofTask = (taskId: number): PickDraft => ({ ...blankPick, mode: PickMode.task, taskId });

/** The codes being chosen, at first those given, those of the box, or those of the task in the address, and the task they are of. A task comes with all its levels ticked. */
export const usePick = (codes: readonly string[] = []) => {
  const askedTask = useAskedTask();
  const askedBox = useAskedBox();
  const [pick, setPick] = useState(() => {
    if (codes.length > 0) return ofCodes(codes);
    if (askedBox) return ofBox(askedBox);
    return askedTask ? ofTask(askedTask) : blankPick;
  });
  useChange(askedTask, (taskId) => taskId && setPick(ofTask(taskId)));
  useChange(askedBox, (code) => code && setPick(ofBox(code)));

  const task = useTask(pick.mode === PickMode.task ? pick.taskId : pick.rows[0]?.taskId);
  useEffect(() => {
    if (task && pick.mode === PickMode.task && pick.levels.length === 0 && pick.taskId === task.id)
      setPick((now) => ({ ...now, levels: [...new Set(task.segments.map(({ level }) => level))] }));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the task is known; a person may untick them all
  }, [task?.id, pick.mode, pick.taskId]);

  const clear = () => setPick(({ mode }) => ({ ...blankPick, mode }));
  return { pick, setPick, clear, task };
};
