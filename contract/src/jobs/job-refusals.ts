import type { RefusalText } from '../kit/codes.ts';

/** Refusals of imports and exports (61xxx). A whole file is refused with one of these; rows have refusals of their own. */
export const jobRefusals = {
  /** `data`: `{time, taskId}` of the former import; sent again with `again: true` it is taken. */
  sameFile: [61085, '该文件已于{time}导入，确定再次导入？'],
  notRunning: [61087, '任务已结束，不能取消'],
  stillRunning: [61088, '任务正在执行，请稍后再试'],
  nothingLeft: [61089, '没有需要继续执行的数据'],
  nothingFailed: [61104, '没有失败的数据'],
  expired: [61024, '文件已过期，请重新生成'],
  notDone: [61105, '文件尚未生成'],
} as const satisfies Record<string, RefusalText>;
