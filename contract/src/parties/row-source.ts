import { enumeration } from '../kit/enumeration.ts';

/** Where a row came from: the back-office, a dealer or shop on the phone, or a job. */
export const RowSource = enumeration(
  { value: 0, label: '后台' },
  { value: 1, label: '商户' },
  { value: 2, label: '任务' },
);
