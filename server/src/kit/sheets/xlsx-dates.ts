/** Number formats that a spreadsheet program has built in and that show days or times, Chinese ones included. */
const builtIn = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Whether a number with this format is a day or a time. */
export const isDateFormat = (id: number, code: string | undefined): boolean => {
  if (code === undefined) return builtIn(id);
  const bare = code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '');
  return /[ymdhs]/i.test(bare) && !/[#0?]\s*$/.test(bare.replace(/s\.0+/gi, 's'));
};

const two = (value: number) => String(value).padStart(2, '0');

/** A day or time as text: `yyyy-MM-dd`, with ` HH:mm:ss` when it has a time, and the time alone below one day. */
export const dateText = (serial: number, is1904: boolean): string => {
  // 1900 counts a 29 February that never was; days before it are nobody's business dates
  const days = Math.floor(serial) + (is1904 ? 1462 : 0);
  const seconds = Math.round((serial - Math.floor(serial)) * 86_400);
  const at = new Date(Date.UTC(1899, 11, 30) + days * 86_400_000 + seconds * 1000);
  const time = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
  if (serial >= 0 && serial < 1) return time;
  const day = `${at.getUTCFullYear()}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`;
  return seconds === 0 ? day : `${day} ${time}`;
};
