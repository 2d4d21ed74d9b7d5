import { agentDeductibleApi } from '@zhuiyuan/contract/parties/deductible/agent-deductible';
import { agentApi, type AgentRow } from '@zhuiyuan/contract/parties/agent/agent';
import { confirm, toast } from '../../../lib/toast.ts';
import { MoneyField, TextField } from '../../../parts/form/fields.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { ImageField } from '../../../parts/gallery/image-field.tsx';
import { moneyText } from '../../../parts/format/numbers.ts';
import { useDraft, type Draft } from '../../../parts/form/use-draft.ts';

/** Clears what an agent is owed; nothing opens where nothing is owed. */
export const useAgentClear = (): Draft<AgentRow> => {
  const draft = useDraft({
    create: agentDeductibleApi.clear,
    list: agentApi.list,
    refresh: [agentDeductibleApi.list, agentDeductibleApi.shops],
    from: ({ id, dedBalance }) => ({ id, amount: dedBalance }),
    done: { update: '操作成功' },
  });
  return {
    ...draft,
    open: (row) => (row?.dedBalance === 0 ? toast.warning('抵扣余额为零，无需清零') : draft.open(row)),
    submit: async (values) => {
      const text = `确定清零${draft.row?.name ?? ''}的抵扣余额¥${moneyText(Number(values['amount']))}？清零后不可恢复`;
      if (await confirm({ text, verb: '清零', isDanger: true })) await draft.submit(values);
    },
  };
};

/** 清零抵扣: the whole balance, with a remark and the voucher. */
export const AgentClear = ({ draft: { row, ...draft } }: { draft: Draft<AgentRow> }) => (
  <FormModal draft={draft} title={`清零抵扣 ${row?.name ?? ''}`} save="清零">
    <MoneyField name="amount" label="清零金额" disabled help="按当前余额全部清零" />
    <TextField name="remark" label="备注" placeholder="如 抵扣11月货款" />
    <ImageField name="voucher" label="凭证" />
  </FormModal>
);
