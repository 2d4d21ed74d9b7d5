/** Parts of SQL by the number `n` of a row, from 1. Firm 2 has half of all rows, firm 3 one of 200, forty others the rest. */
export const [bigFirm, smallFirm] = [2, 3];
export const firm = `case when n % 2 = 0 then ${bigFirm} when n % 200 = 1 then ${smallFirm} else 4 + n % 40 end`;
/** A value that a handful of rows of the big firm have, and the one of all others. */
export const mostly = (usual: string | number, rare: string | number) =>
  `case when n % 100004 = 8 then ${rare} else ${usual} end`;
/** The member of staff of the big firm that lists are asked by, and for a handful of rows somebody else. */
export const creator = mostly(2_000_000_000 + bigFirm, 1);
/** Half of the rows belong to row 2 of another table, each other one to the row of its own number: both of the same firm. */
export const parent = 'case when n % 2 = 0 then 2 else n end';
/** Among words a letter that one row of three thousand has, as names are. */
export const name = (word: string) => `'${word}' || n || chr(19968 + n % 3000)`;
export const number = (letter: string) => `'${letter}' || lpad(n::text, 8, '0')`;
export const phone = `(13000000000 + n)::text`;
/** A row every half a minute, the last one now. */
export const at = `now() - (rows - n) * interval '30 seconds'`;
export const day = `current_date - ((rows - n) % 700)::int`;
export const code = `'A' || lpad(upper(to_hex(n::bigint * 7919)), 15, '0')`;

export const place = `jsonb_build_object('parentSeg', 4, 'parentSerial', 1 + n % 900)`;
