const lastOfMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** The `dateLimit` of a day (20261121) or a month (202611). */
export const dayOf = (number: number): string => {
  const digits = String(number);
  const [year, month, date] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)];
  if (date) return `${year}-${month}-${date},${year}-${month}-${date}`;
  return `${year}-${month}-01,${year}-${month}-${lastOfMonth(Number(year), Number(month))}`;
};
