import { packingApi } from '@zhuiyuan/contract/packing/packing';
import { AreaField, SwitchField, TextField } from '../../parts/form/fields.tsx';
import { FormModal } from '../../parts/form/form-modal.tsx';
import { useDraft } from '../../parts/form/use-draft.ts';
import { packingChanges } from './packing-changes.ts';

/** 换码 of what lies in a box: `open` asks for the code that takes the place of another, in `dialog`. */
export const useReplace = () => {
  const draft = useDraft({
    create: packingApi.replace,
    refresh: packingChanges,
    done: { create: '换码成功' },
  });
  return {
    open: (oldCode: string) => draft.open(undefined, { oldCode, voidOld: true }),
    dialog: (
      <FormModal draft={draft} title="换码" save="换码">
        <TextField name="oldCode" label="旧码" />
        <TextField name="newCode" label="新码" placeholder="扫描或输入新码" />
        <SwitchField name="voidOld" label="作废旧码" on off={false} />
        <AreaField name="reason" label="原因" placeholder="如 标签破损" />
      </FormModal>
    ),
  };
};
