import { TaskPhase, TaskStatus } from '@zhuiyuan/contract/codes/state/code-enums';
import { Tooltip } from 'antd';
import { EnumTag, Glyph } from '../../../parts/format/tag.tsx';
import { spanText } from '../amounts.ts';
import type { TaskRow } from '@zhuiyuan/contract/codes/tasks/task';
import './tasks.css';

/** A task's row with how far its files are; `eta` in seconds where it can be said. */
export type WatchedTask = TaskRow & { eta?: number | null };

const Running = ({ row }: { row: WatchedTask }) => {
  const words = row.isWaiting ? '等待后台继续' : `${TaskPhase.label(row.phase)} ${row.progress}%`;
  return (
    <Tooltip title={row.eta ? `约 ${spanText(row.eta)}后完成` : undefined}>
      <span
        className="zy-task-running"
        role="progressbar"
        aria-label={words}
        aria-valuenow={row.progress}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        {words}
        <i>
          <b style={{ width: `${row.progress}%` }} />
        </i>
      </span>
    </Tooltip>
  );
};

/** A task's status, with what it is doing while it runs and why it ended where it did not succeed. */
export const TaskState = ({ row }: { row: WatchedTask }) => {
  const isWaiting = row.phase === TaskPhase.review;
  const phase = TaskPhase.label(row.phase);
  const why = row.failReason === phase ? '' : row.failReason;
  return (
    <span className="zy-task-state">
      <EnumTag of={TaskStatus} value={row.status} />
      {row.status === TaskStatus.running && !isWaiting && <Running row={row} />}
      {isWaiting && (
        <span className="zy-task-note">
          <Glyph tone="wait" /> {phase}
        </span>
      )}
      {row.status === TaskStatus.unfinished && (
        <Tooltip title={why}>
          <span className={why ? 'zy-task-note zy-task-why' : 'zy-task-note'} tabIndex={why ? 0 : undefined}>
            {phase}
          </span>
        </Tooltip>
      )}
    </span>
  );
};
