import { enumeration } from '../kit/enumeration.ts';

/** 导出类型. */
export const JobKind = enumeration({
  export: { value: 1, label: '导出', tone: 'kind' },
  import: { value: 2, label: '导入', tone: 'kind' },
});

/** Task variant 2: import tasks and other jobs of files. */
export const JobStatus = enumeration({
  running: { value: 1, label: '进行中', tone: 'doing' },
  done: { value: 2, label: '成功', tone: 'good' },
  unfinished: { value: 3, label: '未完成', tone: 'bad' },
});

/** Whether a job tried every row and some were refused. */
export const isPartlyDone = ({
  status,
  total,
  okCnt,
  failCnt,
  skipCnt,
  err,
}: {
  status: number;
  total: number;
  okCnt: number;
  failCnt: number;
  skipCnt: number;
  err: string;
}): boolean => status === JobStatus.unfinished && !err && okCnt + skipCnt > 0 && okCnt + skipCnt + failCnt >= total;

/** How far a job of a file is. */
export const JobPhase = enumeration({
  queued: { value: 0, label: '排队' },
  checking: { value: 1, label: '校验' },
  running: { value: 2, label: '执行' },
  summing: { value: 3, label: '汇总' },
});
