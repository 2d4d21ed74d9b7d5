import type { DB } from '../../kit/db/database-types.gen.ts';
import { at, contains, eq, matchingBy, within, type Matching } from '../../kit/db/filtered.ts';
import { OpRowState } from '../state/code-states.ts';
import { OpType, OpStatus } from '@zhuiyuan/contract/codes/state/code-enums';
import type { Conflict } from '@zhuiyuan/contract/codes/ops/op-draft';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import type { WaitingRequest } from './begin-op.ts';
import type { Keyring } from '../cipher/keyring.ts';
import type { Run } from '../state/ranges.ts';
import { activeSince } from './undo-activation.ts';

interface OpFilters {
  firmId?: number;
  opNo?: string;
  opType?: number;
  opSrc?: number;
  status?: number;
  operatorId?: number;
  dateLimit?: string;
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
      sql<boolean>`op.status = ${sql.lit(OpStatus.unfinished)} and op.request is not null and op.reversed_by is null and exists (select 1 from code_op_row left_out where left_out.op_id = op.id and left_out.firm_id = op.firm_id)`.as(
        'canRetry',
      ),
    ]);

/** Why nothing of an operation was done; '' where something was. */
export const toMessage = (result: unknown): string => ((result ?? {}) as { message?: string }).message ?? '';

/** Adds the range an operation worked on, in words. */
export const opRow = async <Row extends { params: unknown }>(db: Db, keyring: Keyring, row: Row) => ({
  ...row,
  rangeText: await rangeText(db, keyring, row.params),
});

/** First and last code of a run. */
export const findEnds = async (
  db: Db,
  keyring: Keyring,
  run: { seg: number; keyV: string | null; serialFrom: number; serialTo: number },
) => ({
  firstCode: await keyring.textOf(db, run, run.serialFrom),
  lastCode: await keyring.textOf(db, run, run.serialTo),
});

/** `{n}段 {首码}~{尾码}`, or the operation that was taken back. */
const rangeText = async (db: Db, keyring: Keyring, params: unknown): Promise<string> => {
  const { runs, runCount, undo, file } = params as { runs?: Run[]; runCount?: number; undo?: number; file?: string };
  if (file) return `文件 ${file}`;
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
      db,
      segments.find((segment) => segment.seg === seg)!,
      serial,
    );
  return `${runCount}段 ${await text(first.seg, first.from)}~${await text(last.seg, last.to)}`;
};

/** What an operation was asked: product, lot and channel it bound codes to, by their names ('' where it bound none), and how. */
export const findAsked = async (db: Db, op: { params: unknown; request: unknown }) => {
  const { lotId, newLotId, channelId, newChannelId, force } = op.params as Record<string, number | undefined>;
  const { policy = null, includeChild } = (op.request ?? {}) as Partial<WaitingRequest>;
  const { asked } = (op.request ?? {}) as Partial<WaitingRequest>;
  const lot = lotId ?? newLotId;
  const channel = channelId ?? newChannelId;
  const bound = lot
    ? await db
        .selectFrom('lot')
        .innerJoin('product', 'product.id', 'lot.productId')
        .where('lot.id', '=', lot)
        .select(['product.storeName', 'lot.lotNo'])
        .executeTakeFirst()
    : undefined;
  const into = channel
    ? await db.selectFrom('channel').where('id', '=', channel).select('name').executeTakeFirst()
    : undefined;
  return {
    storeName: bound?.storeName ?? '',
    lotNo: bound?.lotNo ?? '',
    channelName: into?.name ?? '',
    policy,
    includesChildren: Boolean(includeChild ?? asked?.includeChild),
    isForced: Boolean(force),
  };
};

/** The codes an operation did not change, with their causes. */
export const toConflicts = (result: unknown): Conflict[] =>
  ((result ?? {}) as { conflicts?: Conflict[] }).conflicts ?? [];
