import type { DB } from '../../kit/db/database-types.gen.ts';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { ConflictPolicy } from '@zhuiyuan/contract/codes/ops/op-draft';
import { sql, type SelectQueryBuilder } from 'kysely';
import { randomUUID } from 'node:crypto';
import type { App } from '../../kit/http/app-context.ts';
import { mountImporter } from '../../jobs/importer.ts';
import { startImport } from '../../jobs/start-import.ts';
import { ownedBy } from '../../kit/owned-by.ts';
import { findPage } from '../../kit/db/paging.ts';
import { offerXlsx } from '../../kit/sheets/offer-xlsx.ts';
import { notFound } from '../../kit/refusal.ts';
import { serve } from '../../kit/http/serve.ts';
import { findOrCreateLot } from '../../trace/lot/find-or-create-lot.ts';
import { requireProduct } from '../../trace/product/require-product.ts';
import { voidReason } from './ask-op.ts';
import { checkCalls } from './check-calls.ts';
import { pickTitles } from '../pick/read-picked-file.ts';
import { offerErrors } from './offer-errors.ts';
import { opImporters } from './op-import.ts';
import { dueAt, opCalls } from './op-calls.ts';
import { openKeyring } from '../cipher/keyring.ts';
import { withEnds } from '../cipher/with-ends.ts';
import { findAsked, toResult, opColumns, opRows, findOperators, matchingOps } from './matching-ops.ts';
import { undoActivation } from './undo-activation.ts';
import { runWaitingOps } from './run-waiting-ops.ts';

/** Operations on codes by range: activation with its dry run and undo, and the list of everything done. */
export const mountCodeOp = (app: App): void => {
  const keyring = openKeyring(app);
  const { findFile, submit, cancel, retry } = opCalls(app);
  const { check, leftOut } = checkCalls(app);
  runWaitingOps(app.background);
  for (const importer of opImporters(keyring)) mountImporter<never, never>(app, importer as never);
  serve(app, codeOpApi, {
    async list({ input, db, operator }) {
      const page = await findPage(db, input, matchingOps(db, ownedBy(input, operator)), asNewestOps);
      return { ...page, list: await opRows(db, keyring, page.list) };
    },

    operators: ({ db }) => findOperators(db),

    async info({ input, db }) {
      const row = await opColumns(matchingOps(db, {}).where('op.id', '=', input.id)).executeTakeFirst();
      if (!row) throw notFound();
      return {
        ...(await opRows(db, keyring, [row]))[0]!,
        ...(await findAsked(db, row)),
        ...toResult(row.result),
      };
    },

    async items({ input, db }) {
      const matching = db.selectFrom('codeOpItem as item').where('item.opId', '=', input.opId);
      const page = await findPage(db, input, matching, asItems);
      return { ...page, list: await withEnds(db, keyring, page.list, (row) => row) };
    },

    check: ({ input: { opType, ...wanted }, ...caller }) => check(caller, opType, wanted),
    checkExport: ({ input: { opType, ...wanted }, ...caller }) => leftOut(caller, opType, wanted),

    use: {
      async before(call) {
        const file = await findFile(call);
        return async ({ input, db, operator }) => {
          const product = await requireProduct(db, input.productId);
          const of = { productId: product.id, lotId: input.lotId, lot: input.lot };
          const lot = await findOrCreateLot(db, of, operator);
          const asked = { productId: product.id, lotId: lot.id, channelId: input.channelId };
          return submit(db, operator, 1, input, asked, { due: dueAt(input.activateAt), file });
        };
      },
    },

    update: {
      async before(call) {
        const file = await findFile(call);
        return ({ input: { newProductId, newLotId, newChannelId, force, reason, ...input }, db, operator }) =>
          submit(db, operator, 2, input, { newProductId, newLotId, newChannelId, force, reason }, { file });
      },
    },
    delete: {
      async before(call) {
        const file = await findFile(call);
        return ({ input, db, operator }) =>
          submit(db, operator, 3, input, { includeChild: input.includeChild, reason: voidReason(input) }, { file });
      },
    },
    freeze: {
      async before(call) {
        const file = await findFile(call);
        return ({ input, db, operator }) => submit(db, operator, 4, input, { reason: input.reason }, { file });
      },
    },
    unfreeze: {
      async before(call) {
        const file = await findFile(call);
        return ({ input, db, operator }) => submit(db, operator, 5, input, { reason: input.reason }, { file });
      },
    },

    importUse: { before: ({ input, db, operator }) => startImport(app, { db, operator }, 'batch_use', input) },
    importUpdate: { before: ({ input, db, operator }) => startImport(app, { db, operator }, 'batch_update', input) },
    importDelete: { before: ({ input, db, operator }) => startImport(app, { db, operator }, 'batch_delete', input) },

    async cancel({ input, db, operator }) {
      await cancel(db, operator, input.opId);
      return null;
    },
    retry: ({ input, db, operator }) => retry(db, operator, input.opId),
    errors: ({ input, db, operator }) => offerErrors(app, { db, operator }, input.opId),
    template: (caller) =>
      offerXlsx(app, caller, {
        name: '选码模板',
        columns: pickTitles.map((title) => ({ title, width: 30, cell: () => '' })),
        rows: [{}],
      }),

    undo: ({ input: { opId, policy, idemKey = randomUUID() }, db, operator }) =>
      undoActivation(db, keyring, operator, opId, { idemKey, skipsConflicts: policy === ConflictPolicy.skip }),
  });
};

const asNewestOps = (query: Parameters<typeof opColumns>[0]) =>
  opColumns(query).orderBy('op.createdAt', 'desc').orderBy('op.id', 'desc');

/** Adds what a line of an operation's trail shows. */
const asItems = (query: SelectQueryBuilder<DB & { item: DB['codeOpItem'] }, 'item', object>) =>
  query
    .innerJoin('segment', 'segment.seg', 'item.seg')
    .select([
      'item.id',
      'item.seg',
      'segment.keyV',
      'item.at',
      sql<number>`lower(item.span)`.as('serialFrom'),
      sql<number>`upper(item.span) - 1`.as('serialTo'),
    ])
    .orderBy('item.id');
