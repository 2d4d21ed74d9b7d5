import type { Saved } from '@zhuiyuan/contract/kit/standard';
import { flowRefusals } from '@zhuiyuan/contract/trace/flow/flow-refusals';
import { FlowTypeDraft } from '@zhuiyuan/contract/trace/flow/flow-type';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { changeRow, lockRow } from '../../kit/db/rows.ts';
import { invalid, refuse, type Constraints } from '../../kit/refusal.ts';
import { presetFlowTypes } from './flow-type-presets.ts';
import { toFlowFields } from './show-values.ts';

/** What the database refuses of them, in words. */
export const flowTypeConstraints: Constraints = { flow_type_name_uq: () => invalid('name', '名称已存在') };

const toColumns = ({ firmId: _firm, fields, public: isPublic, bizStep, ...draft }: FlowTypeDraft) => ({
  ...draft,
  isPublic,
  bizStep: bizStep ?? '',
  fields: JSON.stringify(fields),
});

/** Makes a flow type of a firm. */
export const insertFlowType = (
  db: Db,
  draft: FlowTypeDraft,
  { firmId, operatorId }: { firmId: number; operatorId: number },
): Promise<Saved> =>
  db
    .insertInto('flowType')
    .values({ ...toColumns(draft), firmId, createdBy: operatorId })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();

/** Gives a new firm the types everybody begins with: 种植, 原料入库, 生产, 质检, 入库, 出库, 运输. */
export const insertPresetFlowTypes = async (db: Db, { firmId }: { firmId: number }): Promise<void> => {
  const rows = presetFlowTypes.map((preset, at) => ({
    ...toColumns(FlowTypeDraft.parse({ ...preset, sort: (at + 1) * 10 })),
    firmId,
  }));
  await db
    .insertInto('flowType')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['firmId', 'name']).where('isDel', '=', 0).doNothing())
    .execute();
};

/** Refuses types that are not the firm's; those a product had before may stay. */
export const checkFlowTypes = async (db: Db, firmId: number, ids: readonly number[]): Promise<void> => {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const known = await live(db, 'flowType')
    .select('id')
    .where('firmId', '=', firmId)
    .where('id', 'in', wanted)
    .execute();
  if (known.length < wanted.length) throw invalid('flowTypeIds', '流程类型已停用或不存在');
};

/** Keys of fields that records of a type hold values of. */
export const findUsedKeys = async (db: Db, flowTypeId: number): Promise<string[]> =>
  (
    await live(db, 'flow')
      .select(sql<string>`jsonb_object_keys(field_values)`.as('key'))
      .distinct()
      .where('flowTypeId', '=', flowTypeId)
      .execute()
  ).map(({ key }) => key);

const draftColumns = ['name', 'stage', 'icon', 'sort', 'isPublic', 'bizStep', 'fields', 'status', 'remark'] as const;

/** A type as a change of it is written, locked. */
export const storedFlowType = async (db: Db, id: number) => {
  const { isPublic, ...draft } = await lockRow(db, 'flowType', id, draftColumns);
  return { ...draft, public: isPublic };
};

const keepsData = '已有数据，不能删除或修改类型';

/**
 * Replaces a type's fields. Refuses to drop a field that records hold values of, or to give it another type; 409 when
 * `version` is not the row's.
 */
export const updateFlowType = async (
  db: Db,
  id: number,
  draft: FlowTypeDraft,
  version: number | undefined,
): Promise<Saved> => {
  // Records being saved hold a share lock on their type, so the used keys are all there.
  const before = await lockRow(db, 'flowType', id, ['fields'], version);
  const used = new Set(await findUsedKeys(db, id));
  for (const known of toFlowFields(before.fields)) {
    if (!used.has(known.key)) continue;
    const at = draft.fields.findIndex(({ key }) => key === known.key);
    if (at < 0) throw invalid('fields', `“${known.label}”${keepsData}`);
    if (draft.fields[at]!.type !== known.type) throw invalid(`fields.${at}.type`, `“${known.label}”${keepsData}`);
  }
  return changeRow(db, 'flowType', id, toColumns(draft));
};

/** Deletes a type; refused while records or products use it. */
export const removeFlowType = async (db: Db, id: number): Promise<void> => {
  const type = await lockRow(db, 'flowType', id, ['firmId']);
  const record = await live(db, 'flow').select('id').where('flowTypeId', '=', id).limit(1).executeTakeFirst();
  const product = await live(db, 'product')
    .select('id')
    .where('firmId', '=', type.firmId)
    .where(sql<boolean>`flow_type_ids @> ${JSON.stringify([id])}::jsonb`)
    .limit(1)
    .executeTakeFirst();
  if (record || product) throw refuse(flowRefusals.inUse);
  await changeRow(db, 'flowType', id, { isDel: 1 });
};
