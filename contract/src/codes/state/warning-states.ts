import { enumeration } from '../../kit/enumeration.ts';

/** 预警类型, as the warnings of the whole product number them. */
export const RiskType = enumeration({
  diversion: { value: 1, label: '窜货' },
  oddCode: { value: 2, label: '单码异常扫码' },
  user: { value: 3, label: '用户异常' },
  budget: { value: 4, label: '预算不足' },
  stock: { value: 5, label: '库存不足' },
  failedShare: { value: 6, label: '发放失败率' },
  merchantBalance: { value: 7, label: '商户余额不足' },
  winShare: { value: 8, label: '中奖率偏离' },
  invalidCodes: { value: 9, label: '异常码扫码' },
});
export const RiskLevel = enumeration({
  notice: { value: 1, label: '提示', tone: 'idle' },
  usual: { value: 2, label: '一般', tone: 'wait' },
  severe: { value: 3, label: '严重', tone: 'bad' },
});
export const RiskStatus = enumeration({
  waiting: { value: 0, label: '待处理', tone: 'wait' },
  doing: { value: 1, label: '处理中', tone: 'doing' },
  done: { value: 2, label: '已处理', tone: 'good' },
  ignored: { value: 3, label: '已忽略', tone: 'gone' },
});
