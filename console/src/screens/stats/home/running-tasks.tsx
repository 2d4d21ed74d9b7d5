import { TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { ImportBiz } from '@zhuiyuan/contract/jobs/import-biz';
import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { JobPhase } from '@zhuiyuan/contract/jobs/job-enums';
import { Progress } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { importOf, taskOf } from '../../../lib/object-addresses.ts';
import { useMay } from '../../../lib/session.ts';
import { countText } from '../../../parts/format/numbers.ts';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { EnumTag, Tag } from '../../../parts/format/tag.tsx';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { useTodo } from './use-todo.ts';

interface Run {
  key: string;
  name: string;
  to: string;
  mark: ReactNode;
  done: number;
  total: number;
}

const Running = ({ name, to, mark, done, total }: Run) => (
  <li>
    <Link className="zy-link" to={to} title={name}>
      {name}
    </Link>
    {mark}
    <Progress percent={total > 0 ? Math.floor((done / total) * 100) : 0} size="small" aria-label={`${name} 进度`} />
    <small>{total > 0 ? `${countText(done)} / ${countText(total)}` : '正在计数'}</small>
  </li>
);

/** 进行中任务: code tasks and imports at work, with their progress. */
export const RunningTasks = () => {
  const may = useMay();
  const { data, error, refetch } = useTodo();
  const runs: Run[] = [
    ...(data?.tasks ?? []).map(({ taskNo, phase, ...task }) => ({
      ...task,
      key: taskNo,
      to: taskOf(taskNo),
      mark: <EnumTag of={TaskPhase} value={phase} />,
    })),
    ...(data?.imports ?? []).map(({ taskNo, biz, phase, ...job }) => ({
      ...job,
      key: taskNo,
      to: importOf(taskNo),
      mark: <Tag tone="doing">{`${ImportBiz.label(biz as ImportBiz)}导入 ${JobPhase.label(phase)}`}</Tag>,
    })),
  ];
  const all = may(taskApi.list.may) ? '/identity/taskManager' : '/identity/importTaskManager';
  if (!may({ any: [String(taskApi.list.may), String(importTaskApi.list.may)] })) return null;
  return (
    <Sheet
      title="进行中任务"
      extra={
        <Link className="zy-link" to={all}>
          全部
        </Link>
      }
      isFlush
    >
      {error && !data && <BlockFailed error={error} retry={refetch} />}
      {data && runs.length === 0 && <p className="zy-block-note">没有正在进行的任务</p>}
      <ul className="zy-idhome-tasks">
        {runs.map(({ key, ...run }) => (
          <Running key={key} {...run} />
        ))}
      </ul>
    </Sheet>
  );
};
