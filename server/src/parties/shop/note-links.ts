import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

/** Notes links of shops as they are now, in the transaction that makes or ends them: what nobody noted is not lawful. */
export const noteLinks = async (db: Db, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return;
  await sql`
    insert into link_note (firm_id, link_id, shop_id, kind, target_id, bind_at, unbind_at, created_at)
    select firm_id, id, shop_id, kind, target_id, bind_at, unbind_at, created_at
    from shop_ass where id = any(${[...ids]}::bigint[]) order by id`.execute(db);
};
