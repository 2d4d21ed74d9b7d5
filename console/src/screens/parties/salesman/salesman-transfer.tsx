import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { salesmanApi, type SalesmanRow } from '@zhuiyuan/contract/parties/salesman/salesman';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { useClassList } from '../../../lib/use-class-list.ts';
import { confirm } from '../../../lib/toast.ts';
import { SalesmanInput } from '../class-inputs.tsx';
import { OwnField } from '../../../parts/form/fields.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { useDraft, type Draft } from '../../../parts/form/use-draft.ts';

/** Hands all shops and agents of one salesman to another, after saying how many. */
export const useSalesmanTransfer = (): Draft<SalesmanRow> => {
  const salesmen = useClassList('salesman');
  const draft = useDraft({
    create: salesmanApi.transfer,
    list: salesmanApi.list,
    refresh: [agentApi.list, agentApi.info, shopApi.list, shopApi.info],
    from: ({ id }) => ({ fromId: id }),
    done: { update: '操作成功' },
  });
  return {
    ...draft,
    submit: async (values) => {
      const { shopCount = 0, agentCount = 0 } = draft.row ?? {};
      const to = salesmen.all.find(({ id }) => id === values['toId'])?.name ?? '';
      if (await confirm({ text: `将${shopCount}家门店、${agentCount}家经销商移交给${to}，确定？` }))
        await draft.submit(values);
    },
  };
};

/** 移交 of a salesman. */
export const SalesmanTransfer = ({ draft: { row, ...draft } }: { draft: Draft<SalesmanRow> }) => (
  <FormModal draft={draft} title={`移交 ${row?.picName ?? ''}`} save="移交">
    <OwnField
      name="toId"
      label="接收业务员"
      help={`名下 ${row?.shopCount ?? 0} 家门店、${row?.agentCount ?? 0} 家经销商`}
    >
      <SalesmanInput firmId={row?.firmId} without={row?.id} placeholder="请选择接收业务员" />
    </OwnField>
  </FormModal>
);
