import { taskApi, type TaskRow } from '@zhuiyuan/contract/codes/tasks/task';
import { useEffect } from 'react';
import { AreaField, RadioField } from '../../../parts/form/fields.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { useDraft } from '../../../parts/form/use-draft.ts';

const verdicts = [
  { value: 1, label: '通过' },
  { value: 0, label: '驳回' },
];

/** 审核: lets a large task be generated, or sends it back and returns the quota. */
export const TaskReview = ({ task, close }: { task: TaskRow | undefined; close: () => void }) => {
  const draft = useDraft({
    create: taskApi.audit,
    list: taskApi.list,
    refresh: [taskApi.info],
    done: { create: '操作成功' },
    onSaved: close,
  });
  const id = task?.id;
  useEffect(() => {
    if (id) draft.open(undefined, { id, isPassed: 1 });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- opens once per task
  }, [id]);
  const total = task ? task.itemCount + task.boxCount + task.caseCount : 0;
  const own = {
    ...draft,
    close: () => {
      draft.close();
      close();
    },
  };
  return (
    <FormModal draft={own} title="审核生码任务" save="确定">
      <p className="zy-task-asked">
        {task?.name}，{task?.storeName}，共 {countText(total)} 个码
      </p>
      <RadioField name="isPassed" label="审核结果" from={verdicts} />
      <AreaField name="remark" label="审核意见" placeholder="驳回时说明原因，创建人可据此修改后重新提交" />
    </FormModal>
  );
};
