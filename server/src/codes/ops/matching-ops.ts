import type { DB } from '../../kit/db/database-types.gen.ts';
import { at, contains, eq, matchingBy, within, type Matching } from '../../kit/db/filtered.ts';
import { OpRowState } from '../state/code-states.ts';
import { OpType, OpStatus } from '@zhuiyuan/contract/codes/state/code-enums';
import { mostPicked } from '@zhuiyuan/contract/kit/picking';
import { Conflict } from '@zhuiyuan/contract/codes/ops/op-draft';
import { sql } from 'kysely';
import { z } from 'zod';
import { compileOnce } from '../../kit/db/compile-once.ts';
import type { Db } from '../../kit/db/database.ts';
import { WaitingRequest } from './op-kind.ts';
import type { Keyring } from '../cipher/keyring.ts';
import { activeSince } from './undo-activation.ts';

interface OpFilters {
  firmId?: number;
  opNo?: string;
  opType?: number;
  opSrc?: number;
  status?: number;
  operatorId?: number;
  dateLimit?: string;
  mine?: number;
}

/** Operations on codes that pass the filters, without columns. */
export const matchingOps: Matching<'op', OpFilters, DB & { op: DB['codeOp'] }> = matchingBy(
  'op',
  (db) => db.selectFrom('codeOp as op'),
  {
    firmId: eq,
    opNo: contains,
    opType: eq,
    opSrc: eq,
    status: eq,
    operatorId: eq,
    dateLimit: at(within, 'createdAt'),
    mine: at(eq, 'operatorId'),
  },
);

/** The members of staff one may see who carried out an operation on codes, by name. */
export const findOperators = (db: Db): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('admin')
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('codeOp').select('codeOp.id').whereRef('codeOp.operatorId', '=', 'admin.id')),
    )
    .select(['admin.id', 'admin.realName as name'])
    .orderBy('admin.realName')
    .limit(mostPicked)
    .execute();

/** Codes an operation changed; those that already were so are not counted. */
const changedCnt = sql<number>`coalesce((op.result ->> 'ok')::float8, op.ok_cnt)`;

/** Percent of its file's lines that an operation at work is done with. */
const progress = sql<
  number | null
>`case when op.status = ${sql.lit(OpStatus.running)} and (op.params ->> 'lines')::int > 0 then floor(100 - 100.0 * (
  select count(*) from code_op_row waits where waits.firm_id = op.firm_id and waits.op_id = op.id and waits.state = ${sql.lit(OpRowState.open)}) / (op.params ->> 'lines')::int)::int end`;

/** The columns a row of the operations' list is made from, with what the operation was asked and what it answered. */
export const opColumns = (query: ReturnType<typeof matchingOps>) =>
  query
    .innerJoin('firm', 'firm.id', 'op.firmId')
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
      'op.request',
      'op.result',
      'op.createdAt as createTime',
      'op.finishedAt',
      'op.dueAt',
      'op.fileName',
    ])
    .select([
      sql<string>`coalesce(admin.real_name, '')`.as('operatorName'),
      changedCnt.as('changedCnt'),
      sql<boolean>`op.op_type = ${sql.lit(OpType.activate)} and op.reversed_by is null and op.status in (${sql.lit(OpStatus.done)}, ${sql.lit(OpStatus.unfinished)}) and ${changedCnt} > 0 and ${activeSince} > now() - interval '24 hours'`.as(
        'canUndo',
      ),
      sql<boolean>`op.status = ${sql.lit(OpStatus.running)} and op.request is not null`.as('canCancel'),
      progress.as('progress'),
      sql<boolean>`op.reversed_by is not null`.as('isUndone'),
      sql<number>`coalesce((select reversal.fail_cnt from code_op reversal where reversal.id = op.reversed_by and reversal.firm_id = op.firm_id), 0)`.as(
        'keptCnt',
      ),
      sql<boolean>`op.status = ${sql.lit(OpStatus.unfinished)} and op.request is not null and op.reversed_by is null and exists (select 1 from code_op_row left_out where left_out.op_id = op.id and left_out.firm_id = op.firm_id)`.as(
        'canRetry',
      ),
    ]);

const OpResult = z.object({
  /** Why nothing of it was done; '' where something was. */
  message: z.string().default(''),
  /** The codes it did not change, with their causes. */
  conflicts: z.array(Conflict).default([]),
});

/** What came of an operation beside its numbers. */
export const toResult = (result: unknown): z.output<typeof OpResult> => OpResult.parse(result ?? {});

/** What operations keep of what they were asked; each kind its own. */
const OpParams = z
  .object({
    runs: z.array(z.object({ seg: z.number(), from: z.number(), to: z.number() })),
    runCount: z.number(),
    undo: z.number(),
    file: z.string(),
    lotId: z.number(),
    newLotId: z.number(),
    channelId: z.number(),
    newChannelId: z.number(),
    force: z.boolean(),
  })
  .partial();
type OpParams = z.output<typeof OpParams>;

const segmentKeys = compileOnce<{ segs: readonly number[] }, { seg: number; keyV: string | null }>((db, { segs }) =>
  db
    .selectFrom('segment')
    .where(sql<boolean>`seg = any(${segs}::int[])`)
    .select(['seg', 'keyV'])
    .compile(),
);

const opNumbers = compileOnce<{ ids: readonly number[] }, { id: number; opNo: string }>((db, { ids }) =>
  db
    .selectFrom('codeOp')
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .select(['id', 'opNo'])
    .compile(),
);

/** Adds the range each operation worked on, in words: `{n}段 {首码}~{尾码}`, its file, or the operation that was taken back. */
export const opRows = async <Row extends { params: unknown }>(
  db: Db,
  keyring: Keyring,
  rows: readonly Row[],
): Promise<(Row & { rangeText: string })[]> => {
  const asked = rows.map(({ params }) => OpParams.parse(params));
  const ends = asked.map(({ runs, undo, file }) => (undo || file || !runs?.length ? [] : [runs[0]!, runs.at(-1)!]));
  const undone = asked.flatMap(({ undo }) => undo ?? []);
  const numbers = new Map(
    (undone.length > 0 ? await opNumbers.run(db, { ids: undone }) : []).map(({ id, opNo }) => [id, opNo]),
  );
  const segs = [...new Set(ends.flat().map(({ seg }) => seg))];
  const keys = new Map(
    (segs.length > 0 ? await segmentKeys.run(db, { segs }) : []).map(({ seg, keyV }) => [seg, keyV]),
  );
  const places = ends.flatMap(([first, last]) =>
    first && last
      ? [
          { seg: first.seg, keyV: keys.get(first.seg)!, serial: first.from },
          { seg: last.seg, keyV: keys.get(last.seg)!, serial: last.to },
        ]
      : [],
  );
  const texts = (await keyring.readTexts(db, places)).values();
  const toRange = ({ file, undo, runCount }: OpParams, hasEnds: boolean): string => {
    if (file) return `文件 ${file}`;
    if (undo) return `撤销 ${numbers.get(undo) ?? ''}`;
    return hasEnds ? `${runCount}段 ${texts.next().value!}~${texts.next().value!}` : '-';
  };
  return rows.map((row, nth) => ({ ...row, rangeText: toRange(asked[nth]!, ends[nth]!.length > 0) }));
};

/** What an operation was asked: product, lot and channel it bound codes to, by their names ('' where it bound none), and how. */
export const findAsked = async (db: Db, op: { params: unknown; request: unknown }) => {
  const { lotId, newLotId, channelId, newChannelId, force = false } = OpParams.parse(op.params);
  const request = WaitingRequest.nullable().parse(op.request);
  const lot = lotId ?? newLotId;
  const channel = channelId ?? newChannelId;
  const bound = lot
    ? await db
        .selectFrom('lot')
        .innerJoin('product', 'product.id', 'lot.productId')
        .where('lot.id', '=', lot)
        .select(['lot.id as lotId', 'lot.productId', 'product.storeName', 'lot.lotNo'])
        .executeTakeFirst()
    : undefined;
  const into = channel
    ? await db.selectFrom('channel').where('id', '=', channel).select('name').executeTakeFirst()
    : undefined;
  return {
    productId: bound?.productId ?? null,
    lotId: bound?.lotId ?? null,
    storeName: bound?.storeName ?? '',
    lotNo: bound?.lotNo ?? '',
    channelName: into?.name ?? '',
    policy: request?.policy ?? null,
    includesChildren: request?.includeChild ?? request?.asked.includeChild ?? false,
    isForced: force,
  };
};
