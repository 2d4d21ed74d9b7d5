import { readCodeInput } from '@zhuiyuan/contract/codes/cipher/code-input';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { SignMode } from '@zhuiyuan/contract/movement/sign/sign';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { absent, type ImportContext, type Importer, type NumberedRow, type Outcome } from '../../jobs/importer.ts';
import { findNamed, isBad, type BadCode } from '../../packing/named-codes.ts';
import type { Db } from '../../kit/db/database.ts';
import { Refusal } from '../../kit/refusal.ts';
import { lockDocs } from '../document/lock-docs.ts';
import { signDeliver } from './sign-deliver.ts';
import { apart } from '../begin-again.ts';

const Line = z.object({
  deliverNo: z.string().max(24, '发货单号不能超过24个字符'),
  code: z.string().max(512, '编码过长').optional(),
});
type Line = z.output<typeof Line>;
type Rows = readonly NumberedRow<Line>[];
type Outcomes = Map<number, Outcome | Refusal>;

/** Rows in one transaction. */
const rowsAtOnce = 500;
/** What stands with a document of which more is still to be signed for. */
const remark = '文件签收';

const numberOf = ({ deliverNo }: Line): string => deliverNo.trim().toUpperCase();

interface Document {
  id: number;
  firmId: number;
  status: number;
}

const findDocuments = async (db: Db, firmId: number, rows: Rows): Promise<Map<string, Document>> => {
  const numbers = [...new Set(rows.map(({ row }) => numberOf(row)))];
  const found = await db
    .selectFrom('deliver')
    .where('firmId', '=', firmId)
    .where('deliverNo', 'in', numbers)
    .select(['id', 'firmId', 'deliverNo', 'status'])
    .execute();
  return new Map(found.map(({ deliverNo, ...document }) => [deliverNo, document]));
};

/** Which codes are signed for by this document already. */
const signedBefore = async (db: Db, keyring: Keyring, { id, firmId }: Document, texts: readonly string[]) => {
  const named = (await findNamed(db, keyring, texts)).map((one) => (isBad(one) ? undefined : one));
  const { rows } = await sql<{ seg: number; serial: number }>`
    select place.seg, place.serial
    from unnest(${named.map((one) => one?.seg ?? 0)}::int[], ${named.map((one) => one?.serial ?? 0)}::bigint[]) place(seg, serial)
    where exists (select from deliver_line line where line.firm_id = ${firmId} and line.deliver_id = ${id} and line.seg = place.seg
      and line.span @> place.serial and line.status = ${sql.lit(DeliverStatus.signed)})`.execute(db);
  const signed = new Set(rows.map(({ seg, serial }) => `${seg} ${serial}`));
  return named.map((one) => one !== undefined && signed.has(`${one.seg} ${one.serial}`));
};

const sign = (
  { db, operator }: ImportContext<object>,
  keyring: Keyring,
  id: number,
  chosen: { mode: typeof SignMode.all } | { mode: typeof SignMode.codes; codes: string[] },
) =>
  signDeliver(
    db,
    keyring,
    { operatorId: operator.id, opSrc: OpSource.task },
    { id, codes: [], lineIds: [], extra: [], diffs: [], ...chosen, remark },
  );

/** Signs for scanned codes of a document; a wrong one keeps back itself alone. */
const signCodes = async (
  context: ImportContext<object>,
  keyring: Keyring,
  document: Document,
  rows: Rows,
  outcomes: Outcomes,
): Promise<void> => {
  const texts = rows.map(({ row }) => row.code!);
  const before = await signedBefore(context.db, keyring, document, texts);
  for (const [at, { rowNo }] of rows.entries()) if (before[at]) outcomes.set(rowNo, 'skip');
  let left = rows.filter(({ rowNo }) => !outcomes.has(rowNo));
  while (left.length > 0) {
    try {
      const codes = left.map(({ row }) => row.code!);
      await apart(context.db, async () => {
        await sign(context, keyring, document.id, { mode: SignMode.codes, codes });
      });
      for (const { rowNo } of left) outcomes.set(rowNo, 'done');
      return;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const bad = new Map(
        ((error.data as { rows?: BadCode[] } | null)?.rows ?? []).map((row) => [row.code, row] as const),
      );
      for (const { rowNo, row } of left) {
        const why = bad.get(readCodeInput(row.code!).code);
        if (why) outcomes.set(rowNo, new Refusal(why.errCode, why.errMsg, { fields: [{ field: 'code' }] }));
      }
      const rest = left.filter(({ rowNo }) => !outcomes.has(rowNo));
      // Nothing of it is about a code: it stands against all of them.
      if (rest.length === left.length) for (const { rowNo } of rest) outcomes.set(rowNo, error);
      left = rest.filter(({ rowNo }) => !outcomes.has(rowNo));
    }
  }
};

/** Signs for what is left of a document. */
const signWhole = async (
  context: ImportContext<object>,
  keyring: Keyring,
  document: Document,
  rows: Rows,
  outcomes: Outcomes,
): Promise<void> => {
  for (const { rowNo } of rows) outcomes.set(rowNo, 'skip');
  if (document.status === DeliverStatus.signed) return;
  try {
    await apart(context.db, async () => {
      const { signed } = await sign(context, keyring, document.id, { mode: SignMode.all });
      if (signed > 0) outcomes.set(rows[0]!.rowNo, 'done');
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    for (const { rowNo } of rows) outcomes.set(rowNo, error);
  }
};

/** 签收 by a file: codes of documents, or whole documents where no code stands beside their number. */
export const signImporter = (keyring: Keyring): Importer<Line> => ({
  biz: 'sign',
  may: 'admin:identity:deliver:sign',
  columns: [
    { title: '发货单号', key: 'deliverNo', isRequired: true, width: 22, example: 'FH20261120-0041' },
    { title: '编码', key: 'code', width: 28, example: '不填则整单签收' },
  ],
  row: Line,
  unique: { column: 'code', of: (row) => `${numberOf(row)} ${readCodeInput(row.code ?? '').code}` },
  together: {
    batchSize: rowsAtOnce,
    async apply(context, rows) {
      const documents = await findDocuments(context.db, context.firmId, rows);
      await lockDocs(
        context.db,
        [...documents.values()].map(({ id }) => id),
      );
      const outcomes: Outcomes = new Map();
      for (const deliverNo of new Set(rows.map(({ row }) => numberOf(row)))) {
        const own = rows.filter(({ row }) => numberOf(row) === deliverNo);
        const document = documents.get(deliverNo);
        if (!document) {
          for (const { rowNo } of own) outcomes.set(rowNo, absent('deliverNo', deliverNo));
          continue;
        }
        const withCode = own.filter(({ row }) => row.code);
        const whole = own.filter(({ row }) => !row.code);
        if (withCode.length > 0) await signCodes(context, keyring, document, withCode, outcomes);
        if (whole.length > 0) await signWhole(context, keyring, document, whole, outcomes);
      }
      return rows.map(({ rowNo }) => outcomes.get(rowNo)!);
    },
  },
});
