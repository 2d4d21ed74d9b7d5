import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import type { Tone } from '@zhuiyuan/contract/kit/enumeration';
import type { LotRow } from '@zhuiyuan/contract/trace/lot/lot';
import { QcState, RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';

/** Days before the end of its life that a lot is told to be near it. */
export const soonDays = 30;

const dayMs = 86_400_000;
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs;
const leftText = (days: number): string => (days === 0 ? '今天到期' : `还有 ${days} 天`);

/** The worst that holds of a lot: 召回中, 不合格, 已过期, 临期, else its quality check; with why, where that is not said yet. */
export const toLotStatus = ({
  recallState,
  recallText,
  qcState,
  expireDate,
}: Pick<LotRow, 'recallState' | 'recallText' | 'qcState' | 'expireDate'>): {
  label: string;
  tone: Tone;
  cause?: string;
} => {
  const today = shanghaiToday();
  if (recallState === RecallState.recalled) return { label: '召回中', tone: 'wait', cause: recallText };
  if (qcState === QcState.failed) return { label: '不合格', tone: 'bad' };
  if (expireDate && expireDate < today)
    return { label: '已过期', tone: 'bad', cause: `${daysBetween(expireDate, today)} 天前` };
  if (expireDate && expireDate <= addDays(today, soonDays))
    return { label: '临期', tone: 'wait', cause: leftText(daysBetween(today, expireDate)) };
  return { label: QcState.label(qcState), tone: QcState.of(qcState)?.tone ?? 'idle' };
};
