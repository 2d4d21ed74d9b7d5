import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { Button, InputNumber, Select } from 'antd';
import Plus from 'icon:plus';
import { useState } from 'react';
import { countText } from '../../../../parts/format/numbers.ts';
import { TaskSelect } from '../../../../parts/pickers/task-select.tsx';
import { useTask } from '../../../../parts/pickers/use-choices.ts';
import { blankRange, rangeIssue, type RangeDraft } from './range-draft.ts';

const SerialInput = ({
  label,
  value,
  isBad,
  change,
}: {
  label: string;
  value: number | null;
  isBad: boolean;
  change: (value: number | null) => void;
}) => (
  <InputNumber
    className="zy-full"
    controls={false}
    precision={0}
    changeOnWheel={false}
    aria-label={label}
    placeholder={label}
    status={isBad ? 'error' : undefined}
    value={value}
    onChange={change}
  />
);

/** A run of codes of a task's segment, to be taken among the targets. */
export const RangeAdd = ({ add }: { add: (range: { seg: number; serialFrom: number; serialTo: number }) => void }) => {
  const [range, setRange] = useState<RangeDraft>(blankRange);
  const [isTried, setIsTried] = useState(false);
  const segments = useTask(range.taskId)?.segments ?? [];
  const issue = isTried ? rangeIssue(range) : undefined;
  const put = (part: Partial<RangeDraft>) => setRange((before) => ({ ...before, ...part }));
  const take = () => {
    if (rangeIssue(range)) {
      setIsTried(true);
      return;
    }
    add({ seg: range.seg!, serialFrom: range.from!, serialTo: range.to! });
    // The next run is often of the same task.
    setRange({ ...blankRange, taskId: range.taskId });
    setIsTried(false);
  };
  return (
    <div className="zy-range-add">
      <TaskSelect label="码段的任务" value={range.taskId} onChange={(taskId) => setRange({ ...blankRange, taskId })} />
      <Select
        className="zy-full"
        aria-label="码段"
        placeholder={range.taskId ? '请选择码段' : '先选择任务'}
        disabled={!range.taskId}
        value={range.seg}
        onChange={(seg: number) => {
          const found = segments.find((segment) => segment.seg === seg);
          if (found) put({ seg, count: found.count, from: 1, to: found.count });
        }}
        options={segments.map(({ seg, level, count }) => ({
          value: seg,
          label: `${seg}，${Level.label(level)}码 ${countText(count)} 个`,
        }))}
      />
      <SerialInput label="起始序号" value={range.from} isBad={Boolean(issue)} change={(from) => put({ from })} />
      <SerialInput label="结束序号" value={range.to} isBad={Boolean(issue)} change={(to) => put({ to })} />
      <Button icon={<Plus size={14} strokeWidth={1.6} aria-hidden="true" />} onClick={take}>
        加入
      </Button>
      {issue && <p role="alert">{issue}</p>}
    </div>
  );
};
