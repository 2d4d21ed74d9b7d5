import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { endBinding } from '../../account/binding.ts';
import { moveAgents } from '../agent/agent-writes.ts';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { Saved } from '@zhuiyuan/contract/kit/standard';
import { SalesmanDraft } from '@zhuiyuan/contract/parties/salesman/salesman';
import { partyRefusals } from '@zhuiyuan/contract/parties/party-refusals';
import { presentLinks } from '../present-links.ts';
import type { Db } from '../../kit/db/database.ts';
import { invalid, notFound, refuse, type Constraints } from '../../kit/refusal.ts';
import { live } from '../../kit/db/live.ts';
import { changeRow, lockRow } from '../../kit/db/rows.ts';
import { lockChosenAgent } from '../lock-chosen.ts';
import { linkShops } from '../shop/shop-link-writes.ts';

/** What the database refuses of them, in words. */
export const salesmanConstraints: Constraints = {
  salesman_phone_uq: () => invalid('phone', '手机号已被使用'),
  salesman_job_no_uq: () => invalid('jobNo', '工号已被使用'),
};

const toColumns = ({ firmId: _firm, ...draft }: SalesmanDraft) => ({
  ...draft,
  jobNo: draft.jobNo || null,
  agentId: draft.agentId ?? null,
  regionCode: draft.regionCode ?? '',
  entryDate: draft.entryDate ?? null,
});

/** Makes a salesman of a firm. */
export const insertSalesman = async (
  db: Db,
  draft: SalesmanDraft,
  { firmId, operatorId }: { firmId: number; operatorId: number | null },
): Promise<Saved> => {
  await lockChosenAgent(db, firmId, draft.agentId);
  return db
    .insertInto('salesman')
    .values({ ...toColumns(draft), firmId, createdBy: operatorId })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
};

/** A salesman as a change of him is written, locked. */
export const storedSalesman = (db: Db, id: number) =>
  lockRow(db, 'salesman', id, Object.keys(SalesmanDraft.shape) as (keyof SalesmanDraft)[]);

/** Replaces a salesman's fields. 409 when `version` is not the row's. */
export const updateSalesman = async (
  db: Db,
  id: number,
  draft: SalesmanDraft,
  version: number | undefined,
): Promise<Saved> => {
  const before = await lockRow(db, 'salesman', id, ['firmId', 'agentId'], version);
  if (draft.agentId !== before.agentId) await lockChosenAgent(db, before.firmId, draft.agentId);
  return changeRow(db, 'salesman', id, toColumns(draft));
};

/** Gives all shops and agents of one salesman to an enabled one of the same firm; the links of the shops are kept as history. */
export const transferSalesman = async (
  db: Db,
  { fromId, toId }: { fromId: number; toId: number },
  operatorId: number,
): Promise<{ shops: number; agents: number }> => {
  // both in one order, so that two transfers against each other wait instead of failing
  const both = await live(db, 'salesman')
    .select(['id', 'firmId', 'status'])
    .where('id', 'in', [fromId, toId])
    .orderBy('id')
    .forUpdate()
    .execute();
  const from = both.find(({ id }) => id === fromId);
  const to = both.find(({ id }) => id === toId);
  if (!from) throw notFound();
  if (!to || to.firmId !== from.firmId || to.status !== Enabled.on) throw invalid('toId', '业务员不存在或已停用');
  const links = await presentLinks(ShopLinkKind.salesman, db).select('shopId').where('targetId', '=', fromId).execute();
  const shopIds = links.map(({ shopId }) => shopId);
  const change = { kind: ShopLinkKind.salesman, targetId: toId, reason: '业务员移交' } as const;
  const moved = shopIds.length > 0 ? await linkShops(db, from.firmId, shopIds, change, operatorId) : { ids: [] };
  return { shops: moved.ids.length, agents: await moveAgents(db, fromId, toId) };
};

/** Deletes a salesman softly; refused while shops or agents are his. */
export const removeSalesman = async (db: Db, id: number): Promise<void> => {
  await lockRow(db, 'salesman', id);
  const { shops } = await presentLinks(ShopLinkKind.salesman, db)
    .select(({ fn }) => fn.countAll<number>().as('shops'))
    .where('targetId', '=', id)
    .executeTakeFirstOrThrow();
  if (shops > 0) throw refuse(partyRefusals.salesmanHasShops, { n: shops });
  const { agents } = await live(db, 'agent')
    .select(({ fn }) => fn.countAll<number>().as('agents'))
    .where('salesmanId', '=', id)
    .executeTakeFirstOrThrow();
  if (agents > 0) throw refuse(partyRefusals.salesmanHasAgents, { n: agents });
  await endBinding(db, { kind: RoleKind.salesman, id });
  await changeRow(db, 'salesman', id, { isDel: 1 });
};

/** Leaves the salesmen of a deleted agent without one. */
export const leaveAgent = async (db: Db, { agentId }: { agentId: number }): Promise<void> => {
  await db.updateTable('salesman').set({ agentId: null }).where('agentId', '=', agentId).execute();
};
