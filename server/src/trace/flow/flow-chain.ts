import { Review } from '@zhuiyuan/contract/kit/review';
import { createHash } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { Flow as FlowTable } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { refuse } from '../../kit/refusal.ts';
import { keepSeal } from '../lot/lot-writes.ts';
import { flowRefusals } from '@zhuiyuan/contract/trace/flow/flow-refusals';

/** Hash before the first record of a lot. */
export const noHash = '0'.repeat(64);

/** What an audited record says for good. Whether it is public or void may still change and is no part of it. */
const sealed = [
  'id',
  'firmId',
  'flowTypeId',
  'title',
  'productId',
  'lotId',
  'seg',
  'occurAt',
  'place',
  'lng',
  'lat',
  'operatorName',
  'fieldValues',
  'images',
  'files',
  'remark',
  'opSrc',
  'sourceRow',
  'replacedId',
  'createdBy',
  'createdAt',
] as const;
const columns = [
  ...sealed,
  'audit',
  'voidAt',
  'isDel',
  'auditBy',
  'auditAt',
  'chainNo',
  'hash',
  'prevHash',
  sql<string>`coalesce(span::text, '')`.as('run'),
] as const;

type Sealed = Pick<Selectable<FlowTable>, (typeof sealed)[number]> & { run: string };
interface Seal {
  chainNo: number;
  auditBy: number;
  auditAt: string;
}

/** JSON whose objects have their keys in order, so that equal content has one text. */
const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, ordered(inner)]),
  );
};

const toHash = (row: Sealed, { chainNo, auditBy, auditAt }: Seal, prevHash: string): string => {
  const content = Object.fromEntries(sealed.map((name) => [name, row[name]]));
  const text = JSON.stringify(ordered({ ...content, run: row.run, chainNo, auditBy, auditAt }));
  return createHash('sha256').update(`${prevHash}\n${text}`).digest('hex');
};

/**
 * Passes a waiting record and appends it to the chain of its lot. The lot's row is locked, so that two at the same time
 * follow each other; lock lots in the order of their numbers. Throws 61110 unless the record waits for review.
 */
export const appendToChain = async (
  db: Db,
  id: number,
  lotId: number,
  operatorId: number,
  /** When it was passed, if not now. */
  at?: string,
): Promise<void> => {
  const lot = await db
    .selectFrom('lot')
    .select(['chainCnt', 'chainHash', sql<string>`now()`.as('now')])
    .where('id', '=', lotId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const row = await db.selectFrom('flow').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row || row.isDel === 1 || row.audit !== Review.waiting) throw refuse(flowRefusals.notWaiting);
  const seal: Seal = { chainNo: lot.chainCnt + 1, auditBy: operatorId, auditAt: at ?? lot.now };
  const hash = toHash(row, seal, lot.chainHash);
  await db
    .updateTable('flow')
    .set((flow) => ({
      audit: Review.passed,
      ...seal,
      prevHash: lot.chainHash,
      hash,
      version: flow('version', '+', 1),
      updatedAt: sql`now()`,
    }))
    .where('id', '=', id)
    .execute();
  await keepSeal(db, lotId, { chainCnt: seal.chainNo, chainHash: hash });
};

export interface ChainCheck {
  ok: boolean;
  count: number;
  /** The first record that does not fit; null where the chain is whole, or its end is gone. */
  firstBroken: number | null;
}

/** Works the chain of a lot out again from its records and holds it against what was kept. */
export const verifyChain = async (db: Db, lotId: number): Promise<ChainCheck | undefined> => {
  const lot = await db.selectFrom('lot').select(['chainCnt', 'chainHash']).where('id', '=', lotId).executeTakeFirst();
  if (!lot) return undefined;
  const rows = await db
    .selectFrom('flow')
    .select(columns)
    .where('lotId', '=', lotId)
    .where('chainNo', 'is not', null)
    .orderBy('chainNo')
    .execute();
  let prevHash = noHash;
  for (const [at, row] of rows.entries()) {
    const seal = { chainNo: at + 1, auditBy: row.auditBy ?? 0, auditAt: row.auditAt ?? '' };
    if (row.chainNo !== at + 1 || row.prevHash !== prevHash || row.hash !== toHash(row, seal, prevHash))
      return { ok: false, count: rows.length, firstBroken: row.id };
    prevHash = row.hash;
  }
  return { ok: rows.length === lot.chainCnt && prevHash === lot.chainHash, count: rows.length, firstBroken: null };
};
