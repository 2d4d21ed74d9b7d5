import { enumeration } from '../kit/enumeration.ts';

/** Review of a firm or a shop (审核). */
export const Audit = enumeration(
  { value: 0, label: '未审核', tone: 'wait' },
  { value: 1, label: '已通过', tone: 'good' },
  { value: 2, label: '已驳回', tone: 'bad' },
  { value: 3, label: '未提交', tone: 'idle' },
  { value: 4, label: '已完成', tone: 'good' },
);
export const AuditState = { waiting: 0, passed: 1, rejected: 2, unsent: 3, done: 4 } as const;
