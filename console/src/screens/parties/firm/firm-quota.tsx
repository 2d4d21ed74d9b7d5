import { firmApi, type FirmRow } from '@zhuiyuan/contract/parties/firm/firm';
import { NumberField, TextField } from '../../../parts/form/fields.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { useDraft, type Draft } from '../../../parts/form/use-draft.ts';

export const useFirmQuota = (): Draft<FirmRow> =>
  useDraft({
    create: firmApi.quota,
    list: firmApi.list,
    from: ({ id }) => ({ id }),
    done: { update: '操作成功' },
  });

/** 增加额度: codes on top of the firm's quota. */
export const FirmQuota = ({ draft: { row, ...draft } }: { draft: Draft<FirmRow> }) => (
  <FormModal draft={draft} title={`增加额度 ${row?.name ?? ''}`} save="确定">
    <NumberField
      name="add"
      label="增加额度"
      unit="个"
      help={row && `已用 ${countText(row.codeUsed)} 个，现有额度 ${countText(row.codeQuota ?? 0)} 个`}
    />
    <TextField name="remark" label="备注" />
  </FormModal>
);
