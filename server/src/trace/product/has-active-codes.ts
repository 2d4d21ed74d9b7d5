import type { Db } from '../../kit/db/database.ts';

/** Whether a firm has products with activated codes. */
export const hasActiveCodes = async (db: Db, firmId: number): Promise<boolean> =>
  (await db
    .selectFrom('product')
    .select('id')
    .where('firmId', '=', firmId)
    .where('activeCnt', '>', 0)
    .limit(1)
    .executeTakeFirst()) !== undefined;
