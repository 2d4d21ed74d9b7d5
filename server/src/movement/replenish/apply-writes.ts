import { ApplyStatus } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import type { NeedApplyDraft } from '@zhuiyuan/contract/movement/replenish/need-apply';
import type { Saved } from '@zhuiyuan/contract/kit/standard';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { changeRow, lockRow } from '../../kit/db/rows.ts';
import { refuse } from '../../kit/refusal.ts';
import type { Actor } from '../actor.ts';
import { checkNeed, nextNeedNumber } from './check-need.ts';
import { sumOf, toNeedLines, type NeedLine } from './need-lines.ts';

/** States in which a request is still its writer's. */
const openStates: ReadonlySet<number> = new Set([ApplyStatus.draft, ApplyStatus.rejected]);

const headColumns = [
  'agentId',
  'toAgentId',
  'expectDate',
  'receiver',
  'phone',
  'regionCode',
  'address',
  'remark',
] as const;

const toColumns = (draft: NeedApplyDraft, lines: readonly NeedLine[]) => ({
  agentId: draft.agentId,
  toAgentId: draft.toAgentId ?? null,
  expectDate: draft.expectDate ?? null,
  receiver: draft.receiver,
  phone: draft.phone,
  regionCode: draft.regionCode ?? '',
  address: draft.address,
  remark: draft.remark,
  ...sumOf(lines),
});

const submitted = { status: ApplyStatus.waiting, submittedAt: sql<string>`now()` };

/** Writes the lines of a request; one of the same product and unit stays the same line. */
const putLines = async (db: Db, firmId: number, applyId: number, lines: readonly NeedLine[]): Promise<void> => {
  const kept = await db
    .insertInto('needApplyItem')
    .values(lines.map((line) => ({ ...line, firmId, applyId })))
    .onConflict((conflict) =>
      conflict.columns(['applyId', 'productId', 'unit']).doUpdateSet((row) => ({
        qty: row.ref('excluded.qty'),
        ratio: row.ref('excluded.ratio'),
        price: row.ref('excluded.price'),
        approveQty: null,
      })),
    )
    .returning('id')
    .execute();
  await db
    .deleteFrom('needApplyItem')
    .where('applyId', '=', applyId)
    .where(
      'id',
      'not in',
      kept.map(({ id }) => id),
    )
    .execute();
};

/**
 * Writes a request, handed in at once where it `submits`. A dealer on the phone asks for himself, at the retail prices of the
 * products: what he is charged is agreed on in the order.
 */
export const insertApply = async (db: Db, draft: NeedApplyDraft, firmId: number, actor: Actor): Promise<Saved> => {
  const { role } = actor;
  const own = role?.kind === RoleKind.agent ? { ...draft, agentId: role.id } : draft;
  await checkNeed(db, firmId, own);
  const lines = await toNeedLines(db, firmId, own.items, { retail: role !== undefined });
  const saved = await db
    .insertInto('needApply')
    .values({
      ...toColumns(own, lines),
      ...(own.submits ? submitted : {}),
      firmId,
      applyNo: await nextNeedNumber(db, firmId, 'apply'),
      opSrc: actor.opSrc,
      roleKind: role?.kind ?? null,
      roleId: role?.id ?? null,
      createdBy: actor.operatorId,
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  await putLines(db, firmId, saved.id, lines);
  return saved;
};

/** A request as a change of it is written, locked. */
export const storedApply = async (db: Db, id: number) => {
  const head = await lockRow(db, 'needApply', id, headColumns);
  const items = await db
    .selectFrom('needApplyItem')
    .where('applyId', '=', id)
    .select(['productId', 'unit', 'qty', 'price'])
    .orderBy('id')
    .execute();
  return { ...head, items };
};

/** Changes a request that is a draft or was sent back (else 61130), and hands it in where it `submits`. 409 when `version` is not the row's. */
export const updateApply = async (
  db: Db,
  id: number,
  draft: NeedApplyDraft,
  version: number | undefined,
): Promise<Saved> => {
  const before = await lockRow(db, 'needApply', id, ['firmId', 'status', ...headColumns], version);
  if (!openStates.has(before.status)) throw refuse(moveRefusals.applyState);
  await checkNeed(db, before.firmId, draft, before);
  const former = await db.selectFrom('needApplyItem').where('applyId', '=', id).select('productId').execute();
  const lines = await toNeedLines(db, before.firmId, draft.items, { kept: former.map(({ productId }) => productId) });
  await putLines(db, before.firmId, id, lines);
  return changeRow(db, 'needApply', id, { ...toColumns(draft, lines), ...(draft.submits ? submitted : {}) });
};

/** Hands in a request: a draft, or one that was sent back. */
export const submitApply = async (db: Db, id: number): Promise<Saved> => {
  const { status } = await lockRow(db, 'needApply', id, ['status']);
  if (!openStates.has(status)) throw refuse(moveRefusals.applyState);
  return changeRow(db, 'needApply', id, submitted);
};

/** Takes back a request that nobody has taken up; it is a draft again. */
export const withdrawApply = async (db: Db, id: number): Promise<Saved> => {
  const { status } = await lockRow(db, 'needApply', id, ['status']);
  if (status !== ApplyStatus.waiting) throw refuse(moveRefusals.applyState);
  return changeRow(db, 'needApply', id, { status: ApplyStatus.draft, submittedAt: null });
};

/** Deletes a request that is a draft or was sent back. */
export const removeApply = async (db: Db, id: number): Promise<void> => {
  const { status } = await lockRow(db, 'needApply', id, ['status']);
  if (!openStates.has(status)) throw refuse(moveRefusals.applyState);
  await changeRow(db, 'needApply', id, { isDel: 1 });
};
