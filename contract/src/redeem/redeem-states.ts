import { enumeration } from '../kit/enumeration.ts';

/** 核销状态. */
export const VerStatus = enumeration({
  done: { value: 1, label: '已核销', tone: 'good' },
  reversed: { value: 2, label: '已冲正', tone: 'bad' },
});
export type VerStatus = (typeof VerStatus.options)[number]['value'];

/** What happened to a prize that a shop hands out. */
export const VerAct = enumeration({
  draw: { value: 0, label: '中奖' },
  verify: { value: 1, label: '核销' },
  reverse: { value: 2, label: '冲正' },
  settle: { value: 3, label: '门店结清' },
  settleAgent: { value: 4, label: '经销商结清' },
});
