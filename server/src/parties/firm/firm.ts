import { Review } from '@zhuiyuan/contract/kit/review';
import { firmApi, type FirmRow } from '@zhuiyuan/contract/parties/firm/firm';
import { FirmSettings } from '@zhuiyuan/contract/parties/firm/firm-settings';
import { partyRefusals } from '@zhuiyuan/contract/parties/party-refusals';
import { traceRefusals } from '@zhuiyuan/contract/trace/trace-refusals';
import { sql } from 'kysely';
import { revokeFirmSessions } from '../../access/revoke-sessions.ts';
import { below, mountExporter, offerExport, type Exporter, type FoundBy } from '../../jobs/exporter.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { eachRow } from '../../kit/each-row.ts';
import { findPage } from '../../kit/db/paging.ts';
import { notFound, refuse, refuseOn } from '../../kit/refusal.ts';
import { changeRow, lockRow, switchRow } from '../../kit/db/rows.ts';
import { serve } from '../../kit/http/serve.ts';
import { asFirmRows, matchingFirms, type FirmFilters } from './find-firms.ts';
import { firmColumns } from './firm-columns.ts';
import { requireFirm } from './require-firm.ts';
import { insertFirm, storedFirm, updateFirm, firmConstraints } from './firm-writes.ts';
import { listedParties } from '../listed-parties.ts';

const exporter: Exporter<FirmRow, FirmFilters, FoundBy<typeof asFirmRows>> = {
  biz: 'firm',
  title: '企业列表',
  may: firmApi.export.may,
  columns: firmColumns,
  filters: firmApi.export.input,
  page: (db, filters, after, limit) =>
    asFirmRows(matchingFirms(db, filters)).where('firm.id', '<', below(after)).limit(limit).execute(),
  complete: listedParties,
};

/** Brand owners. The platform's staff keep them; a firm's own staff see and edit their own. */
export const mountFirm = (app: App): void => {
  refuseOn(app, firmConstraints);
  mountExporter(app, exporter);
  serve(app, firmApi, {
    list: async ({ input, db }) => {
      const page = await findPage(db, input, matchingFirms(db, input), asFirmRows);
      return { ...page, list: await listedParties(db, page.list) };
    },

    listAll: ({ db }) =>
      db.selectFrom('firm').select(['id', 'name']).where('isDel', '=', 0).orderBy('id', 'desc').execute(),

    info: ({ input, db }) => requireFirm(db, input.id),

    save: ({ input, db, operator }) => insertFirm(db, input, operator.id),

    update: {
      stored: ({ row, db }) => storedFirm(db, row),
      change: ({ input: { id, version, ...draft }, db, operator }) => updateFirm(db, id, draft, version, operator),
    },

    remove: async ({ input, db }) => {
      await removeFirm(db, input.id);
      return null;
    },

    removeMany: ({ input, db }) => eachRow(input.ids, (id) => removeFirm(db, id)),

    updateStatus: async ({ input, db }) => {
      await switchRow(db, 'firm', input);
      await revokeFirmSessions(db, input.id);
      return null;
    },

    review: async ({ input, db, operator }) => {
      const firm = await lockRow(db, 'firm', input.id, ['audit', 'codeQuota']);
      if (firm.audit !== Review.waiting) throw refuse(partyRefusals.reviewOver);
      await changeRow(db, 'firm', input.id, {
        audit: input.audit,
        auditRemark: input.audit === Review.rejected ? input.remark : '',
        auditBy: operator.id,
        auditAt: sql<string>`now()`,
      });
      return null;
    },

    quota: async ({ input, db }) => {
      const firm = await lockRow(db, 'firm', input.id, ['audit', 'codeQuota']);
      if (firm.codeQuota === null) throw refuse(partyRefusals.quotaUnlimited);
      const codeQuota = firm.codeQuota + input.add;
      await changeRow(db, 'firm', input.id, { codeQuota });
      return { codeQuota };
    },

    settings: async ({ input, db }) => {
      const firm = await db
        .selectFrom('firm')
        .select('settings')
        .where('id', '=', input.id)
        .where('isDel', '=', 0)
        .executeTakeFirst();
      if (!firm) throw notFound();
      return FirmSettings.parse(firm.settings);
    },

    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),

    saveSettings: {
      stored: async ({ row, db }) => FirmSettings.parse((await lockRow(db, 'firm', row, ['settings'])).settings),
      change: async ({ input: { id, ...settings }, db }) => {
        await changeRow(db, 'firm', id, { settings: sql`settings || ${JSON.stringify(settings)}::jsonb` });
        return null;
      },
    },
  });
};

/** Deletes a firm softly and signs its staff out; refused while codes of it are active. */
const removeFirm = async (db: Db, id: number): Promise<void> => {
  await lockRow(db, 'firm', id);
  const active = await db
    .selectFrom('product')
    .select('id')
    .where('firmId', '=', id)
    .where('activeCnt', '>', 0)
    .limit(1)
    .executeTakeFirst();
  if (active) throw refuse(traceRefusals.hasActiveCodes);
  await changeRow(db, 'firm', id, { isDel: 1 });
  await revokeFirmSessions(db, id);
};
