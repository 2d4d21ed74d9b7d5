import { enumeration } from './enumeration.ts';

/** Where an operation came from (模块). */
export const OpSource = enumeration(
  { value: 0, label: '后台' },
  { value: 1, label: '商户' },
  { value: 2, label: '任务' },
  { value: 3, label: '设备' },
);
