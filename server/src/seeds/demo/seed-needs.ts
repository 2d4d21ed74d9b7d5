import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { NeedApplyDraft } from '@zhuiyuan/contract/movement/replenish/need-apply';
import { NeedUnit } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { insertApply, submitApply } from '../../movement/replenish/apply-writes.ts';
import { acceptApply, auditApply } from '../../movement/replenish/audit-apply.ts';
import { closeOrder } from '../../movement/replenish/end-order.ts';
import { payOrder } from '../../movement/replenish/pay-order.ts';
import type { Mover } from './seed-movement.ts';

type End = 'draft' | 'waiting' | 'reviewing' | 'rejected' | 'passed' | 'shipped' | 'closed';
/** How far each request came, and how many days ago it was made. */
const stories: { end: End; daysAgo: number; qty: number }[] = [
  // More than two runs of goods hold: an order that arrived whole is not closed early.
  { end: 'closed', daysAgo: 40, qty: 120 },
  { end: 'shipped', daysAgo: 26, qty: 60 },
  { end: 'rejected', daysAgo: 19, qty: 4000 },
  { end: 'passed', daysAgo: 9, qty: 120 },
  { end: 'shipped', daysAgo: 8, qty: 200 },
  { end: 'reviewing', daysAgo: 3, qty: 96 },
  { end: 'waiting', daysAgo: 1, qty: 240 },
  { end: 'draft', daysAgo: 0, qty: 24 },
];
const price = 6_800;

/** What dealers of a firm asked for in the last weeks, and what came of it. */
export const seedNeeds = async (db: Db, mover: Mover): Promise<void> => {
  const { firmId, actor } = mover;
  const operatorId = actor.operatorId!;
  for (const [place, { end, daysAgo, qty }] of stories.entries()) {
    const day = addDays(shanghaiToday(), -daysAgo);
    const goods = mover.goods.findLast(({ activatedDay, free }) => activatedDay < day && free.length > 4);
    const dealer = mover.receivers.agentAt(day, place * 3 + 1);
    if (!goods || !dealer) continue;
    const home = await db
      .selectFrom('agent')
      .where('id', '=', dealer.id)
      .select(['contact', 'phone', 'regionCode', 'address'])
      .executeTakeFirstOrThrow();
    const draft = NeedApplyDraft.parse({
      agentId: dealer.id,
      expectDate: addDays(shanghaiToday(), 6 + place),
      receiver: home.contact,
      phone: home.phone,
      regionCode: home.regionCode,
      address: home.address,
      items: [{ productId: goods.productId, unit: NeedUnit.item, qty, price }],
    });
    const { id } = await insertApply(db, draft, firmId, actor);
    const when = `${day} ${String(9 + place).padStart(2, '0')}:24:00`;
    if (end !== 'draft') await submitApply(db, id);
    if (end !== 'draft' && end !== 'waiting') await acceptApply(db, id, operatorId);
    if (end === 'rejected')
      await auditApply(db, id, { pass: false, items: [], remark: '超出信用额度，请分批申请' }, actor);
    if (end === 'passed' || end === 'shipped' || end === 'closed') {
      const { orderId } = await auditApply(db, id, { pass: true, items: [], remark: '' }, actor);
      await db.updateTable('needOrder').set({ createdAt: when, updatedAt: when }).where('id', '=', orderId!).execute();
      if (end !== 'passed') {
        const runs = goods.free.splice(0, 2).map((run) => ({ ...run, keyV: goods.keyV }));
        const head = { toKind: Holder.agent, toId: dealer.id, orderId: orderId! };
        const shipped = await mover.ship(head, runs, `${addDays(day, 1)} 14:10:00`);
        if (daysAgo > 10) await mover.sign(shipped, `${addDays(day, 4)} 16:20:00`);
        await payOrder(db, orderId!, { amount: 100_000, voucher: '', remark: '预付款' }, operatorId);
      }
      if (end === 'closed') await closeOrder(db, orderId!, operatorId);
    }
    await sql`
      update need_apply set created_at = least(${when}::timestamptz, now()), updated_at = least(${when}::timestamptz, now()),
        submitted_at = case when submitted_at is null then null else ${when}::timestamptz + interval '6 minutes' end,
        audit_at = case when audit_at is null then null else ${when}::timestamptz + interval '2 hours' end where id = ${id}`.execute(
      db,
    );
  }
  for (const [table, column, prefix] of [
    ['need_apply', 'apply_no', 'SQ'],
    ['need_order', 'order_no', 'YH'],
  ] as const)
    await sql`
      update ${sql.table(table)} n set ${sql.ref(column)} = ${prefix}::text || to_char(x.created_at, 'YYYYMMDD') || right(n.${sql.ref(column)}, 5)
      from ${sql.table(table)} x where x.id = n.id and n.firm_id = ${firmId}`.execute(db);
};
