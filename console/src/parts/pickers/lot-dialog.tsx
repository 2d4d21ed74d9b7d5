import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { DateField } from '../form/date-fields.tsx';
import { TextField } from '../form/fields.tsx';
import { FormModal } from '../form/form-modal.tsx';
import { useDraft } from '../form/use-draft.ts';

/** The draft of a lot made on the way; `made` gets its number. */
export const useLotDraft = (made: (lotId: number) => void) =>
  useDraft({ create: lotApi.save, refresh: [lotApi.listAll, lotApi.list], onSaved: ({ id }) => made(id) });

/** 新建批次: number and day of production; the rest is kept under 产品管理. */
export const LotDialog = ({ draft }: { draft: ReturnType<typeof useLotDraft> }) => (
  <FormModal draft={draft} title="新建批次" save="创建">
    <TextField name="lotNo" label="批号" placeholder="字母、数字和-._/，最长20位" />
    <DateField name="produceDate" label="生产日期" />
  </FormModal>
);
