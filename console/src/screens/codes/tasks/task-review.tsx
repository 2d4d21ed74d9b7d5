import { taskApi, type TaskRow } from '@zhuiyuan/contract/codes/tasks/task';
import { AreaField, RadioField } from '../../../parts/form/fields.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { useDraft, type Draft } from '../../../parts/form/use-draft.ts';

const verdicts = [
  { value: 1, label: '通过' },
  { value: 0, label: '驳回' },
];

export const useTaskReview = (): Draft<TaskRow> =>
  useDraft({
    create: taskApi.audit,
    list: taskApi.list,
    refresh: [taskApi.info],
    from: ({ id }) => ({ id, isPassed: 1 as const }),
    done: { update: '操作成功' },
  });

/** 审核: lets a large task be generated, or sends it back and returns the quota. */
export const TaskReview = ({ draft }: { draft: Draft<TaskRow> }) => {
  const task = draft.row;
  const total = task ? task.itemCount + task.boxCount + task.caseCount : 0;
  return (
    <FormModal draft={draft} title="审核生码任务" save="确定">
      <p className="zy-task-asked">
        {task?.name}，{task?.storeName}，共 {countText(total)} 个码
      </p>
      <RadioField name="isPassed" label="审核结果" from={verdicts} />
      <AreaField name="remark" label="审核意见" placeholder="驳回时说明原因，创建人可据此修改后重新提交" />
    </FormModal>
  );
};
