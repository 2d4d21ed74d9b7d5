import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { shopSettlementApi } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { shopVerApi } from '@zhuiyuan/contract/redeem/verification';
import { call } from '../../../lib/call.ts';
import { confirm, toast } from '../../../lib/toast.ts';
import { MoneyField, TextField } from '../../../parts/form/fields.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { ImageField } from '../../../parts/gallery/image-field.tsx';
import { moneyText } from '../../../parts/format/numbers.ts';
import { useDraft, type FormDraft } from '../../../parts/form/use-draft.ts';

interface ClearDialogState {
  draft: FormDraft;
  /** Asks what the shop is owed; says so at once where it is nothing. */
  open: (shopId: number) => Promise<void>;
}

/** 清零抵扣 of one shop. */
export const useClearDialog = (): ClearDialogState => {
  const draft = useDraft({
    create: shopSettlementApi.clear,
    list: shopSettlementApi.dedList,
    refresh: [shopVerApi.verLogList, shopVerApi.verifyList, shopApi.list, shopApi.info],
    done: { create: '操作成功' },
  });
  const submit = async (values: Record<string, unknown>) => {
    const text = `确定清零${String(values['name'])}的抵扣余额¥${moneyText(Number(values['amount']))}？清零后不可恢复`;
    if (await confirm({ text, isDanger: true })) await draft.submit(values);
  };
  const open = async (shopId: number) => {
    try {
      const { dedBalance, name } = await call(shopApi.info, { id: shopId }, { quiet: true });
      if (dedBalance === 0) toast.warning('抵扣余额为零，无需清零');
      else draft.open(undefined, { shopId, amount: dedBalance, name });
    } catch (error) {
      toast.failure(error);
    }
  };
  return { draft: { ...draft, submit }, open };
};

/** The dialog of {@link useClearDialog}: the whole balance, a remark and a voucher. */
export const ClearDialog = ({ dialog: { draft } }: { dialog: ClearDialogState }) => (
  <FormModal draft={draft} title={`清零抵扣 ${String(draft.initial?.['name'] ?? '')}`} save="确定">
    <MoneyField name="amount" label="清零金额" disabled help="清零全部余额，结清后转为经销商的抵扣" />
    <TextField name="remark" label="备注" />
    <ImageField name="voucher" label="凭证" />
  </FormModal>
);
