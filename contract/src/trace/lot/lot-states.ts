import { enumeration } from '../../kit/enumeration.ts';

/** Quality check of a lot. */
export const QcState = enumeration({
  waiting: { value: 0, label: '待检', tone: 'idle' },
  passed: { value: 1, label: '合格', tone: 'good' },
  failed: { value: 2, label: '不合格', tone: 'bad' },
});

/** Recall of a lot. */
export const RecallState = enumeration({
  normal: { value: 0, label: '正常', tone: 'good' },
  recalled: { value: 1, label: '召回中', tone: 'wait' },
});
