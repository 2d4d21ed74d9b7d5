import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { maskPhone } from '@zhuiyuan/contract/kit/phone';
import { Opinion, InspectScope, inspectorApi } from '@zhuiyuan/contract/parties/inspector/inspector';
import { partyRefusals } from '@zhuiyuan/contract/parties/party-refusals';
import { sql, type SelectQueryBuilder } from 'kysely';
import { insertInspector, inspectorColumns } from './inspector-writes.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { containing } from '../../kit/db/filters.ts';
import { requireFirmId } from '../../kit/operator.ts';
import { findPage } from '../../kit/db/paging.ts';
import { invalid, notFound, refuse, refuseOn, type Constraints } from '../../kit/refusal.ts';
import { eachRow } from '../../kit/each-row.ts';
import { changeRow, lockRow, switchRow } from '../../kit/db/rows.ts';
import { serve } from '../../kit/http/serve.ts';
import { regionNames } from '../../settings/region-names.ts';
import { bindCode } from '../bind-code.ts';

const constraints: Constraints = {
  inspector_phone_uq: () => invalid('phone', '手机号已被使用'),
  inspector_job_no_uq: () => invalid('jobNo', '工号已被使用'),
};

/** Inspectors: people of a firm who check codes in the market. */
export const mountInspector = (app: App): void => {
  refuseOn(app, constraints);
  serve(app, inspectorApi, {
    list: async ({ input, db }) => {
      const page = await findPage(db, input, matching(db, input), asRows);
      const list = await withNames(db, page.list);
      return { ...page, list: list.map((row) => ({ ...row, phone: maskPhone(row.phone) })) };
    },

    listAll: ({ db }) => matching(db, {}).select(['id', 'auditor', 'firmId', 'status']).orderBy('id', 'desc').execute(),

    info: async ({ input, db }) => {
      const [row] = await withNames(db, await asRows(matching(db, {}).where('inspector.id', '=', input.id)).execute());
      if (!row) throw notFound();
      return row;
    },

    save: ({ input, db, operator }) =>
      insertInspector(db, input, { firmId: requireFirmId(operator, input.firmId), operatorId: operator.id }),

    update: {
      stored: ({ row, db }) =>
        lockRow(db, 'inspector', row, ['auditor', 'phone', 'jobNo', 'regions', 'scopes', 'status', 'remark']),
      change: async ({ input: { id, version, ...draft }, db }) => {
        await lockRow(db, 'inspector', id, [], version);
        return changeRow(db, 'inspector', id, inspectorColumns(draft));
      },
    },

    updateStatus: ({ input, db }) => switchRow(db, 'inspector', input),

    bindQrcode: async ({ input, db }) => {
      const found = await matching(db, {}).select('id').where('id', '=', input.id).executeTakeFirst();
      if (!found) throw notFound();
      return bindCode(app.config.masterKey, { kind: 'inspector', id: found.id });
    },

    unbind: async ({ input, db }) => {
      if ((await lockRow(db, 'inspector', input.id, ['uid'])).uid === null) throw refuse(partyRefusals.notBound);
      await changeRow(db, 'inspector', input.id, { uid: null });
      return null;
    },

    remove: async ({ input, db }) => {
      await changeRow(db, 'inspector', input.id, { isDel: 1 });
      return null;
    },

    removeMany: ({ input, db }) => eachRow(input.ids, (id) => changeRow(db, 'inspector', id, { isDel: 1 })),
  });
};

type Inspectors = SelectQueryBuilder<DB, 'inspector', object>;

const matching = (db: Db, filters: Partial<InputOf<typeof inspectorApi.list>>): Inspectors => {
  let query = db.selectFrom('inspector').where('inspector.isDel', '=', 0);
  if (filters.firmId) query = query.where('inspector.firmId', '=', filters.firmId);
  if (filters.auditor) query = query.where('inspector.auditor', 'ilike', containing(filters.auditor));
  if (filters.phone) query = query.where('inspector.phone', 'like', containing(filters.phone));
  if (filters.status !== undefined) query = query.where('inspector.status', '=', filters.status);
  return query;
};

const asRows = (query: Inspectors) =>
  query
    .select((row) => [
      'inspector.id',
      'inspector.firmId',
      row
        .selectFrom('firm')
        .select('firm.name')
        .whereRef('firm.id', '=', 'inspector.firmId')
        .$asScalar()
        .$notNull()
        .as('firmName'),
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
      sql<boolean>`inspector.uid is not null`.as('uidBound'),
      'inspector.status',
      'inspector.remark',
      'inspector.version',
      'inspector.createdAt as createTime',
      'inspector.updatedAt as updateTime',
    ])
    .orderBy('inspector.id', 'desc');

const withNames = async <Row extends { regions: unknown; scopes: unknown }>(db: Db, rows: Row[]) => {
  const read = rows.map((row) => ({ ...row, regions: row.regions as string[], scopes: row.scopes as string[] }));
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
