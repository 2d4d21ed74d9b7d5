import { AuditState } from '@zhuiyuan/contract/parties/audit';
import { firmApi, type FirmRow } from '@zhuiyuan/contract/parties/firm';
import { Form } from 'antd';
import { AreaField, RadioField } from '../../parts/fields.tsx';
import { FormModal } from '../../parts/form-modal.tsx';
import { useDraft, type Draft } from '../../parts/use-draft.ts';

const results = [
  { value: 1, label: '通过' },
  { value: 2, label: '驳回' },
];

export const useFirmAudit = (): Draft<FirmRow> =>
  useDraft({
    create: firmApi.audit,
    list: firmApi.list,
    refresh: [firmApi.info],
    from: ({ id }) => ({ id, audit: 1 }),
    done: { update: '操作成功' },
  });

const Cause = () =>
  Form.useWatch('audit') === AuditState.rejected && (
    <AreaField name="remark" label="驳回原因" placeholder="企业据此修改后重新提交" />
  );

/** 审核企业: passes it, or rejects it with the cause. */
export const FirmAudit = ({ draft }: { draft: Draft<FirmRow> }) => (
  <FormModal draft={draft} title={`审核 ${draft.row?.name ?? ''}`} save="确定">
    <RadioField name="audit" label="审核结果" from={results} />
    <Cause />
  </FormModal>
);
