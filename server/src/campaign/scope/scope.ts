import { regionsTold, scopeApi } from '@zhuiyuan/contract/campaign/scope/scope';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import { openKeyring } from '../../codes/cipher/keyring.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
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
import { regionNames } from '../../settings/region-names.ts';
import { findParts } from './scope-parts.ts';
import { insertScope, removeScope, scopeConstraints, storedScope, updateScope } from './scope-writes.ts';
import { testScope } from './test-scope.ts';

/** Scopes of firms: where and with which codes one may take part in campaigns. */
export const mountScope = (app: App): void => {
  const keyring = openKeyring(app);
  refuseOn(app, scopeConstraints);
  serve(app, scopeApi, {
    list: async ({ input, db }) => {
      const page = await findPage(db, input, matching(db, input), asRows);
      return { ...page, list: await withNames(db, page.list) };
    },

    listAll: ({ input, db }) =>
      pickRows(
        live(db, 'scope').select(['id', 'name', 'firmId', 'status']),
        { id: 'scope.id', words: ['scope.name'] },
        input,
      ),

    info: async ({ input, db }) => {
      const [row] = await withNames(db, await asRows(matching(db, {}).where('scope.id', '=', input.id)).execute());
      if (!row) throw notFound();
      return { ...row, ...(await findParts(db, row.id)) };
    },

    save: ({ input, db, operator }) =>
      insertScope(db, input, { firmId: requireFirmId(operator, input.firmId), operatorId: operator.id }),

    update: {
      stored: ({ row, db }) => storedScope(db, row),
      change: ({ input: { id, version, ...draft }, db }) => updateScope(db, id, draft, version),
    },

    updateStatus: ({ input, db }) => switchRow(db, 'scope', input),

    remove: async ({ input, db }) => {
      await removeScope(db, input.id);
      return null;
    },

    removeMany: ({ input, db }) => eachRow(input.ids, (id) => removeScope(db, id)),

    test: ({ input, db }) => testScope(db, keyring, input),
  });
};

const matching: Matching<'scope', Partial<InputOf<typeof scopeApi.list>>> = matchingBy(
  'scope',
  (db) => live(db, 'scope'),
  { firmId: eq, name: contains, regionMode: eq, status: eq },
);

const asRows = (query: SelectQueryBuilder<DB, 'scope', object>) =>
  query
    .select((row) => [
      'scope.id',
      'scope.firmId',
      firmName('scope'),
      'scope.name',
      'scope.regionMode',
      'scope.rangeMode',
      row
        .selectFrom('scopeRegion')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('scopeRegion.scopeId', '=', 'scope.id')
        .$asScalar()
        .$notNull()
        .as('regionCount'),
      row
        .selectFrom('scopeRange')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('scopeRange.scopeId', '=', 'scope.id')
        .$asScalar()
        .$notNull()
        .as('rangeCount'),
      'scope.geoFallback',
      'scope.remark',
      'scope.status',
      'scope.version',
      ...times('scope'),
    ])
    .orderBy('scope.id', 'desc');

/** Adds the names of the first regions of each. */
const withNames = async <Row extends { id: number }>(
  db: Db,
  rows: Row[],
): Promise<(Row & { regionNames: string[] })[]> => {
  const ids = rows.map(({ id }) => id);
  const told =
    ids.length === 0
      ? []
      : await db
          .selectFrom((from) =>
            from
              .selectFrom('scopeRegion')
              .where('scopeId', 'in', ids)
              .select(({ fn }) => [
                'scopeId',
                'regionCode',
                fn
                  .agg<number>('row_number')
                  .over((over) => over.partitionBy('scopeId').orderBy('regionCode'))
                  .as('place'),
              ])
              .as('numbered'),
          )
          .select(['scopeId', 'regionCode'])
          .where('place', '<=', sql.lit(regionsTold))
          .orderBy('regionCode')
          .execute();
  const names = await regionNames(
    db,
    told.map(({ regionCode }) => regionCode),
  );
  const byScope = new Map<number, string[]>();
  for (const { scopeId, regionCode } of told)
    byScope.set(scopeId, [...(byScope.get(scopeId) ?? []), names.get(regionCode) ?? regionCode]);
  return rows.map((row) => ({ ...row, regionNames: byScope.get(row.id) ?? [] }));
};
