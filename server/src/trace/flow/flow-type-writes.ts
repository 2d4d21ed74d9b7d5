import { FlowTypeDraft } from '@zhuiyuan/contract/trace/flow/flow-type';
import type { Db } from '../../kit/db/database.ts';
import { invalid } from '../../kit/refusal.ts';
import { presetFlowTypes } from './flow-type-presets.ts';

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
): Promise<{ id: number; version: number }> =>
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
  const known = await db
    .selectFrom('flowType')
    .select('id')
    .where('firmId', '=', firmId)
    .where('id', 'in', wanted)
    .where('isDel', '=', 0)
    .execute();
  if (known.length < wanted.length) throw invalid('flowTypeIds', '流程类型已停用或不存在');
};
