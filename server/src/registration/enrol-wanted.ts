import { RegistrationStatus } from '@zhuiyuan/contract/codes/state/registration-status';
import { ObjectKind } from '@zhuiyuan/contract/trace/object-kind';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { SegmentState, TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';

/** Most that joins the line at once; the rest follows a minute later. */
const most = 1000;

/**
 * Puts in line what its product or task asks to have registered and is not yet: the product itself and its lots, the
 * segments of a finished task. Handles are
 * those a registration by hand would get, and one that is taken stays whose it is.
 */
export const enrolWanted = async (db: Db): Promise<void> => {
  await sql`
    insert into registration (firm_id, handle, obj_kind, obj_id, node_kind, status, next_at, seg, span)
    select * from (
      select p.firm_id, c.prefix || '/P.' || p.product_no, ${sql.lit(ObjectKind.product)}, p.id, c.node_kind, ${sql.lit(RegistrationStatus.queued)}, now(), null::int, null::int8range
      from product p join node_conf c using (firm_id)
      where p.reg_on and p.is_del = 0 and p.status = ${sql.lit(Enabled.on)}
        and not exists (select from registration r where r.obj_kind = ${sql.lit(ObjectKind.product)} and r.obj_id = p.id)
      union all
      select p.firm_id, c.prefix || '/L.' || p.product_no || '.' || l.lot_no, ${sql.lit(ObjectKind.lot)}, l.id, c.node_kind, ${sql.lit(RegistrationStatus.queued)}, now(), null, null
      from product p join node_conf c using (firm_id) join lot l on l.firm_id = p.firm_id and l.product_id = p.id
      where p.reg_on and p.is_del = 0 and p.status = ${sql.lit(Enabled.on)} and l.is_del = 0
        and not exists (select from registration r where r.obj_kind = ${sql.lit(ObjectKind.lot)} and r.obj_id = l.id)
      union all
      select s.firm_id, c.prefix || '/S.' || s.seg || '.1-' || s.count, ${sql.lit(ObjectKind.run)}, s.seg, c.node_kind, ${sql.lit(RegistrationStatus.queued)}, now(), s.seg, int8range(1, s.count + 1)
      from task t join node_conf c using (firm_id) join segment s on s.task_id = t.id
      where t.reg_on and t.phase = ${TaskPhase.done} and s.state <> ${sql.lit(SegmentState.void)}
        and not exists (select from registration r where r.obj_kind = ${sql.lit(ObjectKind.run)} and r.seg = s.seg and r.span && int8range(1, s.count + 1))
    ) wanted
    limit ${most}
    on conflict do nothing`.execute(db);
};
