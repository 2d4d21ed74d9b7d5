import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { templateSeeds } from './act-template-seeds.ts';

/** The system's templates of activities, as this version has them; one that it has no more stays for the activities that began with it. */
export const seedActTemplates = async (db: Db): Promise<void> => {
  // The last comes first in lists: the newest stands on top.
  for (const { code, draft } of templateSeeds.toReversed()) {
    const { firmId: _firm, preset, ...columns } = draft;
    const row = { ...columns, preset: JSON.stringify(preset) };
    await db
      .insertInto('actTemplate')
      .values({ ...row, code, firmId: 0 })
      .onConflict((conflict) =>
        conflict
          .column('code')
          .doUpdateSet({ ...row, updatedAt: sql`now()` })
          .where(
            sql<boolean>`(act_template.name, act_template.play_mode, act_template.industries, act_template.cover, act_template.summary,
              act_template.preset) is distinct from (excluded.name, excluded.play_mode, excluded.industries, excluded.cover,
              excluded.summary, excluded.preset)`,
          ),
      )
      .execute();
  }
};
