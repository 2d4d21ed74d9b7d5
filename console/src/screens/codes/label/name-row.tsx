import { mouldApi } from '@zhuiyuan/contract/codes/label/mould';
import { PrintColor } from '@zhuiyuan/contract/codes/state/code-enums';
import { Button, Input, InputNumber, Modal, Popover, Radio } from 'antd';
import Printer from 'icon:printer';
import { useState, type Dispatch, type SetStateAction } from 'react';
import { May } from '../../../parts/feedback/may.tsx';
import { ChoiceSelect } from '../../../parts/form/choice-select.tsx';
import { useIsPlatform, useOptions } from '../../../parts/pickers/firm-field.tsx';
import { TaskSelect } from '../../../parts/pickers/task-select.tsx';
import { changed, tidy, type MouldState } from './mould-state.ts';

const mostLetters = 30;

/** The name of a mould, its paper, and what is done with the whole. */
export const NameRow = ({
  state,
  setState,
  savedAt,
  isNew,
  isBusy,
  marksEmpty,
  firm: { firmId, setFirmId },
  task: { taskId, setTaskId },
  save,
  print,
}: {
  state: MouldState;
  setState: Dispatch<SetStateAction<MouldState>>;
  savedAt: string;
  isNew: boolean;
  isBusy: boolean;
  marksEmpty: boolean;
  firm: { firmId: number | undefined; setFirmId: (id: number | undefined) => void };
  task: { taskId: number | undefined; setTaskId: (id: number | undefined) => void };
  save: (asName?: string) => void;
  print: () => void;
}) => {
  const firms = useOptions('firm');
  const isPlatform = useIsPlatform();
  const [copyName, setCopyName] = useState<string>();
  const { name, paper, color } = state.now;
  const setPaper = (change: Partial<typeof paper>) =>
    setState((before) => changed(before, { ...before.now, paper: { ...before.now.paper, ...change } }));
  const size = (label: string, field: 'widthMm' | 'heightMm' | 'gapMm', min: number, max: number) => (
    <InputNumber
      aria-label={label}
      prefix={label}
      suffix="mm"
      min={min}
      max={max}
      step={0.5}
      value={paper[field]}
      onChange={(value) => value !== null && setPaper({ [field]: tidy(value) })}
    />
  );
  return (
    <div className="zy-mould-name">
      <Input
        aria-label="模板名称"
        placeholder="模板名称"
        value={name}
        status={marksEmpty && !name.trim() ? 'error' : undefined}
        maxLength={mostLetters}
        showCount
        onChange={({ target }) =>
          setState((before) =>
            changed(before, { ...before.now, name: target.value }, { joins: before.now.name !== '' }),
          )
        }
      />
      {isPlatform && isNew && (
        <div className="zy-mould-firm">
          <ChoiceSelect
            from={firms}
            aria-label="所属企业"
            placeholder="所属企业"
            value={firmId}
            status={marksEmpty && firmId === undefined ? 'error' : undefined}
            onChange={(value) => setFirmId(value as number | undefined)}
          />
        </div>
      )}
      <small>
        {paper.widthMm} × {paper.heightMm} mm，间距 {paper.gapMm} mm，{PrintColor.label(color)}
      </small>
      <Popover
        trigger="click"
        placement="bottomLeft"
        content={
          <div className="zy-mould-settings">
            {size('宽', 'widthMm', 10, 300)}
            {size('高', 'heightMm', 10, 300)}
            {size('间距', 'gapMm', 0, 20)}
            <Radio.Group
              value={color}
              onChange={({ target }) =>
                setState((before) => changed(before, { ...before.now, color: target.value as 0 | 1 }))
              }
              options={PrintColor.options.map(({ value, label }) => ({ value, label }))}
            />
          </div>
        }
      >
        <Button type="link">纸张设置</Button>
      </Popover>
      <span className="zy-mould-gap" />
      {savedAt && <small>草稿已保存 {savedAt}</small>}
      <May of={mouldApi.print.may}>
        <Popover
          trigger="click"
          placement="bottomRight"
          content={
            <div className="zy-mould-settings">
              <TaskSelect
                label="示例任务"
                placeholder="选择任务，显示它的产品和首个码"
                firmId={firmId}
                value={taskId}
                onChange={setTaskId}
              />
            </div>
          }
        >
          <Button>预览</Button>
        </Popover>
      </May>
      <Button icon={<Printer size={14} strokeWidth={1.6} />} disabled={isBusy} onClick={print}>
        打印样张
      </Button>
      {!isNew && (
        <May of={mouldApi.save.may}>
          <Button disabled={isBusy} onClick={() => setCopyName(`${name.slice(0, mostLetters - 3)}-副本`)}>
            另存为
          </Button>
        </May>
      )}
      <Button type="primary" loading={isBusy} onClick={() => save()}>
        保存
      </Button>
      <Modal
        open={copyName !== undefined}
        title="另存为"
        className="zy-modal"
        okText="保存"
        onCancel={() => setCopyName(undefined)}
        onOk={() => {
          save(copyName);
          setCopyName(undefined);
        }}
      >
        <Input
          aria-label="新模板名称"
          value={copyName}
          maxLength={mostLetters}
          showCount
          onChange={({ target }) => setCopyName(target.value)}
        />
      </Modal>
    </div>
  );
};
