import { Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import type { PackLogEntry } from '@zhuiyuan/contract/packing/pack-log';
import { PackAct } from '@zhuiyuan/contract/packing/pack-log';
import { sql } from 'kysely';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { findHolderName } from '../codes/lookup/code-facts.ts';
import type { Custody } from '../codes/state/custody/read-custody.ts';
import { toRange } from '../codes/state/put-spans.ts';
import { clipped, without, type Run } from '../codes/state/ranges.ts';
import type { Db } from '../kit/db/database.ts';
import { notFound } from '../kit/refusal.ts';
import { completeEntries, findEntry, type DoneEntry } from './log-entries.ts';

interface Bound {
  productId: number;
  lotId: number;
}

/** An item of the trail: what held before, piece by piece, and what holds now. */
interface Item<State> extends Run {
  before: Partial<State>[];
  after: Partial<State>;
}

const columns = ['seg', sql<number>`lower(span)`.as('from'), sql<number>`upper(span) - 1`.as('to')] as const;

const notActive = '未启用';
/** Products and lots that are named; of more it is said how many there are. */
const named = 3;

/** What codes were bound to, in words. */
const bindWords = async (db: Db, binds: readonly (Partial<Bound> | undefined)[]): Promise<string> => {
  const lotIds = [...new Set(binds.flatMap((bind) => bind?.lotId ?? []))];
  const lots =
    lotIds.length === 0
      ? []
      : await db
          .selectFrom('lot')
          .innerJoin('product', 'product.id', 'lot.productId')
          .where('lot.id', 'in', lotIds)
          .orderBy('lot.id')
          .select(['product.storeName', 'lot.lotNo'])
          .execute();
  const words = lots.map(({ storeName, lotNo }) => `${storeName} / ${lotNo}`);
  if (binds.some((bind) => bind?.lotId === undefined)) words.push(notActive);
  return words.length > named ? `${words.slice(0, named).join('、')} 等${words.length}种` : words.join('、');
};

/** What a run was bound to before an operation, by the trail of all that bound it or took that back. */
const boundBefore = async (db: Db, firmId: number, run: Run, seq: number): Promise<(Partial<Bound> | undefined)[]> => {
  const items: Item<Bound>[] = (await db
    .selectFrom('codeOpItem')
    .where('firmId', '=', firmId)
    .where('seg', '=', run.seg)
    .where(sql<boolean>`span && ${toRange(run)}`)
    .where('seq', '<', seq)
    .where(sql<boolean>`(after ? 'lotId' or before -> 0 ? 'lotId')`)
    .select([...columns, 'before', 'after'])
    .orderBy('seq', 'desc')
    .limit(1000)
    .execute()) as never;
  const binds: (Partial<Bound> | undefined)[] = [];
  let left: Run[] = [run];
  for (const { after, ...item } of items) {
    const told = clipped([item], left);
    if (told.length > 0) binds.push(after);
    left = without(left, told);
    if (left.length === 0) break;
  }
  return left.length > 0 ? [...binds, undefined] : binds;
};

/** What custody codes had by themselves, in words. */
const custodyWords = async (db: Db, pieces: readonly Partial<Custody>[]): Promise<string> => {
  const held = pieces.filter(({ shipStatus }) => (shipStatus ?? Shipping.none) !== Shipping.none) as Custody[];
  const words = new Set<string>();
  for (const piece of held) {
    const holder = await findHolderName(db, piece);
    words.add(`${Shipping.label(piece.shipStatus)}${holder ? `，${holder}` : ''}`);
  }
  return words.size === 0 ? Shipping.label(Shipping.none) : [...words].join('；');
};

/** What an operation changed of the codes of one of its entries, in words, by its trail alone. */
const readTurn = async (
  db: Db,
  { firmId, opId, seq, seg, from, to, act }: DoneEntry,
  box: string,
): Promise<PackLogEntry['turn']> => {
  const run = { seg, from, to };
  const items: Item<Bound & Custody>[] = (await db
    .selectFrom('codeOpItem')
    .where('firmId', '=', firmId)
    .where('opId', '=', opId)
    .where('seg', '=', seg)
    .where(sql<boolean>`span && ${toRange(run)}`)
    .select([...columns, 'before', 'after'])
    .orderBy('id')
    .execute()) as never;
  const isInto = act === PackAct.into;
  const moves = items.filter(({ after }) => 'shipStatus' in after);
  const binds = items.filter(({ after }) => 'lotId' in after);
  const bound = await bindWords(
    db,
    binds.length > 0
      ? binds.flatMap(({ before }) => (before.length > 0 ? before : [{}]))
      : await boundBefore(db, firmId, run, seq),
  );
  const asItsBox = `随箱 ${box}`;
  return {
    box: isInto ? { before: '未装箱', after: box } : { before: box, after: '未装箱' },
    bound: {
      before: bound,
      after:
        binds.length > 0
          ? await bindWords(
              db,
              binds.map(({ after }) => after),
            )
          : bound,
    },
    custody: isInto
      ? {
          before: await custodyWords(
            db,
            moves.flatMap(({ before }) => before),
          ),
          after: asItsBox,
        }
      : {
          before: asItsBox,
          after: await custodyWords(
            db,
            moves.slice(-1).map(({ after }) => after),
          ),
        },
  };
};

/** One entry of the log: what was done with what it changed, or what was refused. 404 for none of the operator's. */
export const readEntry = async (db: Db, keyring: Keyring, id: number): Promise<PackLogEntry> => {
  const found = await findEntry(db, id);
  if (!found) throw notFound();
  const [row] = await completeEntries(db, keyring, [found]);
  if ('errCode' in found) return { ...row!, errCode: found.errCode, turn: null };
  return { ...row!, errCode: 0, turn: found.act === PackAct.seal ? null : await readTurn(db, found, row!.parentCode) };
};
