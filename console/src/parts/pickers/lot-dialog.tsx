import { DateField } from '../form/date-fields.tsx';
import { TextField } from '../form/fields.tsx';
import { FormModal } from '../form/form-modal.tsx';
import type { FormDraft } from '../form/use-draft.ts';

/** 新建批次: number and day of production; the rest is kept under 产品管理. */
export const LotDialog = ({ draft }: { draft: FormDraft }) => (
  <FormModal draft={draft} title="新建批次" save="创建">
    <TextField name="lotNo" label="批号" placeholder="字母、数字和-._/，最长20位" />
    <DateField name="produceDate" label="生产日期" />
  </FormModal>
);
