import { redTypeApi } from '@zhuiyuan/contract/campaign/red-type/red-type';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import type { SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import { contains, eq, matchingBy, type Matching } from '../../kit/db/filtered.ts';
import { live } from '../../kit/db/live.ts';
import { findPage } from '../../kit/db/paging.ts';
import { pickRows } from '../../kit/db/pick-rows.ts';
import { switchRow } from '../../kit/db/rows.ts';
import { firmName, times } from '../../kit/db/selectors.ts';
import { eachRow } from '../../kit/each-row.ts';
import type { App } from '../../kit/http/app-context.ts';
import { serve } from '../../kit/http/serve.ts';
import { requireFirmId } from '../../kit/operator.ts';
import { notFound, refuseOn } from '../../kit/refusal.ts';
import { insertRedType, redTypeConstraints, removeRedType, storedRedType, updateRedType } from './red-type-writes.ts';

/** Types of red packets: how they are paid, and what for. */
export const mountRedType = (app: App): void => {
  refuseOn(app, redTypeConstraints);
  serve(app, redTypeApi, {
    list: ({ input, db }) => findPage(db, input, matching(db, input), asRows),

    listAll: ({ input, db }) =>
      pickRows(
        live(db, 'redType').select(['id', 'des', 'firmId', 'status']),
        {
          id: 'redType.id',
          words: ['redType.des'],
          order: [{ column: 'redType.sort' }, { column: 'redType.id', direction: 'desc' }],
        },
        input,
      ),

    info: async ({ input, db }) => {
      const row = await asRows(matching(db, {}).where('redType.id', '=', input.id)).executeTakeFirst();
      if (!row) throw notFound();
      return row;
    },

    save: ({ input, db, operator }) =>
      insertRedType(db, input, { firmId: requireFirmId(operator, input.firmId), operatorId: operator.id }),

    update: {
      stored: ({ row, db }) => storedRedType(db, row),
      change: ({ input: { id, version, ...draft }, db }) => updateRedType(db, id, draft, version),
    },

    updateStatus: ({ input, db }) => switchRow(db, 'redType', input),

    remove: async ({ input, db }) => {
      await removeRedType(db, input.id);
      return null;
    },

    removeMany: ({ input, db }) => eachRow(input.ids, (id) => removeRedType(db, id)),
  });
};

const matching: Matching<'redType', Partial<InputOf<typeof redTypeApi.list>>> = matchingBy(
  'redType',
  (db) => live(db, 'redType'),
  { firmId: eq, des: contains, payKind: eq, status: eq },
);

const asRows = (query: SelectQueryBuilder<DB, 'redType', object>) =>
  query
    .select((row) => [
      'redType.id',
      'redType.firmId',
      firmName('redType'),
      'redType.des',
      'redType.payKind',
      'redType.scene',
      'redType.icon',
      'redType.sort',
      row
        .selectFrom('redActive')
        .select(({ fn }) => fn.countAll<number>().as('redActs'))
        .whereRef('redActive.redTypeId', '=', 'redType.id')
        .where('redActive.isDel', '=', 0)
        .$asScalar()
        .$notNull()
        .as('redActs'),
      'redType.status',
      'redType.version',
      ...times('redType'),
    ])
    .orderBy('redType.sort')
    .orderBy('redType.id', 'desc');
