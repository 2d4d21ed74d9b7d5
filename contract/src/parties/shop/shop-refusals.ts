import type { RefusalText } from '../../kit/codes.ts';

/** Refusals about shops, their links and promoters (61xxx). */
export const shopRefusals = {
  holdsGoods: [61159, '门店仍有{n}件未销货物，不能删除'],
  applied: [61174, '门店资料已提交或已通过审核，不能重复提交'],
  inviteGone: [61175, '入驻链接已失效，请向企业或经销商索取新的链接'],
  manyApplied: [61176, '今天提交的入驻申请过多，请明天再试'],
  reviewOver: [61150, '门店不在待审核状态，请刷新后重试'],
  needsAgent: [61152, '门店必须归属一个经销商，请直接变更'],
  linkOver: [61153, '该关联已解除，请刷新后重试'],
} as const satisfies Record<string, RefusalText>;
