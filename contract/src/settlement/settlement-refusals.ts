import type { RefusalText } from '../kit/codes.ts';

export const settlementRefusals = {
  notAudited: [62501, '打款单尚未审核'],
  noAccount: [62502, '收款账户信息不完整'],
  sameHands: [62503, '审核人与打款人不能为同一人'],
  offsetAbove: [62510, '抵扣金额不能大于余额'],
  audited: [62521, '打款单已审核'],
  over: [62522, '打款单已打款或已驳回'],
  payingOut: [62523, '打款单正在微信打款中，不能执行该操作'],
  notWeixin: [62525, '该打款单不是微信收款，请上传打款凭证'],
  noPayMerchant: [62526, '没有可用于打款的微信商户，请先配置佣金报酬或采购货款场景的商户和资金池'],
  noWechat: [62527, '收款方的手机账号还没有绑定微信收款，请其在手机端打开“我的奖励”绑定'],
  aboveWeixin: [62528, '微信打款单笔须低于2000元，请改用银行卡或支付宝'],
  gaveUp: [62529, '该打款单的微信打款已放弃，请上传凭证，或驳回后重新结算'],
  notPaying: [62530, '打款单没有微信打款，请刷新后重试'],
  withdrawChanged: [62531, '可提现金额已变化，请刷新'],
  accountChanged: [62532, '打款单{remitNo}的收款账户已变化，请刷新核对后再审核'],
  atBank: [62533, '打款单已导出银行批量文件，请先导入打款结果；银行未受理的，请勾选“已向银行确认未受理”'],
  feeAbove: [62534, '手续费不能大于打款金额'],
  noDuctAccount: [62535, '该经销商还没有抵扣账户，没有对账单'],
  candidatesChanged: [62524, '可结算金额已变化，请重新预览'],
} as const satisfies Record<string, RefusalText>;
