import { enumeration } from './enumeration.ts';

/** What came of something that a log tells: it was done, or it was refused. */
export const LogResult = enumeration({
  done: { value: 0, label: '成功', tone: 'good' },
  failed: { value: 1, label: '失败', tone: 'bad' },
});
