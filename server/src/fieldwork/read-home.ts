import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import type { FieldHome } from '@zhuiyuan/contract/fieldwork/field-goods';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { Opinion } from '@zhuiyuan/contract/parties/inspector/inspector';
import { sql } from 'kysely';
import type { Role } from '../account/require-role.ts';
import { toHeldRole } from '../account/role.ts';
import type { Db } from '../kit/db/database.ts';
import { countShops } from './field-shops.ts';
import { toHolder } from './holder.ts';
import { pendingDocuments, readPending } from './read-documents.ts';
import { countNeeds } from './read-needs.ts';
import { sumStock } from './read-stock.ts';

/** Documents on the first page; the others lie behind 全部. */
const shown = 3;

const readWaiting = async (db: Db, role: Role): Promise<FieldHome['pending']> => {
  const sums = await pendingDocuments(db, role)
    .select([
      sql<number>`count(*)::int`.as('docs'),
      sql<number>`coalesce(sum(item_qty - sign_qty), 0)::bigint`.as('items'),
    ])
    .executeTakeFirstOrThrow();
  return { ...sums, rows: sums.docs > 0 ? (await readPending(db, role, { page: 1, limit: shown })).list : [] };
};

const countShipped = (db: Db, role: Role) => {
  const { kind, id } = toHolder(role);
  return db
    .selectFrom('deliver')
    .where('fromKind', '=', kind)
    .where('fromId', '=', id)
    .where('status', '<>', DeliverStatus.cancelled)
    .select([
      sql<number>`count(*)::int`.as('docs'),
      sql<number>`(count(*) filter (where ship_at >= date_trunc('day', now())))::int`.as('todayDocs'),
      sql<number>`coalesce(sum(item_qty) filter (where ship_at >= date_trunc('day', now())), 0)::bigint`.as(
        'todayItems',
      ),
    ])
    .executeTakeFirstOrThrow();
};

const countReceived = async (db: Db, role: Role): Promise<number> => {
  const { kind, id } = toHolder(role);
  const { docs } = await db
    .selectFrom('deliver')
    .where('toKind', '=', kind)
    .where('toId', '=', id)
    .where('status', '<>', DeliverStatus.cancelled)
    .select(({ fn }) => fn.countAll<number>().as('docs'))
    .executeTakeFirstOrThrow();
  return docs;
};

const countInspections = (db: Db, role: Role) =>
  db
    .selectFrom('inspect')
    .where('inspectorId', '=', role.id)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where at >= date_trunc('day', now())))::int`.as('today'),
      sql<number>`(count(*) filter (where opinion = ${sql.lit(Opinion.diverted)}))::int`.as('diverted'),
    ])
    .executeTakeFirstOrThrow();

/** The first page of a role: what waits for it, and how much there is in each place. */
export const readHome = async (db: Db, role: Role): Promise<FieldHome> => {
  const { kind } = role;
  const [isAgent, isHolder] = [kind === RoleKind.agent, kind === RoleKind.agent || kind === RoleKind.shop];
  return {
    role: toHeldRole(role),
    pending: isHolder ? await readWaiting(db, role) : null,
    stock: isHolder ? await sumStock(db, role) : null,
    need: isAgent ? await countNeeds(db, role) : null,
    shops: isAgent || kind === RoleKind.salesman ? await countShops(db, role) : null,
    received: kind === RoleKind.shop ? await countReceived(db, role) : null,
    shipped: isAgent ? await countShipped(db, role) : null,
    inspections: kind === RoleKind.inspector ? await countInspections(db, role) : null,
  };
};
