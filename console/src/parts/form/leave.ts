import { confirm } from '../../lib/toast.ts';
import type { FormHandle } from './form-body.tsx';
import type { FormDraft } from './use-draft.ts';

/** Asks whether what is not saved may be lost. */
export const askToLose = (): Promise<boolean> =>
  confirm({
    title: '放弃未保存的修改',
    text: '关闭后，刚才填写的内容不会保留',
    verb: '放弃',
    cancel: '继续编辑',
    saysCancelled: false,
  });

/** Closes a form, after asking when something in it is not saved. */
export const leave = async (handle: Pick<FormHandle, 'isDirty'>, draft: Pick<FormDraft, 'close'>): Promise<void> => {
  if (!handle.isDirty || (await askToLose())) draft.close();
};
