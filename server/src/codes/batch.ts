import { batchApi, type Conflict } from '@zhuiyuan/contract/codes/batch';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import type { App } from '../kit/app-context.ts';
import type { Db } from '../kit/database.ts';
import { containing, within } from '../kit/filters.ts';
import { pageOf } from '../kit/paging.ts';
import { notFound } from '../kit/refusal.ts';
import { serve } from '../kit/serve.ts';
import { findOrCreateLot } from '../trace/find-or-create-lot.ts';
import { productOf } from '../trace/product-of.ts';
import { activateCodes, checkRatio } from './activate-codes.ts';
import { countByError, describeConflicts, findBindConflicts, readSegments } from './find-conflicts.ts';
import { keyringOf, type Keyring } from './keyring.ts';
import { pickRuns } from './pick-runs.ts';
import { sizeOf, without, type Run } from './ranges.ts';
import { undoActivation } from './undo-activation.ts';

/** Runs shown for a choice of codes; the rest is only counted. */
const shownRuns = 20;

const opsMatching = (db: Db) => db.selectFrom('codeOp as op').innerJoin('firm', 'firm.id', 'op.firmId');

/** The columns a row of the operations' list is made from, with what the operation was asked and what it answered. */
const opColumns = (query: ReturnType<typeof opsMatching>) =>
  query
    .leftJoin('admin', 'admin.id', 'op.operatorId')
    .select([
      'op.id',
      'op.firmId',
      'firm.name as firmName',
      'op.opNo',
      'op.opType',
      'op.opSrc',
      'op.total',
      'op.okCnt',
      'op.failCnt',
      'op.status',
      'op.reason',
      'op.params',
      'op.result',
      'op.createdAt as createTime',
      'op.finishedAt',
    ])
    .select([
      sql<string>`coalesce(admin.real_name, '')`.as('operatorName'),
      sql<boolean>`op.op_type = 1 and op.reversed_by is null and op.status in (2, 3) and op.ok_cnt > 0 and op.created_at > now() - interval '24 hours'`.as(
        'canUndo',
      ),
    ]);

/** Operations on codes by range: activation with its dry run and undo, and the list of everything done. */
export const mountBatch = (app: App): void => {
  const keyring = keyringOf(app);
  serve(app, batchApi, {
    async list({ input, db }) {
      const matching = opsMatching(db)
        .$if(input.firmId !== undefined, (query) => query.where('op.firmId', '=', input.firmId!))
        .$if(input.opNo !== undefined, (query) => query.where('op.opNo', 'ilike', containing(input.opNo!)))
        .$if(input.opType !== undefined, (query) => query.where('op.opType', '=', input.opType!))
        .$if(input.opSrc !== undefined, (query) => query.where('op.opSrc', '=', input.opSrc!))
        .$if(input.status !== undefined, (query) => query.where('op.status', '=', input.status!))
        .where(within('op.createdAt', input.dateLimit));
      const page = await pageOf(db, input, matching, (query) => opColumns(query).orderBy('op.id', 'desc'));
      return {
        ...page,
        list: await Promise.all(
          page.list.map(async (row) => ({ ...row, rangeText: await rangeText(db, keyring, row.params) })),
        ),
      };
    },

    async info({ input, db }) {
      const row = await opColumns(opsMatching(db).where('op.id', '=', input.id)).executeTakeFirst();
      if (!row) throw notFound();
      const { productId, lotId } = row.params as { productId?: number; lotId?: number };
      const bound = lotId
        ? await db
            .selectFrom('lot')
            .innerJoin('product', 'product.id', 'lot.productId')
            .where('lot.id', '=', lotId)
            .where('product.id', '=', productId!)
            .select(['product.storeName', 'lot.lotNo'])
            .executeTakeFirst()
        : undefined;
      const { conflicts } = (row.result ?? {}) as { conflicts?: Conflict[] };
      return {
        ...row,
        rangeText: await rangeText(db, keyring, row.params),
        storeName: bound?.storeName ?? '',
        lotNo: bound?.lotNo ?? '',
        conflicts: conflicts ?? [],
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
      const { conflicts } = await findBindConflicts(db, segments, picked.runs, target);
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
        ok: sizeOf(without(picked.runs, conflicts)),
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

const endsOf = async (
  keyring: Keyring,
  run: { seg: number; keyV: string | null; serialFrom: number; serialTo: number },
) => ({
  firstCode: await keyring.textOf(run, run.serialFrom),
  lastCode: await keyring.textOf(run, run.serialTo),
});

/** `{n}段 {首码}~{尾码}`, or the operation that was taken back. */
const rangeText = async (db: Db, keyring: Keyring, params: unknown): Promise<string> => {
  const { runs, runCount, undo } = params as { runs?: Run[]; runCount?: number; undo?: number };
  if (undo) {
    const undone = await db.selectFrom('codeOp').where('id', '=', undo).select('opNo').executeTakeFirst();
    return `撤销 ${undone?.opNo ?? ''}`;
  }
  const first = runs?.[0];
  const last = runs?.at(-1);
  if (!first || !last) return '-';
  const segments = await db
    .selectFrom('segment')
    .where('seg', 'in', [first.seg, last.seg])
    .select(['seg', 'keyV'])
    .execute();
  const text = (seg: number, serial: number) =>
    keyring.textOf(
      segments.find((segment) => segment.seg === seg)!,
      serial,
    );
  return `${runCount}段 ${await text(first.seg, first.from)}~${await text(last.seg, last.to)}`;
};
