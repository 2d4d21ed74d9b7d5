import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { ask } from '../kit/db/events.ts';
import { regionName } from '../settings/region-names.ts';
import type { AnyExporter } from './exporter.ts';

/** Tables of rows that filters name by their number, and the column people know them by. */
const named = {
  firm: 'name',
  product: 'storeName',
  lot: 'lotNo',
  agent: 'name',
  shop: 'name',
  salesman: 'picName',
  inspector: 'auditor',
  channel: 'name',
  flowType: 'name',
  temp: 'name',
  activity: 'actName',
  redActive: 'name',
  merchant: 'name',
} as const;
type Table = keyof typeof named;

/** How a filter is called, and what its values mean. */
export interface Word {
  label: string;
  /** Labels of its values, or the table its number is of. */
  of?: { options: readonly { value: string | number; label: string }[] };
  table?: Table;
}

declare module '../kit/db/events.ts' {
  interface Questions {
    /** What filters are called, where the list of this business has them. */
    'filters.naming': { asks: { biz: string }; answers: Record<string, Word> };
  }
}

const findWord = (words: Record<string, Word>, exporter: AnyExporter | undefined, name: string): Word | undefined => {
  const field = exporter?.form?.find((one) => one.name === name);
  const own = words[name];
  if (!field) return own;
  return { ...own, label: field.label, ...(field.options ? { of: { options: field.options } } : {}) };
};

const toText = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (Array.isArray(value)) return value.length > 5 ? `共${value.length}项` : value.map(toText).join('、');
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const findName = async (db: Db, table: Table, id: number): Promise<string | undefined> => {
  const row = await db
    .selectFrom(table as 'firm')
    .where('id', '=', id)
    .select(sql<string>`${sql.ref(named[table])}`.as('name'))
    .executeTakeFirst();
  return row?.name;
};

/** The filters of an export in words; what has none (as the sealed password of an export of codes) is not shown. */
export const findConditions = async (
  db: Db,
  exporter: AnyExporter | undefined,
  filters: Record<string, unknown>,
): Promise<{ label: string; value: string }[]> => {
  const conditions: { label: string; value: string }[] = [];
  const words = await ask(db, 'filters.naming', { biz: exporter?.biz ?? '' });
  const order = exporter?.form?.map(({ name }) => name) ?? [];
  const given = Object.entries(filters).toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  for (const [name, value] of given) {
    const word = findWord(words, exporter, name);
    if (!word || value === undefined || value === null || value === '') continue;
    const label = word.of?.options.find((one) => String(one.value) === String(value))?.label;
    const row = word.table ? await findName(db, word.table, Number(value)) : undefined;
    const region = name === 'regionCode' ? await regionName(db, String(value)) : undefined;
    conditions.push({ label: word.label, value: label ?? row ?? (region || toText(value)) });
  }
  return conditions;
};
