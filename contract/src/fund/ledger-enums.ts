import { enumeration } from '../kit/enumeration.ts';

/** What moved money: each type changes two of the four columns of the ledger. */
export const LedgerType = enumeration({
  recharge: { value: 1, label: '充值' },
  allocate: { value: 2, label: '划拨到活动' },
  reclaim: { value: 3, label: '活动回收' },
  reserve: { value: 4, label: '预占' },
  pay: { value: 5, label: '支出' },
  release: { value: 6, label: '释放' },
  fee: { value: 7, label: '手续费' },
  adjust: { value: 8, label: '调账' },
});
export type LedgerType = (typeof LedgerType.options)[number]['value'];

/** A recharge or an adjustment: money counts when another person has approved it. */
export const RequestStatus = enumeration({
  waiting: { value: 0, label: '待复核', tone: 'wait' },
  passed: { value: 1, label: '已通过', tone: 'good' },
  rejected: { value: 2, label: '已驳回', tone: 'bad' },
});
