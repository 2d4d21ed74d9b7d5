import { flowRefusals } from '@zhuiyuan/contract/trace/flow/flow-refusals';
import { flowTypeApi, type FlowTypeDraft } from '@zhuiyuan/contract/trace/flow/flow-type';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { App } from '../../kit/http/app-context.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { eachRow } from '../../kit/each-row.ts';
import { containing } from '../../kit/db/filters.ts';
import { requireFirmId } from '../../kit/operator.ts';
import { findPage } from '../../kit/db/paging.ts';
import { invalid, notFound, refuse, refuseOn, type Constraints } from '../../kit/refusal.ts';
import { changeRow, lockRow, switchRow } from '../../kit/db/rows.ts';
import { serve } from '../../kit/http/serve.ts';
import { insertFlowType } from './flow-type-writes.ts';
import { toFlowFields } from './show-values.ts';

const constraints: Constraints = { flow_type_name_uq: () => invalid('name', '名称已存在') };

/** Types of steps with the fields their records are filled in by. */
export const mountFlowType = (app: App): void => {
  refuseOn(app, constraints);
  serve(app, flowTypeApi, {
    list: ({ input, db }) => findPage(db, input, matchingTypes(db, input), asTypeRows),

    listAll: ({ db }) =>
      db
        .selectFrom('flowType')
        .select(['id', 'name', 'firmId', 'stage', 'icon', 'status'])
        .where('isDel', '=', 0)
        .orderBy('sort')
        .orderBy('id')
        .execute(),

    info: async ({ input, db }) => {
      const type = await asTypeRows(db.selectFrom('flowType').where('flowType.isDel', '=', 0))
        .where('flowType.id', '=', input.id)
        .select(['flowType.bizStep', 'flowType.fields', 'flowType.remark'])
        .executeTakeFirst();
      if (!type) throw notFound();
      return { ...type, fields: toFlowFields(type.fields), usedKeys: await usedKeys(db, input.id) };
    },

    save: ({ input, db, operator }) =>
      insertFlowType(db, input, { firmId: requireFirmId(operator, input.firmId), operatorId: operator.id }),

    update: {
      stored: async ({ row, db }) => {
        const { isPublic, ...draft } = await lockRow(db, 'flowType', row, draftColumns);
        return { ...draft, public: isPublic };
      },
      change: ({ input: { id, version, ...draft }, db }) => updateFlowType(db, id, draft, version),
    },

    remove: async ({ input, db }) => {
      await removeFlowType(db, input.id);
      return null;
    },

    removeMany: ({ input, db }) => eachRow(input.ids, (id) => removeFlowType(db, id)),

    updateStatus: ({ input, db }) => switchRow(db, 'flowType', input),
  });
};

type Types = SelectQueryBuilder<DB, 'flowType', object>;

const matchingTypes = (db: Db, filters: InputOf<typeof flowTypeApi.list>): Types => {
  let query = db.selectFrom('flowType').where('flowType.isDel', '=', 0);
  if (filters.firmId) query = query.where('flowType.firmId', '=', filters.firmId);
  if (filters.name) query = query.where('flowType.name', 'ilike', containing(filters.name));
  if (filters.stage !== undefined) query = query.where('flowType.stage', '=', filters.stage);
  if (filters.status !== undefined) query = query.where('flowType.status', '=', filters.status);
  return query;
};

const asTypeRows = (query: Types) =>
  query
    .select((row) => [
      'flowType.id',
      'flowType.firmId',
      row
        .selectFrom('firm')
        .select('firm.name')
        .whereRef('firm.id', '=', 'flowType.firmId')
        .$asScalar()
        .$notNull()
        .as('firmName'),
      'flowType.name',
      'flowType.stage',
      'flowType.icon',
      'flowType.sort',
      'flowType.isPublic as public',
      sql<number>`jsonb_array_length(jsonb_path_query_array(flow_type.fields, '$[*] ? (@.isHidden != true)'))`.as(
        'fieldCount',
      ),
      row
        .selectFrom('flow')
        .select(({ fn }) => fn.countAll<number>().as('records'))
        .whereRef('flow.firmId', '=', 'flowType.firmId')
        .whereRef('flow.flowTypeId', '=', 'flowType.id')
        .where('flow.isDel', '=', 0)
        .$asScalar()
        .$notNull()
        .as('recordCount'),
      'flowType.status',
      'flowType.version',
      'flowType.createdAt as createTime',
      'flowType.updatedAt as updateTime',
    ])
    .orderBy('flowType.firmId')
    .orderBy('flowType.sort')
    .orderBy('flowType.id');

/** Keys of fields that records of a type hold values of. */
const usedKeys = async (db: Db, flowTypeId: number): Promise<string[]> =>
  (
    await db
      .selectFrom('flow')
      .select(sql<string>`jsonb_object_keys(field_values)`.as('key'))
      .distinct()
      .where('flowTypeId', '=', flowTypeId)
      .where('isDel', '=', 0)
      .execute()
  ).map(({ key }) => key);

const draftColumns = ['name', 'stage', 'icon', 'sort', 'isPublic', 'bizStep', 'fields', 'status', 'remark'] as const;

const keepsData = '已有数据，不能删除或修改类型';

const updateFlowType = async (
  db: Db,
  id: number,
  { firmId: _firm, fields, public: isPublic, bizStep, ...draft }: FlowTypeDraft,
  version: number | undefined,
): Promise<{ id: number; version: number }> => {
  // Records being saved hold a share lock on their type, so the used keys are all there.
  const before = await lockRow(db, 'flowType', id, ['fields'], version);
  const used = new Set(await usedKeys(db, id));
  for (const known of toFlowFields(before.fields)) {
    if (!used.has(known.key)) continue;
    const at = fields.findIndex(({ key }) => key === known.key);
    if (at < 0) throw invalid('fields', `“${known.label}”${keepsData}`);
    if (fields[at]!.type !== known.type) throw invalid(`fields.${at}.type`, `“${known.label}”${keepsData}`);
  }
  return changeRow(db, 'flowType', id, {
    ...draft,
    isPublic,
    bizStep: bizStep ?? '',
    fields: JSON.stringify(fields),
  });
};

/** Deletes a type; refused while records or products use it. */
const removeFlowType = async (db: Db, id: number): Promise<void> => {
  const type = await lockRow(db, 'flowType', id, ['firmId']);
  const record = await db
    .selectFrom('flow')
    .select('id')
    .where('flowTypeId', '=', id)
    .where('isDel', '=', 0)
    .limit(1)
    .executeTakeFirst();
  const product = await db
    .selectFrom('product')
    .select('id')
    .where('firmId', '=', type.firmId)
    .where(sql<boolean>`flow_type_ids @> ${JSON.stringify([id])}::jsonb`)
    .where('isDel', '=', 0)
    .limit(1)
    .executeTakeFirst();
  if (record || product) throw refuse(flowRefusals.inUse);
  await changeRow(db, 'flowType', id, { isDel: 1 });
};
