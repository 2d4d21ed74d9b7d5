import { lotApi, type LotRow } from '@zhuiyuan/contract/trace/lot/lot';
import { QcState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { RadioField } from '../../../parts/form/fields.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { ImageField } from '../../../parts/gallery/image-field.tsx';
import { useDraft, type Draft } from '../../../parts/form/use-draft.ts';

export const useLotQc = (): Draft<LotRow> =>
  useDraft({
    create: lotApi.qc,
    list: lotApi.list,
    refresh: [lotApi.info],
    from: ({ id, version, qcState, qcFile }) => ({ id, version, qcState, qcFile }),
    done: { update: '操作成功' },
  });

/** 质检: the result of a lot's check, with a picture of the report. */
export const LotQc = ({ draft }: { draft: Draft<LotRow> }) => (
  <FormModal draft={draft} title={`质检 ${draft.row?.lotNo ?? ''}`} save="确定">
    <RadioField name="qcState" label="质检结果" from={QcState} />
    <ImageField name="qcFile" label="质检报告" />
  </FormModal>
);
