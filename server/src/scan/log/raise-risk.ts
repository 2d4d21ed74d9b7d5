import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

/** Says that something is worrying; while the same is open, its hits are counted instead. Answers the number of the warning. */
export const raiseRisk = async (
  db: Db,
  risk: { firmId: number; type: number; level: number; key: string; title: string; detail: object },
): Promise<number> => {
  const { id } = await db
    .insertInto('riskEvent')
    .values({
      firmId: risk.firmId,
      type: risk.type,
      level: risk.level,
      dedupeKey: risk.key,
      title: risk.title.slice(0, 100),
      detail: JSON.stringify(risk.detail),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['firmId', 'type', 'dedupeKey'])
        .where('status', 'in', [sql.lit(0), sql.lit(1)])
        .doUpdateSet((row) => ({
          hitCount: row('riskEvent.hitCount', '+', 1),
          lastAt: sql`now()`,
          title: row.ref('excluded.title'),
          detail: row.ref('excluded.detail'),
        })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
