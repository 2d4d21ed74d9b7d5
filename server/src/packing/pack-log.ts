import { PackAct, packLogApi } from '@zhuiyuan/contract/packing/pack-log';
import { mostChildren } from '@zhuiyuan/contract/packing/packing';
import { openKeyring } from '../codes/cipher/keyring.ts';
import { readFewCodes } from '../codes/pick/read-picked-file.ts';
import { mountExporter, offerExport } from '../jobs/exporter.ts';
import { findMergedPage } from '../kit/db/paging.ts';
import type { App } from '../kit/http/app-context.ts';
import { serve } from '../kit/http/serve.ts';
import { checkLate, packLate } from './late-packing.ts';
import { completeEntries, entrySources } from './log-entries.ts';
import { logExporter } from './log-exporter.ts';
import { loggingRefused } from './log-refused.ts';
import { readEntry } from './read-entry.ts';

/** 包装日志: what the trail of operations says, and what was refused; nothing changes or deletes it. */
export const mountPackLog = (app: App): void => {
  const keyring = openKeyring(app);
  const exporter = logExporter(keyring);
  mountExporter(app, exporter);
  const logged = loggingRefused(app, keyring);
  serve(app, packLogApi, {
    async list({ input, db }) {
      const page = await findMergedPage(db, input, await entrySources(db, keyring, input));
      return { ...page, list: await completeEntries(db, keyring, page.list) };
    },
    info: ({ input, db }) => readEntry(db, keyring, input.id),
    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),
    save: (call) => {
      const { parentCode, children, occurAt, reason } = call.input;
      const attempt = { act: PackAct.into, box: parentCode, codes: children, occurredAt: occurAt, reason };
      return logged(call, attempt, (db) => packLate(db, keyring, call.operator, call.input));
    },
    check: ({ input, db }) => checkLate(db, keyring, input),
    readFile: {
      async before({ input, db, operator }) {
        const codes = await readFewCodes(app, db, operator, input.fileUrl, mostChildren);
        return () => ({ codes });
      },
    },
  });
};
