import { bindingApi } from '@zhuiyuan/contract/redeem/binding';
import { toast } from '../../../lib/toast.ts';
import { countText } from '../../../parts/format/numbers.ts';
import { OwnField } from '../../../parts/form/fields.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { useDraft, type FormDraft } from '../../../parts/form/use-draft.ts';
import { BindableInput } from '../../../parts/pickers/activity-input.tsx';
import { bindingLists } from './use-unbind-act.ts';

/** A binding of one shop, or of several, to another activity; open it with `shopIds`. */
export const useBindAct = () =>
  useDraft({
    create: bindingApi.save,
    refresh: bindingLists,
    done: { create: '' },
    onSaved: ({ ok, repeat }) =>
      ok > 0 ? toast.success(`已绑定${ok}家`) : toast.warning(`已绑定${ok}家，${repeat}家已存在`),
  });

/** 绑定活动: one of the published activities; of one shop, one that it does not take part in yet. */
export const BindActForm = ({ draft }: { draft: FormDraft }) => {
  const shopIds = (draft.initial?.['shopIds'] ?? []) as number[];
  const shopId = shopIds.length === 1 ? shopIds[0] : undefined;
  return (
    <FormModal
      draft={draft}
      title={shopIds.length > 1 ? `为 ${countText(shopIds.length)} 家门店绑定活动` : '绑定活动'}
      save="绑定"
    >
      <OwnField name="activityId" label="活动" help="未结束的活动；绑定后门店可以核销它的到店奖品" isWide>
        <BindableInput shopId={shopId} />
      </OwnField>
    </FormModal>
  );
};
