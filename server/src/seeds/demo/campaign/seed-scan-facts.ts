import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { sql } from 'kysely';
import { heldItems } from '../../../codes/state/custody/held-items.ts';
import { runsHeldBy } from '../../../codes/state/custody/runs-held-by.ts';
import { withChildren } from '../../../codes/state/with-children.ts';
import { findSalesRegions } from '../../../diversion/find-sales-regions.ts';
import type { Db } from '../../../kit/db/database.ts';
import { isCityIn } from '../../../settings/place-of-point.ts';
import { regionByName } from '../../../settings/region-names.ts';

/** The items that agents and shops of a firm have. */
const heldOf = async (db: Db, firmId: number) => {
  const held = [];
  for (const [kind, table] of [
    [Holder.agent, 'agent'],
    [Holder.shop, 'shop'],
  ] as const) {
    const ids = (await db.selectFrom(table).where('firmId', '=', firmId).select('id').execute()).map(({ id }) => id);
    if (ids.length === 0) continue;
    const runs = await withChildren(db, firmId, await runsHeldBy(db, firmId, kind, ids));
    held.push(...(await heldItems(db, firmId, runs)).filter(({ holderKind }) => holderKind === kind));
  }
  return held;
};

/**
 * What scans of the demonstration were at their moment, as far as the facts of it know: who asked and in which activity, where a draw followed; who
 * had the goods, where they had been shipped before and were asked about in the regions of their dealer.
 */
export const seedScanFacts = async (db: Db): Promise<void> => {
  await sql`
    update scan_log set uid = draw.uid, activity_id = draw.activity_id from draw
    where draw.scan_id = scan_log.id and draw.firm_id = scan_log.firm_id`.execute(db);
  const firms = await db.selectFrom('firm').select('id').execute();
  for (const { id: firmId } of firms) {
    const held = (await heldOf(db, firmId)).filter(({ shipAt }) => shipAt !== null);
    if (held.length === 0) continue;
    const column = <T>(of: (run: (typeof held)[number]) => T) => held.map(of);
    await sql`
      update scan_log set shop_id = case when held.kind = ${sql.lit(Holder.shop)} then held.holder end, agent_id = coalesce(dealer.id, link.agent_id),
        salesman_id = coalesce(dealer.salesman_id, link.salesman_id), ship_days = floor(extract(epoch from scan_log.at - held.ship_at) / 86400)
      from unnest(${column(({ seg }) => seg)}::int[], ${column(({ from }) => from)}::bigint[], ${column(({ to }) => to)}::bigint[],
        ${column(({ holderKind }) => holderKind)}::int[], ${column(({ holderId }) => holderId)}::bigint[], ${column(({ shipAt }) => shipAt)}::timestamptz[])
        held(seg, a, b, kind, holder, ship_at)
      left join agent dealer on held.kind = ${sql.lit(Holder.agent)} and dealer.id = held.holder and dealer.firm_id = ${firmId}
      left join lateral (
        select max(target_id) filter (where shop_ass.kind = ${sql.lit(ShopLinkKind.agent)}) as agent_id,
          max(target_id) filter (where shop_ass.kind = ${sql.lit(ShopLinkKind.salesman)}) as salesman_id
        from shop_ass where held.kind = ${sql.lit(Holder.shop)} and shop_id = held.holder and unbind_at is null and firm_id = ${firmId}
      ) link on true
      where scan_log.firm_id = ${firmId} and scan_log.seg = held.seg and scan_log.serial between held.a and held.b and scan_log.at >= held.ship_at`.execute(
      db,
    );
    await dropStray(db, firmId);
  }
};

/** Scans outside the regions of who had the goods are left as they were told: the demonstration knows of a few diverted goods, not of most of them. */
const dropStray = async (db: Db, firmId: number): Promise<void> => {
  const places = await db
    .selectFrom('scanLog')
    .innerJoin('agent', 'agent.id', 'scanLog.agentId')
    .where('scanLog.firmId', '=', firmId)
    .select(['agent.id', 'agent.path', 'productId', 'province', 'city'])
    .distinct()
    .execute();
  const regions = await findSalesRegions(
    db,
    places.map(({ id, path, productId }) => ({ agent: { id, path }, productId })),
  );
  for (const [nth, { id, productId, province, city }] of places.entries()) {
    const own = regions[nth]!;
    const code = await regionByName(db, province + (city === province ? '' : city));
    if (own.length === 0 || (code && isCityIn(code, own))) continue;
    await db
      .updateTable('scanLog')
      .set({ agentId: null, shopId: null, salesmanId: null, shipDays: null })
      .where('firmId', '=', firmId)
      .where('agentId', '=', id)
      .where('productId', 'is not distinct from', productId)
      .where('province', '=', province)
      .where('city', '=', city)
      .execute();
  }
};
