import { toTime } from '@zhuiyuan/contract/kit/clock';

const isoTime = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** A time as programs write it, `2026-11-01T08:30:00.000Z`, as a sheet shows it: the day alone at midnight, in Asia/Shanghai where it names a zone; other texts as they are. */
export const plainTime = (text: string): string => {
  const [whole, day, minute, second = '00', zone] = isoTime.exec(text.trim()) ?? [];
  if (!whole) return text;
  const at = zone ? new Date(whole) : undefined;
  if (at && Number.isNaN(at.getTime())) return text;
  const time = at ? toTime(at) : `${day} ${minute}:${second}`;
  return time.replace(/ 00:00:00$/, '');
};
