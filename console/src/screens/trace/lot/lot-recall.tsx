import { lotApi, type LotRow } from '@zhuiyuan/contract/trace/lot/lot';
import { AreaField } from '../../../parts/form/fields.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { useDraft, type Draft } from '../../../parts/form/use-draft.ts';

export const useLotRecall = (): Draft<LotRow> =>
  useDraft({
    create: lotApi.recall,
    list: lotApi.list,
    refresh: [lotApi.info],
    from: ({ id }) => ({ id }),
    done: { update: '操作成功' },
  });

/** 召回: asks for the text that shoppers see and says what it does to the lot's codes. */
export const LotRecall = ({ draft }: { draft: Draft<LotRow> }) => (
  <FormModal draft={draft} title={`召回 ${draft.row?.lotNo ?? ''}`} save="召回">
    <p className="zy-recall-code">
      召回后该批次全部{countText(draft.row?.activeCnt ?? 0)}个码对消费者显示召回提示，且不能发货、抽奖，确定召回？
    </p>
    <AreaField name="text" label="召回说明" placeholder="消费者扫码时看到的说明" />
  </FormModal>
);
