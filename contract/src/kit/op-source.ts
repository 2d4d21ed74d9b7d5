import { enumeration } from './enumeration.ts';

/** Where an operation came from (模块). */
export const OpSource = enumeration({
  console: { value: 0, label: '后台' },
  merchant: { value: 1, label: '商户' },
  task: { value: 2, label: '任务' },
  device: { value: 3, label: '设备' },
});
