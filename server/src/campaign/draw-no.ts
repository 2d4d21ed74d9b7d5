import { sql } from 'kysely';

const digits = 8;

/** How a draw is named where shoppers and staff read it: its day in Shanghai and its number. */
export const toDrawNo = (day: string, id: number): string =>
  `D${day.replaceAll('-', '')}${String(id).padStart(digits, '0')}`;

/** The number of the draw that a name is of; nothing where it is none. */
export const drawIdOf = (drawNo: string): number | undefined => {
  const match = /^[DC]\d{8}(\d{8,15})$/.exec(drawNo.trim().toUpperCase());
  return match ? Number(match[1]) : undefined;
};

/** {@link toDrawNo} of a row of draws. */
export const drawNoText = (table: string) =>
  sql<string>`'D' || to_char(${sql.ref(`${table}.drawnAt`)} at time zone 'Asia/Shanghai', 'YYYYMMDD') || lpad(${sql.ref(`${table}.id`)}::text, greatest(${sql.lit(digits)}, length(${sql.ref(`${table}.id`)}::text)), '0')`;
