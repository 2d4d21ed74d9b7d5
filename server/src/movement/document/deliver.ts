import { deliverApi } from '@zhuiyuan/contract/movement/document/deliver';
import { deliverLogApi, type DeliverLogRow } from '@zhuiyuan/contract/movement/document/deliver-log';
import { openKeyring } from '../../codes/cipher/keyring.ts';
import { mountExporter, offerExport } from '../../jobs/exporter.ts';
import { startImport } from '../../jobs/start-import.ts';
import { findPage } from '../../kit/db/paging.ts';
import type { App } from '../../kit/http/app-context.ts';
import { serve } from '../../kit/http/serve.ts';
import { ownedBy } from '../../kit/owned-by.ts';
import { readDeliver } from './find-deliver.ts';
import { lineExporters } from './line-exporters.ts';
import { listDiffs } from './list-diffs.ts';
import { listProducts } from './list-goods.ts';
import { listHistory, readRecentCancels } from './list-history.ts';
import { listLineCodes, listLines, requireDeliver } from './list-lines.ts';
import { asDeliverRows, completeDelivers, deliverExporter, deliverKey, matchingDelivers } from './deliver-list.ts';
import { asLogRows, deliverLogExporter, matchingLog } from './deliver-log.ts';
import { readPrint } from './print-deliver.ts';

/** Shipping documents and their log as they are read, printed and exported. */
export const mountDocuments = (app: App): void => {
  const keyring = openKeyring(app);
  const { publicUrl } = app.config;
  const exporter = deliverExporter(keyring);
  const logExporter = deliverLogExporter(keyring);
  mountExporter(app, exporter);
  mountExporter(app, logExporter);
  const [lineExporter, signExporter] = lineExporters(keyring);
  mountExporter(app, lineExporter);
  mountExporter(app, signExporter);
  serve(app, deliverApi, {
    async list({ input, db, operator }) {
      const matching = await matchingDelivers(db, keyring, ownedBy(input, operator));
      const page = await findPage(db, input, matching, asDeliverRows, deliverKey);
      return { ...page, list: await completeDelivers(db, page.list) };
    },
    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, ownedBy(input, operator)),
    lineExport: async ({ input, db, operator }) => {
      await requireDeliver(db, input.deliverId);
      return offerExport(app, { db, operator }, lineExporter, input);
    },
    info: ({ input, db }) => readDeliver(db, publicUrl, input, { showsPhones: false }),
    lines: ({ input, db }) => listLines(db, keyring, input),
    lineCodes: ({ input, db }) => listLineCodes(db, keyring, input),
    products: ({ input, db }) => listProducts(db, input),
    diffs: ({ input, db }) => listDiffs(db, input),
    history: ({ input, db }) => listHistory(db, input),
    print: ({ input, db, operator }) => readPrint(db, { keyring, publicUrl }, operator, input.id),
    recentCancels: ({ input, db }) => readRecentCancels(db, input),
    import: { before: ({ input, db, operator }) => startImport(app, { db, operator }, 'deliver', input) },
  });
  serve(app, deliverLogApi, {
    async list({ input, db }) {
      const page = await findPage(db, input, await matchingLog(db, keyring, input), asLogRows);
      return { ...page, list: page.list as DeliverLogRow[] };
    },
    export: ({ input, db, operator }) => offerExport(app, { db, operator }, logExporter, input),
  });
};
