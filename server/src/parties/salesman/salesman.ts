import { maskPhone } from '@zhuiyuan/contract/kit/phone';
import { salesmanApi, type SalesmanRow } from '@zhuiyuan/contract/parties/salesman/salesman';
import { below, mountExporter, offerExport, type Exporter, type FoundBy } from '../../jobs/exporter.ts';
import { mountImporter } from '../../jobs/importer.ts';
import { startImport } from '../../jobs/start-import.ts';
import type { App } from '../../kit/http/app-context.ts';
import { firmOf } from '../../kit/operator.ts';
import { pageOf } from '../../kit/db/paging.ts';
import { notFound } from '../../kit/refusal.ts';
import { eachRow } from '../../kit/each-row.ts';
import { switchRow } from '../../kit/db/rows.ts';
import { serve } from '../../kit/http/serve.ts';
import { bindCode } from '../bind-code.ts';
import {
  asSalesmanRows,
  listedSalesmen,
  matchingSalesmen,
  salesmanColumns,
  withRegionAndShipped,
  type SalesmanFilters,
} from './find-salesmen.ts';
import { salesmanImporter } from './import-salesmen.ts';
import {
  insertSalesman,
  removeSalesman,
  storedSalesman,
  transferSalesman,
  unbindSalesman,
  updateSalesman,
} from './save-salesman.ts';

/** Salesmen: people of a firm who look after dealers and shops. */
export const mountSalesman = (app: App): void => {
  mountImporter(app, salesmanImporter);
  mountExporter(app, exporter);
  serve(app, salesmanApi, {
    list: async ({ input, db }) => {
      const page = await pageOf(db, input, matchingSalesmen(db, input), asSalesmanRows);
      return { ...page, list: await listedSalesmen(db, page.list) };
    },

    listAll: async ({ db }) => {
      const rows = await matchingSalesmen(db, {})
        .select(['id', 'picName', 'phone', 'agentId', 'firmId', 'status'])
        .orderBy('id', 'desc')
        .execute();
      return rows.map((row) => ({ ...row, phone: maskPhone(row.phone) }));
    },

    info: async ({ input, db }) => {
      const found = await asSalesmanRows(matchingSalesmen(db, { ids: [input.id] }))
        .select(['salesman.entryDate', 'salesman.remark'])
        .execute();
      const [salesman] = await withRegionAndShipped(db, found);
      if (!salesman) throw notFound();
      return salesman;
    },

    save: ({ input, db, operator }) =>
      insertSalesman(db, input, { firmId: firmOf(operator, input.firmId), operatorId: operator.id }),

    update: {
      stored: ({ row, db }) => storedSalesman(db, row),
      change: ({ input: { id, version, ...draft }, db }) => updateSalesman(db, id, draft, version),
    },

    updateStatus: ({ input, db }) => switchRow(db, 'salesman', input),

    transfer: ({ input, db, operator }) => transferSalesman(db, input, operator.id),

    bindQrcode: async ({ input, db }) => {
      const found = await matchingSalesmen(db, { ids: [input.id] })
        .select('id')
        .executeTakeFirst();
      if (!found) throw notFound();
      return bindCode(app.config.masterKey, { kind: 'salesman', id: found.id });
    },

    unbind: async ({ input, db }) => {
      await unbindSalesman(db, input.id);
      return null;
    },

    remove: async ({ input, db }) => {
      await removeSalesman(db, input.id);
      return null;
    },

    removeMany: ({ input, db }) => eachRow(input.ids, (id) => removeSalesman(db, id)),

    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),

    import: { before: ({ input, db, operator }) => startImport(app, { db, operator }, 'sales', input) },
  });
};

const exporter: Exporter<SalesmanRow, SalesmanFilters, FoundBy<typeof asSalesmanRows>> = {
  biz: 'sales',
  title: '业务员列表',
  may: salesmanApi.export.may,
  columns: salesmanColumns,
  filters: salesmanApi.export.input,
  page: (db, filters, after, limit) =>
    asSalesmanRows(matchingSalesmen(db, filters)).where('salesman.id', '<', below(after)).limit(limit).execute(),
  complete: listedSalesmen,
};
