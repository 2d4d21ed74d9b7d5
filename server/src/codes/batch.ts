import { batchApi } from '@zhuiyuan/contract/codes/batch';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import type { App } from '../kit/app-context.ts';
import { pageOf } from '../kit/paging.ts';
import { notFound } from '../kit/refusal.ts';
import { serve } from '../kit/serve.ts';
import { findOrCreateLot } from '../trace/find-or-create-lot.ts';
import { productOf } from '../trace/product-of.ts';
import { activateCodes, checkRatio } from './activate-codes.ts';
import { countByError, describeConflicts, findBindConflicts, readSegments } from './find-conflicts.ts';
import { keyringOf } from './keyring.ts';
import { endsOf, leftOut, opColumns, opRow, opsMatching, opTarget } from './list-ops.ts';
import { pickRuns } from './pick-runs.ts';
import { sizeOf, without } from './ranges.ts';
import { undoActivation } from './undo-activation.ts';

/** Runs shown for a choice of codes; the rest is only counted. */
const shownRuns = 20;

/** Operations on codes by range: activation with its dry run and undo, and the list of everything done. */
export const mountBatch = (app: App): void => {
  const keyring = keyringOf(app);
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

    async check({ input, db }) {
      const picked = await pickRuns(db, keyring, input.pick);
      const segments = await readSegments(db, picked.runs);
      if (input.productId) checkRatio(segments, await productOf(db, input.productId));
      const target = { productId: input.productId ?? 0, lotId: input.lotId ?? 0 };
      const { conflicts, same } = await findBindConflicts(db, segments, picked.runs, target);
      const ok = sizeOf(without(picked.runs, conflicts));
      const total = sizeOf(picked.runs) + picked.unknown.length;
      const ranges = picked.runs.slice(0, shownRuns).map(async ({ seg, from, to }) => {
        const segment = segments.get(seg)!;
        return {
          seg,
          level: segment.level,
          serialFrom: from,
          serialTo: to,
          ...(await endsOf(keyring, { seg, keyV: segment.keyV, serialFrom: from, serialTo: to })),
        };
      });
      return {
        total,
        ok,
        repeat: ok - sizeOf(without(picked.runs, [...conflicts, ...same])),
        conflicts: [...(await describeConflicts(keyring, segments, conflicts)), ...picked.unknown].slice(0, 100),
        byError: countByError(conflicts, picked.unknown),
        ranges: await Promise.all(ranges),
      };
    },

    async use({ input, db, operator }) {
      const { idemKey, ...request } = input;
      const product = await productOf(db, input.productId);
      const lot = await findOrCreateLot(db, { productId: product.id, lotId: input.lotId, lot: input.lot }, operator);
      const picked = await pickRuns(db, keyring, input.pick);
      const target = {
        firmId: product.firmId,
        productId: product.id,
        lotId: lot.id,
        boxNum: product.boxNum,
        caseNum: product.caseNum,
      };
      return activateCodes(db, keyring, operator, {
        picked,
        target,
        skipsConflicts: input.policy === 1,
        idemKey,
        request,
      });
    },

    undo: ({ input, db, operator }) => undoActivation(db, operator, input.opId, input.idemKey ?? randomUUID()),
  });
};
