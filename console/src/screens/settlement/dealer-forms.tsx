import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { ductApi } from '@zhuiyuan/contract/settlement/duct';
import { remitApi } from '@zhuiyuan/contract/settlement/remit';
import { DatePicker } from 'antd';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { contentKey } from '../../lib/new-key.ts';
import { toast } from '../../lib/toast.ts';
import { MoneyField, OwnField, TextField } from '../../parts/form/fields.tsx';
import { FormModal } from '../../parts/form/form-modal.tsx';
import { useDraft, type FormDraft } from '../../parts/form/use-draft.ts';
import { dayjs } from '../../parts/format/dayjs.ts';
import { moneyText } from '../../parts/format/numbers.ts';
import { takeExport } from '../../parts/list/export-button.tsx';
import { FoundSelect, type FoundProps, type FoundSource } from '../../parts/pickers/found-select.tsx';
import { remitChanges } from './remit-changes.ts';

const agents: FoundSource = {
  key: [ductApi.agents.path],
  find: async (keywords) =>
    (await call(ductApi.agents, { keywords }, { quiet: true })).map(({ id, name, balance }) => ({
      value: id,
      label: name,
      note: `可抵扣 ${moneyText(balance)} 元`,
    })),
  nameOf: async (id) => (await call(ductApi.agents, { ids: [id] } as never, { quiet: true }))[0]?.name ?? '',
};

/** One of the dealers for whom anything was ever booked: nobody else has anything to set off, or a statement. */
const DuctAgentInput = (props: FoundProps) => (
  <FoundSelect
    placeholder="请选择有抵扣账户的经销商"
    {...props}
    label="经销商"
    source={agents}
    nothing="没有这家经销商，或它还没有抵扣账户"
  />
);

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
    <OwnField name="agentId" label="经销商">
      <DuctAgentInput />
    </OwnField>
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
    <OwnField name="agentId" label="经销商">
      <DuctAgentInput />
    </OwnField>
    <OwnField name="month" label="月份" help="期初余额、每笔核销、清零与打款、期末余额">
      <MonthInput />
    </OwnField>
  </FormModal>
);
