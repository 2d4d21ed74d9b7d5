import { flowTypeApi } from '@zhuiyuan/contract/trace/flow/flow-type';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { App } from '../../kit/http/app-context.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import { eachRow } from '../../kit/each-row.ts';
import { contains, eq, matchingBy, type Matching } from '../../kit/db/filtered.ts';
import { live } from '../../kit/db/live.ts';
import { firmName, times } from '../../kit/db/selectors.ts';
import { requireFirmId } from '../../kit/operator.ts';
import { findPage } from '../../kit/db/paging.ts';
import { pickRows } from '../../kit/db/pick-rows.ts';
import { notFound, refuseOn } from '../../kit/refusal.ts';
import { switchRow } from '../../kit/db/rows.ts';
import { serve } from '../../kit/http/serve.ts';
import {
  findUsedKeys,
  insertFlowType,
  removeFlowType,
  storedFlowType,
  updateFlowType,
  flowTypeConstraints,
} from './flow-type-writes.ts';
import { toFlowFields } from './show-values.ts';

/** Types of steps with the fields their records are filled in by. */
export const mountFlowType = (app: App): void => {
  refuseOn(app, flowTypeConstraints);
  serve(app, flowTypeApi, {
    list: ({ input, db }) => findPage(db, input, matchingTypes(db, input), asTypeRows),

    listAll: ({ input, db }) =>
      pickRows(
        live(db, 'flowType').select(['id', 'name', 'firmId', 'stage', 'icon', 'status']),
        {
          id: 'flowType.id',
          words: ['flowType.name'],
          order: [{ column: 'flowType.sort' }, { column: 'flowType.id' }],
        },
        input,
      ),

    info: async ({ input, db }) => {
      const type = await asTypeRows(live(db, 'flowType'))
        .where('flowType.id', '=', input.id)
        .select(['flowType.bizStep', 'flowType.fields', 'flowType.remark'])
        .executeTakeFirst();
      if (!type) throw notFound();
      return { ...type, fields: toFlowFields(type.fields), usedKeys: await findUsedKeys(db, input.id) };
    },

    save: ({ input, db, operator }) =>
      insertFlowType(db, input, { firmId: requireFirmId(operator, input.firmId), operatorId: operator.id }),

    update: {
      stored: ({ row, db }) => storedFlowType(db, row),
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

const matchingTypes: Matching<'flowType', InputOf<typeof flowTypeApi.list>> = matchingBy(
  'flowType',
  (db) => live(db, 'flowType'),
  { firmId: eq, name: contains, stage: eq, status: eq },
);

const asTypeRows = (query: Types) =>
  query
    .select((row) => [
      'flowType.id',
      'flowType.firmId',
      firmName('flowType'),
      'flowType.name',
      'flowType.stage',
      'flowType.icon',
      'flowType.sort',
      'flowType.isPublic as public',
      sql<number>`jsonb_array_length(jsonb_path_query_array(flow_type.fields, '$[*] ? (@.isHidden != true)'))`.as(
        'fieldCount',
      ),
      live(row, 'flow')
        .select(({ fn }) => fn.countAll<number>().as('records'))
        .whereRef('flow.firmId', '=', 'flowType.firmId')
        .whereRef('flow.flowTypeId', '=', 'flowType.id')
        .$asScalar()
        .$notNull()
        .as('recordCount'),
      'flowType.status',
      'flowType.version',
      ...times('flowType'),
    ])
    .orderBy('flowType.firmId')
    .orderBy('flowType.sort')
    .orderBy('flowType.id');
