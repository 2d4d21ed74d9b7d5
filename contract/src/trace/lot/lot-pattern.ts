/** What of a rule for lot numbers stands for one sign of a kind; everything else stands for itself. */
const signs: Record<string, string> = { '#': '[0-9]', '@': '[A-Za-z]', '*': '[A-Za-z0-9]' };

/** A rule for lot numbers holds signs that a lot number may hold, and the three that stand for others. */
export const lotPatternSigns = /^[A-Za-z0-9._/#@*-]*$/;

/** Whether a lot number keeps to a rule: `L######-#` is met by L261114-2. Every number keeps to an empty rule. */
export const fitsLotPattern = (pattern: string, lotNo: string): boolean =>
  pattern === '' ||
  new RegExp(
    `^${[...pattern].map((sign) => signs[sign] ?? sign.replace(/[.*+?^${}()|[\]\\/-]/, '\\$&')).join('')}$`,
  ).test(lotNo);
