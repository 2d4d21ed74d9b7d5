import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { Select } from 'antd';
import { useState } from 'react';
import { ChoiceSelect } from '../../parts/form/choice-select.tsx';
import { toChoices } from '../../parts/form/choices.ts';
import { countText } from '../../parts/format/numbers.ts';
import { productChoices, useLots, useProducts, useTask, useTasks } from '../../parts/pickers/use-choices.ts';

interface Control {
  id?: string;
  value?: number;
  onChange?: (value: number | undefined) => void;
}

/** A lot, found through its product. */
export const LotPicker = ({ id, value, onChange }: Control) => {
  const [productId, setProductId] = useState<number>();
  const products = useProducts();
  const lots = useLots(productId);
  return (
    <span className="zy-reg-pair">
      <ChoiceSelect<number>
        from={productChoices(products)}
        aria-label="产品"
        placeholder="请选择产品"
        value={productId}
        onChange={(next) => {
          setProductId(next);
          onChange?.(undefined);
        }}
      />
      <ChoiceSelect<number>
        from={toChoices(lots, ({ lotNo }) => lotNo)}
        id={id}
        placeholder="请选择批次"
        value={value}
        onChange={onChange}
        disabled={productId === undefined}
      />
    </span>
  );
};

/** A segment, found through its task. */
export const SegmentPicker = ({ id, value, onChange }: Control) => {
  const [keywords, setKeywords] = useState('');
  const [taskId, setTaskId] = useState<number>();
  const tasks = useTasks(keywords);
  const task = useTask(taskId);
  return (
    <span className="zy-reg-pair">
      <Select
        aria-label="生码任务"
        placeholder="请选择生码任务"
        showSearch={{ filterOption: false, onSearch: setKeywords }}
        value={taskId}
        onChange={(next: number) => {
          setTaskId(next);
          onChange?.(undefined);
        }}
        options={tasks.map((row) => ({ value: row.id, label: `${row.taskNo} ${row.name}` }))}
      />
      <Select
        id={id}
        placeholder="请选择码段"
        value={value}
        onChange={onChange}
        disabled={taskId === undefined}
        options={(task?.segments ?? []).map(({ seg, level, count }) => ({
          value: seg,
          label: `码段 ${seg} · ${Level.label(level)} · 1-${countText(count)}`,
        }))}
      />
    </span>
  );
};
