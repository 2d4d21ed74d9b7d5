import { Audit } from '@zhuiyuan/contract/kit/audit';
import { Form } from 'antd';
import { AreaField, RadioField } from '../../parts/form/fields.tsx';

const results = [
  { value: Audit.passed, label: '通过' },
  { value: Audit.rejected, label: '驳回' },
];

/** 通过 or 驳回, the latter with its cause. */
export const ReviewFields = ({ hint }: { hint: string }) => (
  <>
    <RadioField name="audit" label="审核结果" from={results} />
    {Form.useWatch('audit') === Audit.rejected && <AreaField name="remark" label="驳回原因" placeholder={hint} />}
  </>
);
