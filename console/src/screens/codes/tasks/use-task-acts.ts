import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { CodeSource, TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import { taskApi, type TaskRow } from '@zhuiyuan/contract/codes/tasks/task';
import { useNavigate } from 'react-router';
import { hasRoleNow, session } from '../../../lib/session.ts';
import type { Act } from '../../../parts/list/acts.tsx';
import { useAct } from '../../../parts/feedback/use-act.ts';
import { activation, taskForm } from '../addresses.ts';

const lists = [taskApi.list, taskApi.info, taskApi.progress];

/** What one may do with a task in its phase; `show`, `audit`, `download`, `void` and `print` open their dialogs. */
export const useTaskActs = (
  open: Record<'show' | 'audit' | 'download' | 'void' | 'print', (row: TaskRow) => void>,
): ((row: TaskRow) => Act[]) => {
  const navigate = useNavigate();
  const mayActivate = session.use((current) => hasRoleNow(['admin'], current));
  const cancel = useAct(taskApi.cancel, { refresh: lists });
  const retry = useAct(taskApi.retry, { refresh: lists });
  const resetPassword = useAct(taskApi.resetPassword, { refresh: lists });

  return (row) => {
    const { id, phase } = row;
    const isDone = phase === TaskPhase.done;
    // Codes of others come without files of ours, and are asked for in no form of ours.
    const isOurs = row.source === CodeSource.ours;
    const when = (is: boolean, act: Act): Act[] => (is ? [act] : []);
    return [
      ...when(phase === TaskPhase.review, { label: '审核', may: taskApi.audit.may, run: () => open.audit(row) }),
      ...when(isDone && isOurs, { label: '下载', may: taskApi.partUrl.may, run: () => open.download(row) }),
      ...when(phase === TaskPhase.failed, { label: '重试', may: taskApi.retry.may, run: () => retry({ id }) }),
      { label: '详情', run: () => open.show(row) },
      ...when(mayActivate && (isDone || phase === TaskPhase.generating || phase === TaskPhase.packing), {
        label: '启用',
        may: codeOpApi.use.may,
        run: () => navigate(activation(id)),
      }),
      ...when(isOurs, { label: '复制', may: taskApi.save.may, run: () => navigate(taskForm(id)) }),
      ...when(isDone, { label: '打印标签', may: taskApi.print.may, run: () => open.print(row) }),
      ...when(isDone && isOurs, {
        label: '重置密码',
        may: taskApi.resetPassword.may,
        confirm: '重置后旧压缩包需重新生成，确定？',
        run: () => resetPassword({ id }),
      }),
      ...when(phase === TaskPhase.review || phase === TaskPhase.queued, {
        label: '取消任务',
        may: taskApi.cancel.may,
        destructive: true,
        confirm: '取消后该任务的码不可恢复，确定取消？',
        run: () => cancel({ id }),
      }),
      ...when(isDone || phase === TaskPhase.failed, {
        label: '作废整任务',
        may: taskApi.void.may,
        run: () => open.void(row),
      }),
    ];
  };
};
