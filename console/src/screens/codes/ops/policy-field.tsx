import { RadioField } from '../../../parts/form/fields.tsx';

const policies = [
  { value: 0, label: '整体不执行' },
  { value: 1, label: '跳过异常码' },
];

/** 遇到异常: what becomes of the whole when some codes cannot be touched. */
export const PolicyField = () => <RadioField name="policy" label="遇到异常" from={policies} isWide />;
