import type { RefusalText } from '../../kit/codes.ts';

/** Refusals about flow types and flow records (61xxx). */
export const flowRefusals = {
  inUse: [61094, '已被使用，不能删除'],
  notWaiting: [61110, '只有未审核的流程可以审核'],
  keptRecord: [61111, '已审核的流程不能删除，请作废'],
  notAudited: [61112, '只有已审核的流程可以作废'],
  voided: [61113, '流程已作废，不能操作'],
  notUnsent: [61114, '只有未提交或已驳回的流程可以提交审核'],
  rangeElsewhere: [61115, '所选号段未全部启用到该批次'],
} as const satisfies Record<string, RefusalText>;
