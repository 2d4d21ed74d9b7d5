import { sql } from 'kysely';
import type { Db } from '../kit/database.ts';

/** Most that joins the line at once; the rest follows a minute later. */
const most = 1000;

/**
 * Puts in line what its product asks to have registered and is not yet: the product itself and its lots. Handles are
 * those a registration by hand would get, and one that is taken stays whose it is.
 */
export const enrolWanted = async (db: Db): Promise<void> => {
  await sql`
    insert into registration (firm_id, handle, obj_kind, obj_id, node_kind, status, next_at)
    select * from (
      select p.firm_id, c.prefix || '/P.' || p.product_no, 1, p.id, c.node_kind, 4, now()
      from product p join node_conf c using (firm_id)
      where p.reg_on and p.is_del = 0 and p.status = 0
        and not exists (select from registration r where r.obj_kind = 1 and r.obj_id = p.id)
      union all
      select p.firm_id, c.prefix || '/L.' || p.product_no || '.' || l.lot_no, 2, l.id, c.node_kind, 4, now()
      from product p join node_conf c using (firm_id) join lot l on l.firm_id = p.firm_id and l.product_id = p.id
      where p.reg_on and p.is_del = 0 and p.status = 0 and l.is_del = 0
        and not exists (select from registration r where r.obj_kind = 2 and r.obj_id = l.id)
    ) wanted
    limit ${most}
    on conflict do nothing`.execute(db);
};
