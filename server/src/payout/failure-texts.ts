/** What WeChat Pay's reasons and codes mean, for whoever reads the record; the raw word stays beside it. */
const texts: Record<string, string> = {
  ACCOUNT_FROZEN: '收款账户被冻结',
  ACCOUNT_NOT_EXIST: '收款账户不存在',
  AMOUNT_LIMIT: '金额超出商户单笔限额',
  DAY_RECEIVED_COUNT_EXCEED: '收款用户当日收款次数已达上限',
  DAY_RECEIVED_QUOTA_EXCEED: '收款用户当日收款额度已达上限',
  ID_CARD_NOT_CORRECT: '收款人证件号不符',
  INVALID_REQUEST: '请求不符合商户平台要求',
  MCH_CANCEL: '商户已撤销',
  MONTH_RECEIVED_QUOTA_EXCEED: '收款用户当月收款额度已达上限',
  NAME_NEEDED: '转账金额达到2000元，须提供收款人姓名',
  NAME_NOT_CORRECT: '收款人姓名不符',
  NOT_ENOUGH: '商户余额不足',
  NO_AUTH: '商户无此权限',
  OPENID_INVALID: '收款用户标识无效',
  OVERDUE_CLOSE: '用户超时未确认收款',
  PARAM_ERROR: '请求参数有误',
  PAYEE_ACCOUNT_ABNORMAL: '收款账户异常',
  PAYER_ACCOUNT_ABNORMAL: '商户账户异常',
  PRODUCT_AUTH_CHECK_FAIL: '商户未开通商家转账',
  REALNAME_ACCOUNT_RECEIVED_QUOTA_EXCEED: '收款账户收款额度已达上限，须完善实名信息',
  REAL_NAME_CHECK_FAIL: '收款用户未实名',
  RECEIVE_ACCOUNT_NOT_PERMMIT: '收款账户不允许收款',
  SIGN_ERROR: '签名错误',
  TRANSFER_QUOTA_EXCEED: '收款用户单日收款额度已达上限',
  TRANSFER_REMARK_SET_FAIL: '转账备注含有不当内容',
  TRANSFER_RISK: '转账存在风险，已被拦截',
  TRANSFER_SCENE_INVALID: '转账场景不正确',
  TRANSFER_SCENE_UNAVAILABLE: '转账场景暂不可用',
};

/** The text of a reason where somebody has given it one. */
export const knownText = (reason: string): string | undefined => texts[reason];

/** The text of a reason; the reason itself where nobody has given it one. '' for none. */
export const failureText = (reason: string): string => texts[reason] ?? (reason ? `发放失败（${reason}）` : '');
