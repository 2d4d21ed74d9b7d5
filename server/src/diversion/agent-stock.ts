import { Holder, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { SpanKind, PackState } from '../codes/state/code-states.ts';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';

/**
 * What dealers have in hand, by product and lot, and how much of it shoppers asked about already: counted from the codes
 * each of them holds. What he passed on is held by somebody else and no longer counted here.
 */
export const agentStock = (db: Db, filters: { firmId?: number; agentId?: number; productId?: number }) => {
  let held = db
    .selectFrom('codeUnit as unit')
    .innerJoin('agent', 'agent.id', 'unit.holderId')
    .leftJoin('codeSpan as bind', (join) =>
      join
        .onRef('bind.seg', '=', 'unit.seg')
        .on('bind.kind', '=', SpanKind.bind)
        .on(sql<boolean>`bind.span @> unit.serial`),
    )
    .innerJoin('product', (join) =>
      join.on(sql<boolean>`product.id = coalesce(unit.bind_product, (bind.payload ->> 'productId')::bigint)`),
    )
    .leftJoin('lot', (join) =>
      join.on(sql<boolean>`lot.id = coalesce(unit.bind_lot, (bind.payload ->> 'lotId')::bigint)`),
    )
    .leftJoin('unitScan as scan', (join) =>
      join.onRef('scan.seg', '=', 'unit.seg').onRef('scan.serial', '=', 'unit.serial').on('scan.cnt', '>', 0),
    )
    .where('unit.holderKind', '=', Holder.agent)
    .where('unit.shipStatus', 'in', [Shipping.shipped, Shipping.signed])
    .where('unit.packState', '<>', PackState.packed);
  if (filters.firmId) held = held.where('unit.firmId', '=', filters.firmId);
  if (filters.agentId) held = held.where('unit.holderId', '=', filters.agentId);
  if (filters.productId) held = held.where('product.id', '=', filters.productId);
  const rows = held
    .groupBy(['agent.id', 'agent.name', 'product.id', 'product.storeName', 'lot.id', 'lot.lotNo'])
    .select((row) => [
      sql<string>`concat_ws('-', agent.id, product.id, lot.id)`.as('id'),
      'agent.id as agentId',
      'agent.name as agentName',
      'product.storeName',
      sql<string>`coalesce(lot.lot_no, '')`.as('lotNo'),
      row.fn.countAll<number>().as('inQty'),
      sql<number>`0::bigint`.as('outQty'),
      row.fn.count<number>('scan.seg').as('scanQty'),
      row.fn.countAll<number>().as('stockQty'),
      sql<number>`extract(day from now() - min(coalesce(unit.sign_at, unit.ship_at)))::int`.as('ageDays'),
    ]);
  return db.selectFrom(rows.as('stock'));
};
