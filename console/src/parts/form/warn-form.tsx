import { diversionApi } from '@zhuiyuan/contract/diversion/diversion';
import { scanLogApi } from '@zhuiyuan/contract/scan/log/scan-log';
import { AreaField } from './fields.tsx';
import { FormModal } from './form-modal.tsx';
import { useDraft, type FormDraft } from './use-draft.ts';

/** A warning that is being made by hand: `warn(code)` opens its question, `form` goes to `WarnForm`. */
export const useWarning = (): { warn: (code: string) => void; form: FormDraft } => {
  const form = useDraft({ create: diversionApi.police, list: scanLogApi.risks, done: { create: '操作成功' } });
  return { warn: (code) => form.open(undefined, { code }), form };
};

/** 转预警: asks why. */
export const WarnForm = ({ form }: { form: FormDraft }) => (
  <FormModal draft={form} title="转预警" save="确定">
    <AreaField name="remark" label="说明" placeholder="如多地扫码、低价窜货，供处理预警的人参考" />
  </FormModal>
);
