const aheadMs = 8 * 3_600_000;

/** A moment as a time of the wire: of Asia/Shanghai, `yyyy-MM-dd HH:mm:ss`, whatever the zone of the machine. */
export const toTime = (moment: number | Date): string =>
  new Date(Number(moment) + aheadMs).toISOString().slice(0, 19).replace('T', ' ');

/** The moment of a time of the wire, in milliseconds; NaN where it is none. */
export const toMs = (time: string): number => Date.parse(`${time.replace(' ', 'T')}+08:00`);

/** The clock in Asia/Shanghai, with seconds: `16:05:09`. */
export const clockText = (moment: number | Date): string => toTime(moment).slice(11);

/** The clock in Asia/Shanghai to the minute: `16:05`. */
export const minuteText = (moment: number | Date): string => clockText(moment).slice(0, 5);

/** A full hour of a clock: `09:00`. */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
