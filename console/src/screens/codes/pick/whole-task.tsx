import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { Checkbox } from 'antd';
import { countText } from '../../../parts/format/numbers.ts';
import type { LevelCounts } from './pick-draft.ts';
import { TaskSelect } from '../../../parts/pickers/task-select.tsx';

/** 整个任务: every code of the chosen levels of one task. */
export const WholeTask = ({
  taskId,
  levels,
  segments,
  change,
}: {
  taskId: number | undefined;
  levels: number[];
  segments: LevelCounts;
  change: (chosen: { taskId?: number; levels?: number[] }) => void;
}) => {
  const options = Level.options
    .map(({ value, label }) => ({
      value,
      label,
      count: segments.reduce((sum, segment) => sum + (segment.level === value ? segment.count : 0), 0),
    }))
    .filter(({ count }) => count > 0);
  return (
    <>
      <TaskSelect label="任务" value={taskId} onChange={(next) => change({ taskId: next, levels: [] })} />
      {options.length > 0 && (
        <Checkbox.Group
          className="zy-levels"
          value={levels}
          onChange={(next) => change({ levels: next })}
          options={options.map(({ value, label, count }) => ({ value, label: `${label}码 ${countText(count)} 个` }))}
        />
      )}
    </>
  );
};
