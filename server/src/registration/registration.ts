import { ObjectKind } from '@zhuiyuan/contract/trace/object-kind';
import { registrationRefusals } from '@zhuiyuan/contract/registration/registration-refusals';
import {
  NodeKind,
  registrationApi,
  HandleValue,
  type RegistrationRow,
} from '@zhuiyuan/contract/registration/registration';
import { RegistrationStatus } from '@zhuiyuan/contract/codes/state/registration-status';
import { sql } from 'kysely';
import { openKeyring } from '../codes/cipher/keyring.ts';
import { below, mountExporter, offerExport, type Exporter } from '../jobs/exporter.ts';
import type { App } from '../kit/http/app-context.ts';
import { findPage } from '../kit/db/paging.ts';
import { eachRow } from '../kit/each-row.ts';
import { notFound, refuse, refuseOn } from '../kit/refusal.ts';
import { serve } from '../kit/http/serve.ts';
import { asRegistrationRows, matchingRegistrations, type RegistrationFilters } from './find-registrations.ts';
import { requireNode } from './find-node.ts';
import { requireObject } from './require-object.ts';
import { parseRegistration, readCodeRecord } from './parse-registration.ts';
import { readRecord } from './read-record.ts';
import { queueRegistration } from './queue-registration.ts';
import {
  insertRegistration,
  lockRegistration,
  removeRegistration,
  updateRegistration,
  registrationConstraints,
} from './registration-writes.ts';
import { workRegistrations } from './run-registrations.ts';

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
  refuseOn(app, registrationConstraints);
  const keyring = openKeyring(app);
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
      const values = HandleValue.array().parse(row.values);
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
      const saved = await insertRegistration(db, input, await requireObject(db, keyring, input), operator.id);
      if (input.submit) await queueRegistration(app, db, saved.id);
      return saved;
    },

    update: {
      stored: async ({ row, db }) => ({ values: (await lockRegistration(db, row)).values }),
      change: async ({ input, db }) => {
        const { isHeld, ...saved } = await updateRegistration(db, input);
        if (isHeld) await queueRegistration(app, db, saved.id);
        return saved;
      },
    },

    submit: ({ input, db }) =>
      eachRow(input.ids, async (id) => {
        const { status } = await lockRegistration(db, id);
        if (status !== RegistrationStatus.unsent && status !== RegistrationStatus.failed)
          throw refuse(registrationRefusals.wrongState);
        await queueRegistration(app, db, id);
      }),

    parse: ({ input, db }) => eachRow(input.ids, (id) => parseRegistration(db, keyring, id)),

    remove: async ({ input, db }) => {
      await removeRegistration(db, input.id);
      return null;
    },

    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),
  });
};
