import { enumeration } from '../kit/enumeration.ts';

/** Where a row came from: the back-office, an agent or shop on the phone, or a job. */
export const RowSource = enumeration({
  console: { value: 0, label: '后台' },
  merchant: { value: 1, label: '商户' },
  task: { value: 2, label: '任务' },
});
