import type { RefusalText } from '../kit/codes.ts';

/** Refusals about firms and their partners (61xxx). */
export const partyRefusals = {
  reviewOver: [61100, '企业不在待审核状态，请刷新后重试'],
  quotaUnlimited: [61101, '该企业不限码额度，无需增加'],
  firmWaiting: [61140, '企业资料待平台审核，审核通过前不能新增编码'],
  firmRejected: [61147, '企业审核未通过：{remark}。修改企业资料后重新审核，通过前不能新增编码'],
  firmEnded: [61148, '企业服务有效期已于{day}结束，续期前不能新增编码'],
  firmNotBegun: [61143, '企业服务有效期自{day}开始，此前不能新增编码'],
  agentHasAgents: [61090, '存在下级经销商，不能删除'],
  agentHasShops: [61091, '存在关联门店，不能删除'],
  hasBalance: [61093, '抵扣余额不为零，不能删除'],
  inUse: [61094, '已被使用，不能删除'],
  agentHasGoods: [61155, '名下仍有{n}件在途或库存，不能删除'],
  balanceChanged: [61154, '抵扣余额已变化，请刷新后重试'],
  balanceZero: [61151, '抵扣余额为零，无需清零'],
  salesmanHasShops: [61157, '名下有{n}家门店，请先移交'],
  salesmanHasAgents: [61158, '名下有{n}家经销商，请先移交'],
  inspectionWarned: [61163, '该稽查记录已转预警'],
  demoPreparing: [61195, '演示数据正在准备，请半分钟后再新增企业'],
} as const satisfies Record<string, RefusalText>;
