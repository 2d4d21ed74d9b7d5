import { sql, type RawBuilder } from 'kysely';
import type { TestApp } from '../app.ts';
import { asInsider } from '../insider.ts';

/** Has claims end at another moment, as if they had been won so: `which` says which of the table claim. */
export const dateClaims = (
  app: Pick<TestApp, 'db'>,
  which: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
): Promise<void> =>
  asInsider(
    app,
    sql`
      with dated as (update claim set expire_at = ${at} where ${which} returning firm_id, draw_id, expire_at)
      update claim_note n set expire_at = dated.expire_at from dated where n.firm_id = dated.firm_id and n.draw_id = dated.draw_id`,
  );

/** Has notes say what stands now of activities, of those of red packets and of what firms ask, as if it had been said so. */
export const noteAgain = (app: Pick<TestApp, 'db'>): Promise<void> =>
  asInsider(
    app,
    sql`update activity_note n set digest = digest_activity(a) from activity a where a.firm_id = n.firm_id and a.id = n.activity_id`,
    sql`update red_active_note n set digest = digest_red_active(a) from red_active a where a.firm_id = n.firm_id and a.id = n.red_active_id`,
    sql`delete from consumer_config_note`,
    sql`insert into consumer_config_note (firm_id, digest) select firm_id, digest_consumer_config(c) from consumer_config c`,
  );
