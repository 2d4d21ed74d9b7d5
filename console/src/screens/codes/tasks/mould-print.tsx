import { Sheet } from '@zhuiyuan/contract/codes/label/elements';
import { mostPrinted, mouldApi } from '@zhuiyuan/contract/codes/label/mould';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Button, DatePicker, Form, Input, InputNumber, Radio, Select } from 'antd';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { useMay } from '../../../lib/session.ts';
import { toast } from '../../../lib/toast.ts';
import { useRead } from '../../../lib/use-read.ts';
import { useSubmitLock } from '../../../parts/feedback/use-submit-lock.ts';
import { ChoiceSelect } from '../../../parts/form/choice-select.tsx';
import { takeExport } from '../../../parts/list/export-button.tsx';
import { useOptions } from '../../../parts/pickers/firm-field.tsx';

/** 按码模板打印: labels of a task as a document by a mould; what the task does not bind is asked. */
export const MouldPrint = ({
  taskId,
  firmId,
  seg,
  serialFrom,
  left,
}: {
  taskId: number;
  firmId: number;
  seg: number;
  serialFrom: number;
  /** Codes of the segment from the first one on. */
  left: number;
}) => {
  const may = useMay();
  const products = useOptions('product');
  const mayUse = may(mouldApi.listAll.may) && may(mouldApi.print.may);
  const { data: all } = useRead(mouldApi.listAll, mayUse ? {} : undefined);
  const moulds = (all ?? []).filter((mould) => mould.firmId === firmId && mould.status === Enabled.on);
  const [picked, setPicked] = useState<number>();
  const mouldId = picked ?? moulds[0]?.id;
  const { data: asks } = useRead(mouldApi.asks, mouldId === undefined ? undefined : { mouldId, taskId });
  const [count, setCount] = useState(100);
  const [sheet, setSheet] = useState<Sheet>(Sheet.roll);
  const [said, setSaid] = useState<{ productId?: number; lotNo?: string; produceDate?: string; actText?: string }>({});
  const [isBusy, lock] = useSubmitLock();
  if (mouldId === undefined) return null;
  const most = Math.min(mostPrinted, left);
  const print = () =>
    lock(async () => {
      try {
        const input = { mouldId, taskId, seg, serialFrom, count: Math.min(count, most), sheet, ...said };
        takeExport(await call(mouldApi.print, input, { quiet: true }));
      } catch (error) {
        toast.failure(error);
      }
    });
  return (
    <fieldset className="zy-mould-print">
      <legend>按码模板打印</legend>
      <Form.Item label="码模板" help={asks?.isEarlier ? '该任务沿用首次打印时的版本' : undefined}>
        <Select
          value={mouldId}
          onChange={setPicked}
          options={moulds.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
      {asks?.needsProduct && (
        <Form.Item label="产品" required>
          <ChoiceSelect
            from={products}
            value={said.productId}
            onChange={(productId) => setSaid({ ...said, productId: productId as number })}
          />
        </Form.Item>
      )}
      {asks?.needsLot && (
        <Form.Item label="批次" required>
          <Input
            maxLength={20}
            value={said.lotNo}
            onChange={({ target }) => setSaid({ ...said, lotNo: target.value })}
          />
        </Form.Item>
      )}
      {asks?.needsDate && (
        <Form.Item label="生产日期" required>
          <DatePicker onChange={(day) => setSaid({ ...said, produceDate: day?.format('YYYY-MM-DD') })} />
        </Form.Item>
      )}
      {asks?.needsActText && (
        <Form.Item label="活动文案" required>
          <Input
            maxLength={40}
            value={said.actText}
            onChange={({ target }) => setSaid({ ...said, actText: target.value })}
          />
        </Form.Item>
      )}
      <Form.Item label="枚数" help="每个文件 5,000 枚，按 100% 打印">
        <InputNumber
          min={1}
          max={most}
          precision={0}
          value={Math.min(count, most)}
          onChange={(value) => setCount(value ?? 1)}
        />
      </Form.Item>
      <Form.Item label="排版">
        <Radio.Group
          value={sheet}
          onChange={({ target }) => setSheet(target.value as Sheet)}
          options={Sheet.options.map(({ value, label }) => ({ value, label }))}
        />
      </Form.Item>
      <Button loading={isBusy} disabled={!asks} onClick={() => void print()}>
        生成打印文件
      </Button>
    </fieldset>
  );
};
