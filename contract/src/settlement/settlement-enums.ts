import { enumeration } from '../kit/enumeration.ts';

/** Who is paid by a remittance: as the owner of a deductible. */
export const PayeeKind = enumeration({
  shop: { value: 1, label: '门店' },
  agent: { value: 2, label: '经销商' },
});
export type PayeeKind = (typeof PayeeKind.options)[number]['value'];

/** 打款状态, the withdrawal states of the seed. */
export const RemitStatus = enumeration({
  waiting: { value: 0, label: '审核中', tone: 'wait' },
  paid: { value: 1, label: '已打款', tone: 'good' },
  rejected: { value: -1, label: '已驳回', tone: 'bad' },
});
export type RemitStatus = (typeof RemitStatus.options)[number]['value'];

/** What a remittance came from. */
export const RemitSource = enumeration({
  withdraw: { value: 1, label: '余额提现' },
  period: { value: 2, label: '周期结算' },
  hand: { value: 3, label: '手工' },
});
export type RemitSource = (typeof RemitSource.options)[number]['value'];

/** What a line of a remittance pays. */
export const RemitRef = enumeration({
  ver: { value: 'prize_ver', label: '核销' },
  reward: { value: 'shop_reward', label: '门店奖励' },
  offset: { value: 'ded_log', label: '抵扣货款' },
});
export type RemitRef = (typeof RemitRef.options)[number]['value'];
