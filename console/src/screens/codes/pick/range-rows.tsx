import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { Button, InputNumber, Select } from 'antd';
import Plus from 'icon:plus';
import Trash2 from 'icon:trash-2';
import { useEffect } from 'react';
import { countText } from '../../../parts/format/numbers.ts';
import { useTask } from '../../../parts/pickers/use-choices.ts';
import { blankRow, mostRows, nextRow, rowErrors, type RangeRow } from './pick-draft.ts';
import { TaskSelect } from '../../../parts/pickers/task-select.tsx';

interface RowProps {
  row: RangeRow;
  at: number;
  error: string | undefined;
  /** Works on the row as it is then: a number field may answer after another field changed. */
  change: (next: (row: RangeRow) => RangeRow) => void;
  remove: (() => void) | undefined;
}

const Row = ({ row, at, error, change, remove }: RowProps) => {
  const task = useTask(row.taskId);
  const segments = task?.segments ?? [];
  const name = `第 ${at + 1} 个号段`;
  const chosen = (segment: { seg: number; count: number; level: number } | undefined) => (now: RangeRow) =>
    segment ? { ...now, ...segment, from: 1, to: segment.count } : now;
  const only = segments.length === 1 && row.seg === undefined ? segments[0] : undefined;
  useEffect(() => {
    if (only) change(chosen({ seg: only.seg, count: only.count, level: only.level }));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the segments of the task are known
  }, [only?.seg]);
  return (
    <li className="zy-range">
      <TaskSelect
        label={`${name}的任务`}
        value={row.taskId}
        onChange={(taskId) => change(({ key }) => ({ ...blankRow(key), taskId }))}
      />
      <Select
        className="zy-full"
        aria-label={`${name}的码段`}
        placeholder={row.taskId ? '请选择码段' : '先选择任务'}
        disabled={!row.taskId}
        value={row.seg}
        onChange={(seg: number) => {
          const found = segments.find((segment) => segment.seg === seg);
          change(chosen(found && { seg, count: found.count, level: found.level }));
        }}
        options={segments.map(({ seg, level, count, activeCnt }) => ({
          value: seg,
          label: `${seg}，${Level.label(level)}码 ${countText(count)} 个${activeCnt > 0 ? `，已启用 ${countText(activeCnt)}` : ''}`,
        }))}
      />
      <InputNumber
        className="zy-full"
        controls={false}
        precision={0}
        changeOnWheel={false}
        aria-label={`${name}的起始序号`}
        placeholder="起始序号"
        status={error ? 'error' : undefined}
        value={row.from}
        onChange={(from) => change((now) => ({ ...now, from }))}
      />
      <span className="zy-range-to" aria-hidden="true">
        至
      </span>
      <InputNumber
        className="zy-full"
        controls={false}
        precision={0}
        changeOnWheel={false}
        aria-label={`${name}的结束序号`}
        placeholder="结束序号"
        status={error ? 'error' : undefined}
        value={row.to}
        onChange={(to) => change((now) => ({ ...now, to }))}
      />
      {remove && (
        <button type="button" className="zy-icon-button" aria-label={`删除${name}`} onClick={remove}>
          <Trash2 size={16} strokeWidth={1.6} aria-hidden="true" />
        </button>
      )}
      {error && (
        <p className="zy-pick-error" role="alert">
          {error}
        </p>
      )}
    </li>
  );
};

/** 号段: runs of serials of chosen segments. Errors show once a run is complete, or when `isTried`. */
export const RangeRows = ({
  rows,
  change,
  isTried,
}: {
  rows: RangeRow[];
  change: (next: (rows: RangeRow[]) => RangeRow[]) => void;
  isTried: boolean;
}) => {
  const errors = rowErrors(rows);
  const isComplete = ({ seg, from, to }: RangeRow) => seg !== undefined && from !== null && to !== null;
  return (
    <>
      <ol className="zy-ranges">
        {rows.map((row, at) => (
          <Row
            key={row.key}
            row={row}
            at={at}
            error={isTried || isComplete(row) ? errors[at] : undefined}
            change={(next) => change((now) => now.map((each) => (each.key === row.key ? next(each) : each)))}
            remove={rows.length > 1 ? () => change((now) => now.filter((each) => each.key !== row.key)) : undefined}
          />
        ))}
      </ol>
      <Button
        icon={<Plus size={14} strokeWidth={1.6} />}
        disabled={rows.length >= mostRows}
        onClick={() => change((now) => [...now, nextRow(now)])}
      >
        添加号段
      </Button>
    </>
  );
};
