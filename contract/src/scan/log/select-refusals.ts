import type { RefusalText } from '../../kit/codes.ts';

/** Refusals about query settings, odd codes, reports and warnings (61xxx). */
export const selectRefusals = {
  defaultStays: [61170, '默认设置不能删除'],
  complaintOver: [61171, '举报已处理完毕，请刷新后重试'],
  eventOver: [61172, '事件已被处理，请刷新后重试'],
  alreadyWarned: [61173, '该编码已有未处理完的预警'],
} as const satisfies Record<string, RefusalText>;
