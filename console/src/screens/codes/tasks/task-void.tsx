import { taskApi, type TaskRow } from '@zhuiyuan/contract/codes/tasks/task';
import { AreaField, TextField } from '../../../parts/form/fields.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { useDraft, type Draft } from '../../../parts/form/use-draft.ts';

export const useTaskVoid = (): Draft<TaskRow> =>
  useDraft({
    create: taskApi.void,
    list: taskApi.list,
    refresh: [taskApi.info],
    from: ({ id }) => ({ id }),
    done: { update: '作废成功' },
  });

/** 作废整任务: every code of a task, for ever; asks for the task's number, so that no other is meant. */
export const TaskVoid = ({ draft }: { draft: Draft<TaskRow> }) => {
  const task = draft.row;
  const total = task ? task.itemCount + task.boxCount + task.caseCount : 0;
  return (
    <FormModal draft={draft} title="作废整任务" save="作废">
      <div className="zy-task-warning">
        <NoticeBar tone="bad">
          {task?.name} 的 {countText(total)} 个码全部作废，作废后不可恢复，消费者查询将提示已作废
        </NoticeBar>
      </div>
      <TextField name="taskNo" label={`任务编号 ${task?.taskNo ?? ''}`} placeholder="请输入任务编号以确认作废" />
      <AreaField name="reason" label="作废原因" placeholder="如：印刷损坏、丢失被盗" />
    </FormModal>
  );
};
