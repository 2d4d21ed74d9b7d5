import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { offerBindCode, unbindRole } from '../../account/binding.ts';
import { isBound } from '../../account/is-bound.ts';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { maskPhone } from '@zhuiyuan/contract/kit/phone';
import { InspectorRow, InspectScope, inspectorApi, Opinion } from '@zhuiyuan/contract/parties/inspector/inspector';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { App } from '../../kit/http/app-context.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { contains, eq, matchingBy, type Matching } from '../../kit/db/filtered.ts';
import { live } from '../../kit/db/live.ts';
import { firmName, times } from '../../kit/db/selectors.ts';
import { requireFirmId } from '../../kit/operator.ts';
import { findPage } from '../../kit/db/paging.ts';
import { pickRows } from '../../kit/db/pick-rows.ts';
import { notFound, refuseOn } from '../../kit/refusal.ts';
import { eachRow } from '../../kit/each-row.ts';
import { lockRow, switchRow } from '../../kit/db/rows.ts';
import { serve } from '../../kit/http/serve.ts';
import { regionNames } from '../../settings/region-names.ts';
import {
  insertInspector,
  inspectorConstraints,
  removeInspector,
  storedInspector,
  updateInspector,
} from './inspector-writes.ts';

/** Inspectors: people of a firm who check codes in the market. */
export const mountInspector = (app: App): void => {
  refuseOn(app, inspectorConstraints);
  serve(app, inspectorApi, {
    list: async ({ input, db }) => {
      const page = await findPage(db, input, matching(db, input), asRows);
      const list = await withNames(db, page.list);
      return { ...page, list: list.map((row) => ({ ...row, phone: maskPhone(row.phone) })) };
    },

    listAll: ({ input, db }) =>
      pickRows(
        matching(db, {}).select(['id', 'auditor', 'firmId', 'status']),
        { id: 'inspector.id', words: ['inspector.auditor'] },
        input,
      ),

    info: async ({ input, db }) => {
      const [row] = await withNames(db, await asRows(matching(db, {}).where('inspector.id', '=', input.id)).execute());
      if (!row) throw notFound();
      return row;
    },

    save: ({ input, db, operator }) =>
      insertInspector(db, input, { firmId: requireFirmId(operator, input.firmId), operatorId: operator.id }),

    update: {
      stored: ({ row, db }) => storedInspector(db, row),
      change: ({ input: { id, version, ...draft }, db }) => updateInspector(db, id, draft, version),
    },

    updateStatus: ({ input, db }) => switchRow(db, 'inspector', input),

    bindQrcode: async ({ input, db, operator }) => {
      const { firmId } = await lockRow(db, 'inspector', input.id, ['firmId']);
      return offerBindCode(db, app.config, { kind: RoleKind.inspector, id: input.id, firmId, operatorId: operator.id });
    },

    unbind: async ({ input, db, operator }) => {
      await lockRow(db, 'inspector', input.id);
      return unbindRole(db, { kind: RoleKind.inspector, id: input.id, operatorId: operator.id });
    },

    remove: async ({ input, db }) => {
      await removeInspector(db, input.id);
      return null;
    },

    removeMany: ({ input, db }) => eachRow(input.ids, (id) => removeInspector(db, id)),
  });
};

type Inspectors = SelectQueryBuilder<DB, 'inspector', object>;

const matching: Matching<'inspector', Partial<InputOf<typeof inspectorApi.list>>> = matchingBy(
  'inspector',
  (db) => live(db, 'inspector'),
  { firmId: eq, auditor: contains, phone: contains, status: eq },
);

const asRows = (query: Inspectors) =>
  query
    .select((row) => [
      'inspector.id',
      'inspector.firmId',
      firmName('inspector'),
      'inspector.auditor',
      row.fn.coalesce('inspector.jobNo', sql<string>`''`).as('jobNo'),
      'inspector.phone',
      'inspector.regions',
      'inspector.scopes',
      row
        .selectFrom('inspect')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('inspect.inspectorId', '=', 'inspector.id')
        .$asScalar()
        .$notNull()
        .as('recordCount'),
      row
        .selectFrom('inspect')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('inspect.inspectorId', '=', 'inspector.id')
        .where('inspect.opinion', '=', Opinion.diverted)
        .$asScalar()
        .$notNull()
        .as('crossCount'),
      isBound(RoleKind.inspector, 'inspector').as('uidBound'),
      'inspector.status',
      'inspector.remark',
      'inspector.version',
      ...times('inspector'),
    ])
    .orderBy('inspector.id', 'desc');

const withNames = async <Row extends { regions: unknown; scopes: unknown }>(db: Db, rows: Row[]) => {
  const read = rows.map((row) => ({
    ...row,
    regions: InspectorRow.shape.regions.parse(row.regions),
    scopes: InspectorRow.shape.scopes.parse(row.scopes),
  }));
  const names = await regionNames(
    db,
    read.flatMap(({ regions }) => regions),
  );
  return read.map((row) => ({
    ...row,
    regionNames: row.regions.map((code) => names.get(code) ?? code),
    scopeNames: row.scopes.map((scope) => InspectScope.label(scope)).join('、'),
  }));
};
