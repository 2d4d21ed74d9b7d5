/** The hours one may choose, 00:00 to 24:00. */
export const hours: readonly string[] = Array.from({ length: 25 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);

/** Reads `HH:mm,HH:mm`; what is not two of the hours in order reads as nothing. */
export const readHourRange = (value: string | null | undefined): { start?: string; end?: string } => {
  const [start = '', end = ''] = (value ?? '').split(',');
  if (!hours.includes(start)) return {};
  return hours.includes(end) && end >= start ? { start, end } : { start };
};

/** The ends a start leaves open: itself and later. */
export const endsAfter = (start: string | undefined): readonly string[] =>
  start ? hours.filter((hour) => hour >= start) : hours;

/** `HH:mm,HH:mm` of a chosen start and end; an end before the start moves to the start. */
export const hourRangeOf = (start: string, end: string | undefined): string =>
  `${start},${end === undefined || end < start ? start : end}`;
