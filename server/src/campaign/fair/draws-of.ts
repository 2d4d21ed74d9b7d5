import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

/** How many draws are read at once. */
const pageSize = 2000;

/** Draws of a period in the order of their chain: all of them, or those between two, the first not among them. */
export async function* drawsOf(db: Db, epochId: number, range: { after?: number; until?: number } = {}) {
  const { until } = range;
  for (let after = range.after ?? 0; ;) {
    const rows = await db
      .selectFrom('draw')
      .innerJoin('tier', 'tier.id', 'draw.tierId')
      .where('draw.epochId', '=', epochId)
      .where('draw.id', '>', after)
      .$if(until !== undefined, (query) => query.where('draw.id', '<=', until!))
      .orderBy('draw.id')
      .limit(pageSize)
      .select([
        'draw.id',
        'draw.uid',
        'draw.key',
        'draw.clientSeed',
        'draw.rand',
        'draw.rawTierId',
        'draw.tierId',
        'draw.fallback',
        'draw.amount',
        'draw.prizeType',
        'tier.amountMin',
        'tier.amountMax',
        sql<string>`to_char(drawn_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('drawnAt'),
        sql<string>`to_char(drawn_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`.as('drawnDay'),
      ])
      .execute();
    yield* rows;
    if (rows.length < pageSize) return;
    after = rows.at(-1)!.id;
  }
}
