import { FormModal } from '../form/form-modal.tsx';
import { SwitchField, TextField } from '../form/fields.tsx';
import type { FormDraft } from '../form/use-draft.ts';

/** Names a view and says who sees it. */
export const ViewForm = ({ form }: { form: FormDraft }) => (
  <FormModal draft={form} title={form.isNew ? '保存视图' : '修改视图'}>
    <TextField name="name" label="视图名称" placeholder="最多12个字符" />
    <SwitchField name="isShared" label="全员可用" help="本企业的人员都能打开" on={true} off={false} />
  </FormModal>
);
