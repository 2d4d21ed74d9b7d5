import type { Refusal } from './refusal.ts';

/** Refusals of a domain have numbers of their own; what is merely not filled in is not worth a line of a log. */
const firstNumber = 1000;
/** Said to whoever repeats a request, has to confirm it, or comes at a bad moment: nothing about the goods. */
const aside = new Set([61071, 61097, 61098]);

/** A code that was refused, '' where a refusal names none. */
interface RefusedRow {
  code: string;
  errCode: number;
  errMsg: string;
}

/** What of a refusal a log of goods keeps: a line for each code it names, or one. */
export const refusedRows = ({ code, message, data }: Refusal): RefusedRow[] => {
  if (code < firstNumber || aside.has(code)) return [];
  const rows = (data as { rows?: RefusedRow[] } | null)?.rows;
  return rows ?? [{ code: '', errCode: code, errMsg: message }];
};
