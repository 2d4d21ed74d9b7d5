import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { redCodeApi, type RedCodeRow, type RedShare } from '@zhuiyuan/contract/red/code/red-code';
import { RedBatchState, RedCodeState } from '@zhuiyuan/contract/red/red-enums';
import { sql } from 'kysely';
import { openKeyring, type Keyring } from '../../codes/cipher/keyring.ts';
import { below, mountExporter, offerExport, type Exporter } from '../../jobs/exporter.ts';
import { mountImporter } from '../../jobs/importer.ts';
import { startImport } from '../../jobs/start-import.ts';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { findPage } from '../../kit/db/paging.ts';
import type { App } from '../../kit/http/app-context.ts';
import { serve } from '../../kit/http/serve.ts';
import { notFound } from '../../kit/refusal.ts';
import { findBatch, freezeChosen, insertBatch, voidChosen } from './batch-writes.ts';
import { asBatchRows, asCodeRows, matchingBatches, matchingCodes, withTexts } from './find-codes.ts';
import { digestOf } from './proof.ts';
import { redCodeImporter } from './red-code-import.ts';
import { batchJob } from './run-batches.ts';

type Exported = Omit<InputOf<typeof redCodeApi.list>, 'page' | 'limit'> & { ids?: number[] };

/** 红包码: packets dealt to codes, as staff make, watch and void them. */
export const mountRedCode = (app: App): void => {
  const keyring = openKeyring(app);
  const { masterKey } = app.config;
  const exporter = exporterWith(keyring);
  mountExporter(app, exporter);
  mountImporter(app, redCodeImporter(keyring));

  serve(app, redCodeApi, {
    list: async ({ input, db }) => {
      const page = await findPage(db, input, matchingCodes(db, await toFilters(db, keyring, input)), asCodeRows);
      return { ...page, list: await withTexts(db, keyring, page.list) };
    },

    batches: ({ input, db }) => findPage(db, input, matchingBatches(db, input), asBatchRows),

    info: async ({ input, db }) => {
      const row = await asBatchRows(matchingBatches(db, { id: input.id }))
        .select(sql<RedShare[]>`red_batch.shares`.as('shares'))
        .executeTakeFirst();
      if (!row) throw notFound();
      return row;
    },

    board: async ({ input: { firmId }, db }) => {
      const used = await db
        .selectFrom('redBar')
        .where('state', 'in', [sql.lit(RedCodeState.used), sql.lit(RedCodeState.void)])
        .$if(firmId !== undefined, (query) => query.where('firmId', '=', firmId!))
        .select([
          sql<number>`count(*) filter (where state = ${sql.lit(RedCodeState.used)})`.as('usedCnt'),
          sql<number>`count(*) filter (where state = ${sql.lit(RedCodeState.void)})`.as('voidCnt'),
          sql<number>`coalesce(sum(amount) filter (where state = ${sql.lit(RedCodeState.used)}), 0)::bigint`.as(
            'usedAmount',
          ),
          sql<number>`coalesce(sum(amount), 0)::bigint`.as('toldAmount'),
        ])
        .executeTakeFirstOrThrow();
      const all = await db
        .selectFrom('redBatch')
        .where('state', '<>', sql.lit(RedBatchState.failed))
        .$if(firmId !== undefined, (query) => query.where('firmId', '=', firmId!))
        .select([
          sql<number>`coalesce(sum(total_num), 0)::bigint`.as('count'),
          sql<number>`coalesce(sum(total_amount), 0)::bigint`.as('amount'),
        ])
        .executeTakeFirstOrThrow();
      const { toldAmount, ...figures } = used;
      return { ...figures, count: all.count, openAmount: all.amount - toldAmount };
    },

    save: {
      before: async ({ input, db, operator }) => {
        const active = await live(db, 'redActive')
          .where('id', '=', input.redActiveId)
          .select('firmId')
          .executeTakeFirst();
        if (!active) throw notFound();
        const { firmId } = active;
        const known = await findBatch(db, firmId, input.idemKey);
        if (known) return () => Promise.resolve(known);
        const queue =
          input.source === 'file'
            ? await startImport(app, { db, operator }, 'red_bar', {
                firmId,
                fileUrl: input.fileUrl!,
                params: { redActiveId: input.redActiveId },
                stopOnError: true,
                again: input.again ?? false,
                idemKey: input.idemKey,
              })
            : undefined;
        return async ({ db: transaction }) => {
          const task = await queue?.({ db: transaction });
          const made = await insertBatch(transaction, masterKey, input, task?.taskId ?? null, operator.id);
          await app.jobs.send(transaction, batchJob, {});
          return made;
        };
      },
    },

    void: async ({ input, db, operator }) => {
      const answer = await voidChosen(db, masterKey, input, operator.id);
      if (input.batchNo !== undefined) await app.jobs.send(db, batchJob, {});
      return answer;
    },
    freeze: ({ input, db }) => freezeChosen(db, input, true),
    unfreeze: ({ input, db }) => freezeChosen(db, input, false),

    proof: async ({ input, db }) => {
      const batch = await db
        .selectFrom('redBatch')
        .where('batchNo', '=', input.batchNo.toUpperCase())
        .select(['id', 'firmId', 'digest', 'totalNum', 'totalAmount', 'seedSealed', 'keySealed'])
        .executeTakeFirst();
      if (!batch || batch.digest === null) throw notFound();
      const found = await digestOf(db, masterKey, batch);
      const ok =
        found.digest === batch.digest && found.count === batch.totalNum && found.totalAmount === batch.totalAmount;
      return { ok, digest: batch.digest, found: found.digest, count: found.count, totalAmount: found.totalAmount };
    },

    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),
  });
};

/** A code that is typed stands for its place; one that is none finds nothing. */
const toFilters = async <F extends { code?: string | undefined }>(
  db: Db,
  keyring: Keyring,
  { code, ...filters }: F,
) => {
  if (!code) return filters;
  const found = await keyring.find(db, code);
  return { ...filters, place: found?.place ?? { seg: 0, serial: 0 } };
};

const exporterWith = (keyring: Keyring): Exporter<RedCodeRow, Exported> => ({
  biz: 'redCode',
  title: '红包码',
  may: redCodeApi.export.may,
  columns: [
    { title: '红包码', width: 24, cell: (row) => row.codeText },
    { title: '批次号', width: 18, cell: (row) => row.batchNo },
    { title: '红包活动', width: 30, cell: (row) => row.redActiveName },
    { title: '状态', cell: (row) => RedCodeState.label(row.state) },
    { title: '金额（元）', fen: true, cell: (row) => (row.amount === null ? null : row.amount) },
    { title: '领取人', width: 20, cell: (row) => row.consumer },
    { title: '领取时间', width: 20, cell: (row) => row.usedAt ?? '' },
    { title: '所属企业', width: 24, cell: (row) => row.firmName },
  ],
  filters: redCodeApi.export.input,
  page: async (db, filters, after, limit) =>
    withTexts(
      db,
      keyring,
      await asCodeRows(matchingCodes(db, await toFilters(db, keyring, filters)))
        .where('redBar.id', '<', below(after))
        .limit(limit)
        .execute(),
    ),
});
