import type { ActivityRow } from '@zhuiyuan/contract/campaign/activity/activity';
import { dayjs } from '../../../../parts/format/dayjs.ts';
import { timeText } from '../../../../parts/format/times.ts';

/** Days where it begins and ends with one: at midnight, or at the last second. */
export const periodText = ({ startAt, endAt }: Pick<ActivityRow, 'startAt' | 'endAt'>): string => {
  if (!startAt || !endAt) return startAt || endAt ? `${timeText(startAt)} ~ ${timeText(endAt)}` : '-';
  const areDays = startAt.endsWith('00:00:00') && (endAt.endsWith('00:00:00') || endAt.endsWith('23:59:59'));
  const last = endAt.endsWith('00:00:00')
    ? dayjs(endAt).subtract(1, 'second').format('YYYY-MM-DD')
    : endAt.slice(0, 10);
  return areDays ? `${startAt.slice(0, 10)} ~ ${last}` : `${timeText(startAt)} ~ ${timeText(endAt)}`;
};
