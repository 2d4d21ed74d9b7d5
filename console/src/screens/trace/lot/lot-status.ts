import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import type { Tone } from '@zhuiyuan/contract/kit/enumeration';
import type { LotRow } from '@zhuiyuan/contract/trace/lot/lot';
import { QcState, RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';

/** Days before the end of its life that a lot is told to be near it. */
export const soonDays = 30;

/** The worst that holds of a lot: 召回中, 不合格, 已过期, 临期, else its quality check. */
export const toLotStatus = ({
  recallState,
  qcState,
  expireDate,
}: Pick<LotRow, 'recallState' | 'qcState' | 'expireDate'>): { label: string; tone: Tone } => {
  const today = shanghaiToday();
  if (recallState === RecallState.recalled) return { label: '召回中', tone: 'wait' };
  if (qcState === QcState.failed) return { label: '不合格', tone: 'bad' };
  if (expireDate && expireDate < today) return { label: '已过期', tone: 'bad' };
  if (expireDate && expireDate <= addDays(today, soonDays)) return { label: '临期', tone: 'wait' };
  return { label: QcState.label(qcState), tone: QcState.of(qcState)?.tone ?? 'idle' };
};
