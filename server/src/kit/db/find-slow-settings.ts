import { sql } from 'kysely';
import type { Db } from './database.ts';

interface Settings {
  blocks: number;
  pageCost: number;
}

/** Eight kilobytes. */
const blocksOfMegabyte = 128;
const leastMegabytes = 256;
const dearestPage = 2;

/**
 * What of a database's own settings makes lists slow, a line for each. `jit` is switched off by each connection, a locale whose
 * trigrams know no Chinese is refused by migrate.ts.
 */
export const findSlowSettings = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<Settings>`
    select (select setting::int from pg_settings where name = 'shared_buffers') as blocks,
      current_setting('random_page_cost')::float8 as page_cost`.execute(db);
  const { blocks, pageCost } = rows[0]!;
  const megabytes = blocks / blocksOfMegabyte;
  return [
    ...(megabytes < leastMegabytes
      ? [`shared_buffers is ${megabytes} MB: a quarter of the machine's memory keeps lists in memory`]
      : []),
    ...(pageCost > dearestPage
      ? [`random_page_cost is ${pageCost}: with 1.1, as solid disks have it, indexes are used where they help`]
      : []),
  ];
};
