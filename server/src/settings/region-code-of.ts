import { sql } from 'kysely';
import type { Db } from '../kit/database.ts';

/**
 * The code of a region written from the province down, as 浙江省杭州市西湖区, separators between the names allowed; '' when
 * there is none. The districts of 北京市 and its like may leave the second 北京市 out. Reads one row, so that files of many
 * rows can be read by it.
 */
export const regionCodeOf = async (db: Db, text: string): Promise<string> => {
  const wanted = text.replaceAll(/[\s,，、/-]+/g, '');
  const found = await db
    .selectFrom('city')
    .select('id')
    .where((row) =>
      row.or([
        row(sql`replace(merger_name, ',', '')`, '=', wanted),
        row(sql`replace(regexp_replace(merger_name, '^([^,]+),\\1', '\\1'), ',', '')`, '=', wanted),
      ]),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return found ? String(found.id) : '';
};
