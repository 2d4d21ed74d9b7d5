import { sql, type RawBuilder } from 'kysely';

/** The column's text looks like this one: what keeps apart only widths of letters, kinds of blanks or marks nobody sees is one name. */
export const looksLike = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`look_of(${sql.ref(column)}) = look_of(${text})`;
