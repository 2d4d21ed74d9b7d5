import { ObjectKind } from '@zhuiyuan/contract/trace/object-kind';
import { registrationRefusals } from '@zhuiyuan/contract/registration/registration-refusals';
import {
  NodeKind,
  registrationApi,
  type HandleValue,
  type RegistrationRow,
} from '@zhuiyuan/contract/registration/registration';
import { RegistrationStatus } from '@zhuiyuan/contract/codes/state/registration-status';
import { sql } from 'kysely';
import { keyringOf } from '../codes/cipher/keyring.ts';
import { below, mountExporter, offerExport, type Exporter } from '../jobs/exporter.ts';
import type { App } from '../kit/http/app-context.ts';
import { findPage } from '../kit/db/paging.ts';
import { notFound, Refusal, refuse, refuseOn, stale, type Constraints } from '../kit/refusal.ts';
import { serve } from '../kit/http/serve.ts';
import { asRegistrationRows, matchingRegistrations, type RegistrationFilters } from './find-registrations.ts';
import { requireNode } from './find-node.ts';
import { requireObject } from './require-object.ts';
import { parseRegistration, readCodeRecord } from './parse-registration.ts';
import { readRecord } from './read-record.ts';
import { queueRegistration } from './queue-registration.ts';
import { workRegistrations } from './run-registrations.ts';

const constraints: Constraints = {
  registration_handle_uq: () => refuse(registrationRefusals.registered),
  registration_object_uq: () => refuse(registrationRefusals.registered),
  registration_span_uq: () => refuse(registrationRefusals.registered),
};

const exporter: Exporter<RegistrationRow, RegistrationFilters> = {
  biz: 'registration',
  title: '标识注册',
  may: registrationApi.export.may,
  columns: [
    { title: '标识编码', width: 40, cell: (row) => row.handle },
    { title: '对象类型', cell: (row) => ObjectKind.label(row.objKind) },
    { title: '对象', width: 30, cell: (row) => row.objName },
    { title: '序号范围', cell: (row) => row.range },
    { title: '节点', cell: (row) => NodeKind.label(row.nodeKind) },
    { title: '状态', cell: (row) => RegistrationStatus.label(row.status) },
    { title: '次数', cell: (row) => row.tries },
    { title: '失败原因', width: 30, cell: (row) => row.lastErr },
    { title: '注册时间', width: 20, cell: (row) => row.registeredAt ?? '' },
    { title: '解析时间', width: 20, cell: (row) => row.parsedAt ?? '' },
  ],
  filters: registrationApi.export.input,
  page: (db, filters, after, limit) =>
    asRegistrationRows(matchingRegistrations(db, filters))
      .where('registration.id', '<', below(after))
      .limit(limit)
      .execute() as Promise<RegistrationRow[]>,
};

/** Registration of products, lots, runs of codes and single codes with an identifier node. */
export const mountRegistration = (app: App): void => {
  refuseOn(app, constraints);
  const keyring = keyringOf(app);
  mountExporter(app, exporter);
  workRegistrations(app.background);
  serve(app, registrationApi, {
    list: ({ input, db }) => findPage(db, input, matchingRegistrations(db, input), asRegistrationRows),

    info: async ({ input, db }) => {
      const row = await asRegistrationRows(matchingRegistrations(db, { ids: [input.id] }))
        .select([
          'registration.objId',
          'registration.seg',
          sql<number | null>`lower(registration.span)`.as('serialFrom'),
          sql<number | null>`upper(registration.span) - 1`.as('serialTo'),
          'registration.values',
          'registration.parseResult',
        ])
        .executeTakeFirst();
      if (!row) throw notFound();
      const values = row.values as HandleValue[];
      const code = row.objKind === ObjectKind.code ? await readCodeRecord(db, keyring, row.handle) : undefined;
      return { ...row, values, record: await readRecord(db, { ...row, values }, code) };
    },

    preview: async ({ input, db }) => {
      const object = await requireObject(db, keyring, input);
      const { prefix, nodeKind } = await requireNode(db, object.firmId);
      const handle = `${prefix}/${object.suffix}`;
      const of = { ...object, handle, objKind: input.objKind, values: input.values };
      return { handle, nodeKind: nodeKind as 0, record: await readRecord(db, of, object.code) };
    },

    save: async ({ input, db, operator }) => {
      const object = await requireObject(db, keyring, input);
      const { prefix, nodeKind } = await requireNode(db, object.firmId);
      const { id } = await db
        .insertInto('registration')
        .values({
          firmId: object.firmId,
          handle: `${prefix}/${object.suffix}`,
          objKind: input.objKind,
          objId: object.objId,
          seg: object.seg,
          span: object.span && sql<string>`int8range(${object.span[0]}, ${object.span[1]}, '[]')`,
          values: JSON.stringify(input.values),
          nodeKind,
          createdBy: operator.id,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (input.submit) await queueRegistration(app, db, id);
      return { id, version: 0 };
    },

    update: {
      stored: async ({ row, db }) => {
        const found = await db
          .selectFrom('registration')
          .select('values')
          .where('id', '=', row)
          .forUpdate()
          .executeTakeFirst();
        if (!found) throw notFound();
        return found;
      },
      change: async ({ input, db }) => {
        const row = await db
          .selectFrom('registration')
          .select(['id', 'version', 'status'])
          .where('id', '=', input.id)
          .forUpdate()
          .executeTakeFirst();
        if (!row) throw notFound();
        if (input.version !== undefined && input.version !== row.version) throw stale();
        await db
          .updateTable('registration')
          .set((old) => ({
            values: JSON.stringify(input.values),
            version: old('version', '+', 1),
            updatedAt: old.fn('now'),
          }))
          .where('id', '=', row.id)
          .execute();
        // What the node holds already has to follow.
        if ([1, 2, 3].includes(row.status)) await queueRegistration(app, db, row.id);
        return { id: row.id, version: row.version + 1 };
      },
    },

    submit: async ({ input, db }) => {
      const fail: { id: number; message: string }[] = [];
      const chosen = [...new Set(input.ids)];
      for (const id of chosen) {
        const row = await db
          .selectFrom('registration')
          .select('status')
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (!row) fail.push({ id, message: notFound().message });
        else if (row.status !== RegistrationStatus.unsent && row.status !== RegistrationStatus.failed)
          fail.push({ id, message: refuse(registrationRefusals.wrongState).message });
        else await queueRegistration(app, db, id);
      }
      return { ok: chosen.length - fail.length, fail };
    },

    parse: async ({ input, db }) => {
      const fail: { id: number; message: string }[] = [];
      const chosen = [...new Set(input.ids)];
      for (const id of chosen)
        await parseRegistration(db, keyring, id).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
          fail.push({ id, message: error.message });
        });
      return { ok: chosen.length - fail.length, fail };
    },

    remove: async ({ input, db }) => {
      const row = await db
        .selectFrom('registration')
        .select('status')
        .where('id', '=', input.id)
        .forUpdate()
        .executeTakeFirst();
      if (!row) throw notFound();
      if (row.status !== RegistrationStatus.unsent) throw refuse(registrationRefusals.wrongState);
      await db.deleteFrom('registration').where('id', '=', input.id).execute();
      return null;
    },

    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),
  });
};
