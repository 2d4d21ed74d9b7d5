import { Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTask, useTasks } from './use-choices.ts';
import { useSettled } from '../frame/use-settled.ts';
import { clearable } from '../form/clearable.tsx';
import '../form/pick-popup.css';

const waitMs = 300;

/** A task found by number or name. */
export const TaskSelect = ({
  id,
  label,
  prefix,
  placeholder = '任务编号/名称',
  firmId,
  value,
  onChange,
}: {
  id?: string;
  label?: string;
  prefix?: ReactNode;
  placeholder?: string;
  /** Only tasks of one firm. */
  firmId?: number;
  value: number | undefined;
  onChange: (taskId: number | undefined) => void;
}) => {
  const [typed, setTyped] = useState('');
  const tasks = useTasks(useSettled(typed, waitMs)).filter((task) => firmId === undefined || task.firmId === firmId);
  const chosenTask = useTask(value);
  const known = chosenTask && !tasks.some((task) => task.id === chosenTask.id) ? [chosenTask, ...tasks] : tasks;
  return (
    <Select
      id={id}
      className="zy-full"
      classNames={{ popup: { root: 'zy-pick-popup' } }}
      aria-label={label}
      prefix={prefix}
      placeholder={placeholder}
      allowClear={clearable}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={value}
      onChange={(next: number | undefined) => onChange(next)}
      options={known.map((task) => ({ value: task.id, label: `${task.taskNo} ${task.name}` }))}
      notFoundContent="没有符合条件的任务"
    />
  );
};
