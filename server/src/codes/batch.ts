import { batchApi } from '@zhuiyuan/contract/codes/batch';
import type { Pick } from '@zhuiyuan/contract/codes/pick';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import type { App } from '../kit/app-context.ts';
import { pageOf } from '../kit/paging.ts';
import type { Db } from '../kit/database.ts';
import type { Operator } from '../kit/operator.ts';
import { forbidden, notFound } from '../kit/refusal.ts';
import { serve } from '../kit/serve.ts';
import { findOrCreateLot } from '../trace/find-or-create-lot.ts';
import { productOf } from '../trace/product-of.ts';
import { askOp, voidReason, type Asked } from './ask-op.ts';
import { checkOp, digestIn } from './check-op.ts';
import { keyringOf } from './keyring.ts';
import { endsOf, leftOut, opColumns, opRow, opsMatching, opTarget } from './list-ops.ts';
import { pickCodes } from './pick-runs.ts';
import { runOp } from './run-op.ts';
import { undoActivation } from './undo-activation.ts';

/** Which permission each kind of operation needs. */
const mayDo = {
  1: batchApi.use.may,
  2: batchApi.update.may,
  3: batchApi.delete.may,
  4: batchApi.freeze.may,
  5: batchApi.unfreeze.may,
} as const;

/** What every submitted operation carries. */
interface Submitted {
  pick: Pick;
  includeChild: boolean;
  policy: 0 | 1;
  token?: string;
  idemKey: string;
}

/** Operations on codes by range: activation with its dry run and undo, and the list of everything done. */
export const mountBatch = (app: App): void => {
  const keyring = keyringOf(app);
  const submit = async (
    db: Db,
    operator: Operator,
    opType: number,
    { idemKey, token, ...request }: Submitted,
    asked: Asked,
  ) => {
    const kind = await askOp(db, operator, opType, asked);
    return runOp(db, keyring, operator, kind, {
      picked: await pickCodes(db, keyring, request),
      skipsConflicts: request.policy === 1,
      idemKey,
      request,
      reason: asked.reason,
      digest: digestIn(app.config.masterKey, token),
    });
  };
  serve(app, batchApi, {
    async list({ input, db }) {
      const page = await pageOf(db, input, opsMatching(db, input), (query) =>
        opColumns(query).orderBy('op.id', 'desc'),
      );
      return { ...page, list: await Promise.all(page.list.map((row) => opRow(db, keyring, row))) };
    },

    async info({ input, db }) {
      const row = await opColumns(opsMatching(db, {}).where('op.id', '=', input.id)).executeTakeFirst();
      if (!row) throw notFound();
      return {
        ...(await opRow(db, keyring, row)),
        ...(await opTarget(db, row.params)),
        conflicts: leftOut(row.result),
      };
    },

    async items({ input, db }) {
      const matching = db
        .selectFrom('codeOpItem as item')
        .innerJoin('segment', 'segment.seg', 'item.seg')
        .where('item.opId', '=', input.opId);
      const page = await pageOf(db, input, matching, (query) =>
        query
          .select([
            'item.id',
            'item.seg',
            'segment.keyV',
            'item.at',
            sql<number>`lower(item.span)`.as('serialFrom'),
            sql<number>`upper(item.span) - 1`.as('serialTo'),
          ])
          .orderBy('item.id'),
      );
      return {
        ...page,
        list: await Promise.all(page.list.map(async (row) => ({ ...row, ...(await endsOf(keyring, row)) }))),
      };
    },

    async check({ input, db, operator }) {
      if (!operator.may(mayDo[input.opType])) throw forbidden();
      const kind = await askOp(db, operator, input.opType, input);
      const picked = await pickCodes(db, keyring, input);
      return checkOp({ db, keyring, masterKey: app.config.masterKey }, kind, picked);
    },

    async use({ input, db, operator }) {
      const product = await productOf(db, input.productId);
      const lot = await findOrCreateLot(db, { productId: product.id, lotId: input.lotId, lot: input.lot }, operator);
      return submit(db, operator, 1, input, { productId: product.id, lotId: lot.id, channelId: input.channelId });
    },

    update: ({ input, db, operator }) => submit(db, operator, 2, input, input),
    delete: ({ input, db, operator }) =>
      submit(db, operator, 3, input, { includeChild: input.includeChild, reason: voidReason(input) }),
    freeze: ({ input, db, operator }) => submit(db, operator, 4, input, { reason: input.reason }),
    unfreeze: ({ input, db, operator }) => submit(db, operator, 5, input, { reason: input.reason }),

    undo: ({ input, db, operator }) => undoActivation(db, operator, input.opId, input.idemKey ?? randomUUID()),
  });
};
