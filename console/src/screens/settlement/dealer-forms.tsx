import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { ductApi } from '@zhuiyuan/contract/settlement/duct';
import { remitApi } from '@zhuiyuan/contract/settlement/remit';
import { DatePicker } from 'antd';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { contentKey } from '../../lib/new-key.ts';
import { toast } from '../../lib/toast.ts';
import { MoneyField, OwnField, SelectField, TextField } from '../../parts/form/fields.tsx';
import { FormModal } from '../../parts/form/form-modal.tsx';
import { useDraft, type FormDraft } from '../../parts/form/use-draft.ts';
import { dayjs } from '../../parts/format/dayjs.ts';
import { takeExport } from '../../parts/list/export-button.tsx';
import { useOptions } from '../../parts/pickers/firm-field.tsx';
import { remitChanges } from './remit-changes.ts';

/** 抵扣货款: a dealer's credit against an order of his. */
export const useOffset = () => {
  const [keyFor] = useState(contentKey);
  const draft = useDraft({
    create: ductApi.offset,
    list: remitApi.list,
    refresh: remitChanges,
    done: { create: '抵扣成功' },
  });
  return {
    ...draft,
    submit: (values: Record<string, unknown>) => draft.submit({ ...values, idemKey: keyFor(values) }),
  };
};

export const OffsetModal = ({ draft }: { draft: FormDraft }) => (
  <FormModal draft={draft} title="抵扣货款" save="抵扣">
    <SelectField name="agentId" label="经销商" from={useOptions('agent')} />
    <TextField name="orderNo" label="要货订单号" placeholder="如 YH20261126-0001" />
    <MoneyField name="amount" label="抵扣金额" help="不大于经销商的抵扣余额和订单未付金额" />
  </FormModal>
);

const MonthInput = ({
  value,
  onChange,
  id,
}: {
  value?: string;
  onChange?: (month: string | undefined) => void;
  id?: string;
}) => (
  <DatePicker
    id={id}
    className="zy-full"
    picker="month"
    format="YYYY-MM"
    placeholder="请选择月份"
    allowClear={false}
    disabledDate={(day) => day.isAfter(dayjs(shanghaiToday()), 'month')}
    value={value ? dayjs(`${value}-01`) : null}
    onChange={(next) => onChange?.(next ? next.format('YYYY-MM') : undefined)}
  />
);

/** 对账单: a dealer's month as a workbook. */
export const useStatement = () => {
  const draft = useDraft({
    create: ductApi.statement,
    list: remitApi.list,
    blank: () => ({ month: shanghaiToday().slice(0, 7) }),
  });
  return {
    ...draft,
    submit: async (values: Record<string, unknown>) => {
      takeExport(await call(ductApi.statement, values as never, { quiet: true }));
      toast.success('操作成功');
      draft.close();
    },
  };
};

export const StatementModal = ({ draft }: { draft: FormDraft }) => (
  <FormModal draft={draft} title="经销商对账单" save="下载">
    <SelectField name="agentId" label="经销商" from={useOptions('agent')} />
    <OwnField name="month" label="月份" help="期初余额、每笔核销、清零与打款、期末余额">
      <MonthInput />
    </OwnField>
  </FormModal>
);
