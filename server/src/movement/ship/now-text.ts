import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

/** The moment of the transaction as custody keeps it: `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai. */
export const nowText = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ now: string }>`select to_char(now(), 'YYYY-MM-DD HH24:MI:SS') as now`.execute(db);
  return rows[0]!.now;
};
