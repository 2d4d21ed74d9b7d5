import { enumeration } from '../kit/enumeration.ts';

/** 核销状态. */
export const VerStatus = enumeration({
  done: { value: 1, label: '已核销', tone: 'good' },
  reversed: { value: 2, label: '已冲正', tone: 'bad' },
});
export type VerStatus = (typeof VerStatus.options)[number]['value'];
