import type { DeliverRow } from '@zhuiyuan/contract/movement/document/deliver';
import { shipApi } from '@zhuiyuan/contract/movement/ship/ship';
import { useState } from 'react';
import { newKey } from '../../../lib/new-key.ts';
import { countText } from '../../../parts/format/numbers.ts';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { AreaField } from '../../../parts/form/fields.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { useDraft, type FormDraft } from '../../../parts/form/use-draft.ts';
import { deliverChanges } from '../deliver-changes.ts';

/** Which document is to be taken back, and why. */
export const useCancelDraft = () => {
  const [row, setRow] = useState<DeliverRow>();
  const draft = useDraft({ create: shipApi.cancel, refresh: deliverChanges, done: { create: '操作成功' } });
  return {
    draft,
    row,
    open: (next: DeliverRow) => {
      setRow(next);
      draft.open(undefined, { id: next.id, idemKey: newKey() });
    },
  };
};

/** 撤销整单: says what goes back and what stays, and asks why. */
export const CancelForm = ({ draft, row }: { draft: FormDraft; row: DeliverRow | undefined }) => (
  <FormModal draft={draft} title="撤销整单" save="撤销">
    {row && (
      <p className="zy-cancel-question">
        确定撤销发货单{row.deliverNo}？未签收的{countText(row.itemQty - row.signQty)}件将退回发货方
      </p>
    )}
    {row && row.signQty > 0 && (
      <NoticeBar tone="wait">已签收的 {countText(row.signQty)} 件不能撤销，需走退货</NoticeBar>
    )}
    <AreaField name="reason" label="撤销原因" placeholder="如 发错收货方" />
  </FormModal>
);
