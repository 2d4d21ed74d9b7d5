import { enumeration } from '../../kit/enumeration.ts';

/** What a shop is rewarded for. */
export const RewardKind = enumeration({
  unpack: { value: 1, label: '开箱红包' },
  sale: { value: 2, label: '动销返利' },
  task: { value: 3, label: '任务奖励' },
});

/** 奖励状态. */
export const RewardStatus = enumeration({
  open: { value: 0, label: '待结算', tone: 'wait' },
  settled: { value: 1, label: '已结算', tone: 'good' },
  void: { value: 2, label: '已作废', tone: 'gone' },
});
