import type { RefusalText } from '../../kit/codes.ts';

/** Why an activity cannot be what it is asked to be. */
export const activityRefusals = {
  noTier: [62101, '请至少配置一个奖级'],
  noStock: [62103, '奖品库存须大于0'],
  noTarget: [62104, '请选择投放对象'],
  isOver: [62107, '活动结束时间已过'],
  budgetShort: [62109, '预算不足以覆盖全部奖品，请提高预算或改用预算封顶'],
  overlaps: [62110, '与活动「{name}」的投放范围及时间重叠'],
  onlyDraft: [62111, '只有草稿活动可以发布'],
  hasDraws: [62112, '活动已有抽奖记录，不能撤回'],
  onlyRunning: [62113, '只有进行中的活动可以暂停'],
  pastEnd: [62114, '活动已过结束时间，不能恢复'],
  cannotEnd: [62115, '活动状态不允许结束'],
  endFirst: [62116, '进行中的活动不能删除，请先结束活动'],
  keepDraws: [62117, '活动存在抽奖记录，须保存至少两年，不能彻底删除'],
  noPayer: [62119, '现金奖品须选择红包活动或发放商户'],
  onlyBetter: [62120, '活动已发布，只能作有利于消费者的调整'],
  isEnded: [62121, '已结束的活动不能修改'],
  staleWeights: [62122, '概率版本已变化，请刷新'],
  prizeUsed: [62123, '奖品已被活动使用，不能删除'],
  scopeUsed: [62124, '该范围已被活动引用，不能删除'],
  /** A shop-verified prize needs shops that may verify it. */
  noShop: [62125, '到店核销的奖品须绑定门店，或允许全部门店核销'],
  /** A tier may be taken off only while the activity is paused, and must be on again to resume. */
  onlyPaused: [62126, '活动暂停后才能暂停发放奖级'],
  tierOff: [62127, '有奖级暂停发放，恢复后才能继续活动'],
  onlyPlanned: [62128, '只有待开始的活动可以撤回'],
  notPaused: [62129, '只有已暂停的活动可以恢复'],
  notPublished: [62131, '活动尚未发布'],
  gaps: [62130, '活动内容不完整，不能发布：{text}'],
} as const satisfies Record<string, RefusalText>;
