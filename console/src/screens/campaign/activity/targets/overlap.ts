import { dayjs } from '../../../../parts/format/dayjs.ts';

interface Period {
  startAt: string;
  endAt: string;
}

const wire = 'YYYY-MM-DD HH:mm:ss';

/** What two periods share; nothing where they do not meet. Days are those of the calendar, the first and the last among them. */
export const sharedPeriod = (one: Period, other: Period): (Period & { days: number }) | undefined => {
  const startAt = one.startAt > other.startAt ? one.startAt : other.startAt;
  const endAt = one.endAt < other.endAt ? one.endAt : other.endAt;
  if (startAt >= endAt) return undefined;
  // A period that ends at midnight has nothing of the day that begins then.
  const last = dayjs(endAt).subtract(1, 'second').startOf('day');
  return { startAt, endAt, days: last.diff(dayjs(startAt).startOf('day'), 'day') + 1 };
};

/** The next full minute. */
const fullMinute = (time: string): string => {
  const at = dayjs(time);
  return (at.second() === 0 ? at : at.startOf('minute').add(1, 'minute')).format(wire);
};

/** The first moment after every activity that is in the way; nothing where one of them lasts as long as this one. */
export const freeStart = (own: Period, others: readonly Period[]): string | undefined => {
  const free = fullMinute(others.reduce((latest, { endAt }) => (endAt > latest ? endAt : latest), own.startAt));
  return free > own.startAt && free < own.endAt ? free : undefined;
};

/** A day without its year: `12-01`, with the time where it is not midnight. */
export const shortMoment = (time: string): string => time.slice(5, time.slice(11, 16) === '00:00' ? 10 : 16);

/** A period by its days without the year: `11-28 至 12-31`. */
export const shortPeriod = (startAt: string, endAt: string): string =>
  `${startAt.slice(5, 10)} 至 ${dayjs(endAt).subtract(1, 'second').format('MM-DD')}`;
