import { readCodeInput } from '@zhuiyuan/contract/codes/cipher/code-input';
import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { BizType, DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { DeliverHead } from '@zhuiyuan/contract/movement/ship/ship-draft';
import { z } from 'zod';
import { createHash, randomUUID } from 'node:crypto';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { lockRuns } from '../../codes/ops/lock-runs.ts';
import {
  absent,
  type ImportColumn,
  type ImportContext,
  type Importer,
  type NumberedRow,
  type Outcome,
} from '../../jobs/importer.ts';
import { Refusal } from '../../kit/refusal.ts';
import { choiceCell, textCell } from '../../kit/sheets/cells.ts';
import { lockDocs } from '../document/lock-docs.ts';
import { apart } from '../begin-again.ts';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { readLines } from './judge/read-lines.ts';
import { checkMayShip } from './ship-calls.ts';
import { shipGoods } from './ship-goods.ts';
import { shippedBefore } from './shipped-before.ts';
import { plainNumber } from '@zhuiyuan/contract/kit/typed';

interface OfFile {
  firmId: number;
  taskId: number;
  /** What the rows of one document have in common. */
  key: string;
}

/** The key of the operation that makes a document of a file. */
const firstKey = ({ taskId, key }: OfFile): string =>
  `import ${taskId} ${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;

const Done = z.object({ doc: z.object({ id: z.number() }) });

const findFirst = async (db: Db, of: OfFile): Promise<number | undefined> => {
  const op = await db
    .selectFrom('codeOp')
    .where('firmId', '=', of.firmId)
    .where('opSrc', '=', OpSource.task)
    .where('idemKey', '=', firstKey(of))
    .select('result')
    .executeTakeFirst();
  return op && Done.parse(op.result).doc.id;
};

/** The document that earlier rows of a file made and that later ones go into, while nothing of it is signed or cancelled. */
const findAppendable = async (db: Db, of: OfFile): Promise<number | undefined> => {
  const id = await findFirst(db, of);
  if (id === undefined) return undefined;
  const open = await db
    .selectFrom('deliver')
    .where('id', '=', id)
    .where('status', '=', DeliverStatus.shipped)
    .where('signQty', '=', 0)
    .select('id')
    .executeTakeFirst();
  return open?.id;
};

/**
 * The key of the operation that ships the next rows of a file: the first one makes the document. Later ones only need one of their
 * own, for the cursor of the file moves with them.
 */
const shippingKey = async (db: Db, of: OfFile): Promise<string> =>
  (await findFirst(db, of)) === undefined ? firstKey(of) : `${firstKey(of)} ${randomUUID().slice(0, 8)}`;

interface Receiver {
  kind: number;
  id: number;
}

/** The dealer or shop of the firm that a row of a file names by his number. */
const requireReceiver = async (
  db: Db,
  firmId: number,
  { kind, no }: { kind: number; no: string },
): Promise<Receiver> => {
  const found =
    kind === Holder.agent
      ? await live(db, 'agent').where('firmId', '=', firmId).where('agentNo', '=', no).select('id').executeTakeFirst()
      : await live(db, 'shop').where('firmId', '=', firmId).where('shopNo', '=', no).select('id').executeTakeFirst();
  if (!found) throw absent('toNo', no);
  return { kind, id: found.id };
};

const codeCell = z.string().max(512, '编码过长').optional();
const receiverKinds = Holder.options.filter(({ value }) => value !== Holder.firm);

const cells = {
  toKind: choiceCell('收货方类型', receiverKinds),
  toNo: z.string().overwrite(plainNumber).max(20, '收货方编号不能超过20个字符').optional(),
  code: codeCell,
  firstCode: codeCell,
  lastCode: codeCell,
  extNo: textCell('外部单号', 40),
  logisticsName: textCell('物流公司', 30),
  logisticsNo: textCell('物流单号', 40, plainNumber),
  remark: textCell('备注', 200),
};

const Line = z
  .object(cells)
  .refine(({ code, firstCode, lastCode }) => (code ? !firstCode && !lastCode : Boolean(firstCode && lastCode)), {
    path: ['code'],
    message: '请填写编码，或起始编码和结束编码',
  });
type Line = z.output<typeof Line>;

/** With a head everything goes to its receiver by one document, and the file names codes alone. */
const Params = z.object({ head: DeliverHead.optional() });
type Params = z.output<typeof Params>;

const codeColumns: ImportColumn[] = [
  { title: '编码', key: 'code', width: 28, example: '编码，或填起始编码和结束编码' },
  { title: '起始编码', key: 'firstCode', width: 28 },
  { title: '结束编码', key: 'lastCode', width: 28 },
];
const columns: ImportColumn[] = [
  { title: '收货方类型', key: 'toKind', isRequired: true, example: '经销商' },
  { title: '收货方编号', key: 'toNo', isRequired: true, width: 18, example: 'A000127' },
  ...codeColumns,
  { title: '外部单号', key: 'extNo', width: 22, example: '同一收货方同一单号为一张发货单' },
  { title: '物流公司', key: 'logisticsName', width: 18 },
  { title: '物流单号', key: 'logisticsNo', width: 22 },
  { title: '备注', key: 'remark', width: 24 },
];

/** Rows in one transaction. */
const rowsAtOnce = 500;

const toLine = ({ code, firstCode, lastCode }: Line) =>
  code ? { code, cut: [] } : { code: firstCode!, lastCode: lastCode!, cut: [] };

/** Rows of one receiver and external number: one document. */
interface Group {
  key: string;
  rows: NumberedRow<Line>[];
}

const byDocument = (rows: readonly NumberedRow<Line>[]): Group[] => {
  const groups = new Map<string, NumberedRow<Line>[]>();
  for (const one of rows) {
    const key = JSON.stringify([one.row.toKind, one.row.toNo, one.row.extNo]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups].map(([key, own]) => ({ key, rows: own }));
};

type Outcomes = Map<number, Outcome | Refusal>;

/** What stands against a row, said of its code. */
const ofCode = (code: number, message: string): Refusal => new Refusal(code, message, { fields: [{ field: 'code' }] });

/** Ships what of a group is not where it should be yet; what stands against a row keeps back that row alone. */
const shipGroup = async (
  context: ImportContext<Params>,
  keyring: Keyring,
  receiver: Receiver,
  { key, rows }: Group,
  outcomes: Outcomes,
): Promise<void> => {
  const { db, firmId, operator, params, taskId } = context;
  const [{ row: first }] = rows as [NumberedRow<Line>];
  const { firmId: _firm, ...given } = params.head ?? { firmId: undefined };
  const head = DeliverHead.parse({
    bizType: BizType.ship,
    ...given,
    toKind: receiver.kind,
    toId: receiver.id,
    ...(params.head ? {} : { extNo: first.extNo }),
    ...(first.logisticsName ? { logisticsName: first.logisticsName } : {}),
    ...(first.logisticsNo ? { logisticsNo: first.logisticsNo } : {}),
    ...(first.remark ? { remark: first.remark } : {}),
  });
  checkMayShip(operator, head.bizType, []);
  const before = await shippedBefore(
    db,
    keyring,
    { firmId, toKind: head.toKind, toId: head.toId, extNo: head.extNo },
    rows.map(({ row }) => toLine(row)),
  );
  const left = rows.filter((_row, at) => !before[at]);
  for (const [at, { rowNo }] of rows.entries()) if (before[at]) outcomes.set(rowNo, 'skip');
  if (left.length === 0) return;
  const former = head.extNo === '' ? await findAppendable(db, { firmId, taskId, key }) : undefined;
  const { bad } = await shipGoods(
    db,
    keyring,
    { operatorId: operator.id, opSrc: OpSource.task },
    {
      firmId,
      ...(former === undefined ? { head } : { deliverId: former }),
      lines: left.map(({ row }) => toLine(row)),
      onBad: 'leave',
      appendsByExtNo: true,
      idemKey: await shippingKey(db, { firmId, taskId, key }),
    },
  );
  for (const { rowNo } of left) outcomes.set(rowNo, 'done');
  for (const { at, errCode, errMsg } of bad) outcomes.set(left[at]!.rowNo, ofCode(errCode, errMsg));
};

/** What a refused shipment says of its rows: of each by its place, else of all. */
const spread = (refusal: Refusal, rows: readonly NumberedRow<Line>[], outcomes: Outcomes): void => {
  const open = rows.filter(({ rowNo }) => !outcomes.has(rowNo));
  const named = (refusal.data as { rows?: { at?: number; errCode: number; errMsg: string }[] } | null)?.rows ?? [];
  for (const { at, errCode, errMsg } of named)
    if (at !== undefined && open[at]) outcomes.set(open[at].rowNo, ofCode(errCode, errMsg));
  for (const { rowNo } of open) if (!outcomes.has(rowNo)) outcomes.set(rowNo, refusal);
};

/** Several documents in one transaction: what all of them need is locked at first, in the one order. */
const lockAll = async (
  { db, firmId, taskId }: ImportContext<Params>,
  keyring: Keyring,
  groups: readonly Group[],
): Promise<void> => {
  const known: number[] = [];
  for (const { key } of groups) {
    const id = await findAppendable(db, { firmId, taskId, key });
    if (id !== undefined) known.push(id);
  }
  await lockDocs(db, known);
  const { lines } = await readLines(
    db,
    keyring,
    firmId,
    groups.flatMap(({ rows }) => rows.map(({ row }) => toLine(row))),
  );
  await lockRuns(
    db,
    firmId,
    lines.flatMap(({ runs }) => runs),
  );
};

/** 批量发货 by a file: the rows of one receiver and external number are one document, which grows with every step of the run. */
export const deliverImporter = (keyring: Keyring): Importer<Line, Params> => ({
  biz: 'deliver',
  may: 'admin:identity:deliver:batch',
  // oxlint-disable-next-line typescript/require-await -- other importers look their columns up
  columns: async (_db, { head }) => (head ? codeColumns : columns),
  row: Line,
  params: Params,
  unique: {
    column: 'code',
    of: ({ code, firstCode, lastCode }) =>
      code
        ? readCodeInput(code).code
        : `${readCodeInput(firstCode ?? '').code}\u0000${readCodeInput(lastCode ?? '').code}`,
  },
  together: {
    batchSize: rowsAtOnce,
    async apply(context, rows) {
      const { db, firmId, params } = context;
      const groups = byDocument(rows);
      if (groups.length > 1) await lockAll(context, keyring, groups);
      const outcomes: Outcomes = new Map();
      for (const group of groups) {
        try {
          await apart(db, async () => {
            const { toKind, toNo } = group.rows[0]!.row;
            const receiver = params.head
              ? { kind: params.head.toKind, id: params.head.toId }
              : await requireReceiver(db, firmId, { kind: toKind!, no: toNo! });
            await shipGroup(context, keyring, receiver, group, outcomes);
          });
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          spread(error, group.rows, outcomes);
        }
      }
      return rows.map(({ rowNo }) => outcomes.get(rowNo)!);
    },
  },
});
