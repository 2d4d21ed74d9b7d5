import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';

/** Notes what a firm asks of its consumers, where it is another than before, in the transaction that says so. */
export const noteConfig = async (
  db: Db,
  { firmId, operatorId }: { firmId: number; operatorId: number },
): Promise<void> => {
  await sql`
    insert into consumer_config_note (firm_id, digest, changed_by)
    select c.firm_id, digest_consumer_config(c), ${operatorId}::bigint
    from consumer_config c left join lateral (
      select digest from consumer_config_note n where n.firm_id = c.firm_id order by n.id desc limit 1
    ) noted on true
    where c.firm_id = ${firmId} and noted.digest is distinct from digest_consumer_config(c)`.execute(db);
};
