import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { endBinding } from '../../account/binding.ts';
import { sql } from 'kysely';
import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import type { Saved } from '@zhuiyuan/contract/kit/standard';
import { AgentDraft } from '@zhuiyuan/contract/parties/agent/agent-draft';
import { partyRefusals } from '@zhuiyuan/contract/parties/party-refusals';
import { countHeldItems } from '../../codes/state/count-held-items.ts';
import { emit } from '../../kit/db/events.ts';
import { presentLinks } from '../present-links.ts';
import type { Db } from '../../kit/db/database.ts';
import { nextNumber } from '../../kit/db/next-number.ts';
import { invalid, notFound, refuse, type Constraints } from '../../kit/refusal.ts';
import { live } from '../../kit/db/live.ts';
import { changeRow, lockRow } from '../../kit/db/rows.ts';
import { putRegions, findRegions } from './agent-regions.ts';
import { lockAgentTree, moveBelow, pathBelow } from './agent-tree.ts';
import { noteNewPayee, payeeColumns, tellPayee, toPayeeColumns } from '../payee-account.ts';
import { lockChosenChannel, lockChosenSalesman } from '../lock-chosen.ts';
import { findBalance } from '../deductible/deductible-account.ts';

declare module '../../kit/db/events.ts' {
  interface Events {
    'agent.removed': { agentId: number };
  }
}

/** What the database refuses of them, in words. */
export const agentConstraints: Constraints = {
  agent_name_uq: () => invalid('name', '名称已存在'),
  agent_no_uq: () => invalid('agentNo', '编号已存在'),
};

const toColumns = ({
  firmId: _firm,
  pid: _pid,
  regions: _regions,
  payChannel: _payChannel,
  payAccount: _payAccount,
  payName: _payName,
  ...draft
}: AgentDraft) => ({
  ...draft,
  channelId: draft.channelId ?? null,
  salesmanId: draft.salesmanId ?? null,
  gln: draft.gln || null,
  coopFrom: draft.coopFrom ?? null,
  coopTo: draft.coopTo ?? null,
});

const forAllProducts = (codes: readonly string[]) => codes.map((regionCode) => ({ regionCode, productId: 0 }));

/** Makes an agent below another one (0 = at the top) with his sales regions; a blank number gets the firm's next one. */
export const insertAgent = async (
  db: Db,
  draft: AgentDraft,
  {
    firmId,
    operatorId,
    masterKey,
  }: {
    firmId: number;
    operatorId: number | null;
    /** Seals the account he is paid to, where the draft has one. */
    masterKey?: Buffer;
  },
): Promise<Saved> => {
  await lockAgentTree(db, firmId);
  await lockChosenChannel(db, firmId, draft.channelId);
  await lockChosenSalesman(db, firmId, draft.salesmanId);
  const saved = await db
    .insertInto('agent')
    .values({
      ...toColumns(draft),
      ...toPayeeColumns(draft, masterKey),
      firmId,
      pid: draft.pid,
      path: await pathBelow(db, firmId, draft.pid),
      agentNo:
        draft.agentNo || (await nextNumber(db, { table: 'agent', column: 'agentNo', prefix: 'A', digits: 6, firmId })),
      createdBy: operatorId,
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  await putRegions(db, { id: saved.id, firmId }, forAllProducts(draft.regions));
  await noteNewPayee(db, { firmId, ownerKind: DeductibleOwner.agent, ownerId: saved.id }, draft, operatorId);
  return saved;
};

/** The agent, locked together with his firm's tree. */
const lockAgent = async (db: Db, id: number, version?: number) => {
  const owner = await live(db, 'agent').select('firmId').where('id', '=', id).executeTakeFirst();
  if (!owner) throw notFound();
  await lockAgentTree(db, owner.firmId);
  const columns = ['id', 'firmId', 'pid', 'path', 'level', 'agentNo', 'channelId', 'salesmanId'] as const;
  return lockRow(db, 'agent', id, [...columns, ...payeeColumns], version);
};

const { firmId: _ofFirm, regions: _inRegions, ...draftShape } = AgentDraft.shape;
const draftColumns = Object.keys(draftShape) as (keyof typeof draftShape)[];

/** An agent as a change of him is written, locked. */
export const storedAgent = async (db: Db, id: number) => {
  await lockAgent(db, id);
  const draft = await lockRow(db, 'agent', id, draftColumns);
  const regions = (await findRegions(db, id)).filter(({ productId }) => productId === 0);
  return { ...draft, regions: regions.map(({ regionCode }) => regionCode) };
};

/** Replaces an agent's fields and his sales regions for all products; another `pid` moves him with everybody below. 409 when `version` is not the row's. */
export const updateAgent = async (
  db: Db,
  id: number,
  draft: AgentDraft,
  version: number | undefined,
  { operatorId, masterKey }: { operatorId: number; masterKey: Buffer },
): Promise<Saved> => {
  const before = await lockAgent(db, id, version);
  const payee = toPayeeColumns(draft, masterKey, before);
  if (draft.channelId !== before.channelId) await lockChosenChannel(db, before.firmId, draft.channelId);
  if (draft.salesmanId !== before.salesmanId) await lockChosenSalesman(db, before.firmId, draft.salesmanId);
  if (draft.pid !== before.pid) await moveBelow(db, before, draft.pid);
  await putRegions(db, before, forAllProducts(draft.regions), { productId: 0 });
  const saved = await changeRow(db, 'agent', id, {
    ...toColumns(draft),
    ...payee,
    agentNo: draft.agentNo || before.agentNo,
  });
  const owner = { firmId: before.firmId, ownerKind: DeductibleOwner.agent, ownerId: id };
  await tellPayee(db, owner, before, payee, operatorId);
  return saved;
};

/** Hangs an agent with everybody below him under another; 0 = at the top. */
export const moveAgent = async (db: Db, id: number, pid: number): Promise<Saved> => {
  await moveBelow(db, await lockAgent(db, id), pid);
  return changeRow(db, 'agent', id, {});
};

/** Deletes an agent softly; refused while agents or shops stand below him, or he is owed money or holds goods. */
export const removeAgent = async (db: Db, id: number): Promise<void> => {
  const { firmId } = await lockAgent(db, id);
  const child = await live(db, 'agent')
    .select('id')
    .where('firmId', '=', firmId)
    .where('pid', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (child) throw refuse(partyRefusals.agentHasAgents);
  const shop = await presentLinks(ShopLinkKind.agent, db)
    .select('id')
    .where('targetId', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (shop) throw refuse(partyRefusals.agentHasShops);
  if ((await findBalance(db, DeductibleOwner.agent, id)) > 0) throw refuse(partyRefusals.hasBalance);
  const held = (await countHeldItems(db, Holder.agent, [id])).get(id) ?? 0;
  if (held > 0) throw refuse(partyRefusals.agentHasGoods, { n: held });
  await emit(db, 'agent.removed', { agentId: id });
  await endBinding(db, { kind: RoleKind.agent, id });
  await changeRow(db, 'agent', id, { isDel: 1 });
};

/** Hands all agents of a salesman to another one. Answers how many. */
export const moveAgents = async (db: Db, fromId: number, toId: number): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('agent')
    .set((row) => ({ salesmanId: toId, version: row('version', '+', 1), updatedAt: sql`now()` }))
    .where('salesmanId', '=', fromId)
    .where('isDel', '=', 0)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};
