import { Review } from '@zhuiyuan/contract/kit/review';
import { Form } from 'antd';
import { AreaField, RadioField } from '../../parts/form/fields.tsx';

const results = [
  { value: Review.passed, label: '通过' },
  { value: Review.rejected, label: '驳回' },
];

/** 通过 or 驳回, the latter with its cause. */
export const ReviewFields = ({ hint }: { hint: string }) => (
  <>
    <RadioField name="audit" label="审核结果" from={results} />
    {Form.useWatch('audit') === Review.rejected && <AreaField name="remark" label="驳回原因" placeholder={hint} />}
  </>
);
