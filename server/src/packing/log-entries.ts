import { LogResult } from '@zhuiyuan/contract/kit/log-result';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { PackAct, type packLogApi, type PackLogRow } from '@zhuiyuan/contract/packing/pack-log';
import { sql } from 'kysely';
import type { Keyring } from '../codes/cipher/keyring.ts';
import type { Db } from '../kit/db/database.ts';
import { at, by, eq, matchingBy, within, type Matching } from '../kit/db/filtered.ts';
import { sourceOf, type Source } from '../kit/db/paging.ts';
import { firmName } from '../kit/db/selectors.ts';
import type { Place } from '../codes/state/parent-places.ts';
import { findNamed, isBad } from './named-codes.ts';

/** What the log is asked by. */
export type LogFilters = Omit<InputOf<typeof packLogApi.export>, 'columns'>;

/** What all entries are asked by. */
type Common = Pick<LogFilters, 'ids' | 'firmId' | 'act' | 'opSrc' | 'operatorId' | 'dateLimit'>;

const into = sql<boolean>`code_op_item.after ? 'parentSeg'`;
const outOf = sql<boolean>`code_op_item.before -> 0 ? 'parentSeg'`;
const sealed = sql<boolean>`code_op_item.after ? 'boxState'`;

const segOfBox = sql<number>`coalesce((code_op_item.after ->> 'parentSeg')::int, (code_op_item.before -> 0 ->> 'parentSeg')::int, code_op_item.seg)`;
const serialOfBox = sql<number>`coalesce((code_op_item.after ->> 'parentSerial')::bigint, (code_op_item.before -> 0 ->> 'parentSerial')::bigint, lower(code_op_item.span))`;

const matchingDone: Matching<'codeOpItem', Common & { place?: Place }> = matchingBy(
  'codeOpItem',
  (db) =>
    db
      .selectFrom('codeOpItem')
      .where(
        sql<boolean>`(code_op_item.after ? 'parentSeg' or code_op_item.before -> 0 ? 'parentSeg' or code_op_item.after ? 'boxState')`,
      ),
  {
    ids: by(
      (ids: number[]) => [ids],
      (_row, ids) => sql<boolean>`code_op_item.id = any(${ids}::bigint[])`,
    ),
    firmId: eq,
    act: (act) => (act === PackAct.into ? into : act === PackAct.seal ? sealed : outOf),
    place: by(
      ({ seg, serial }: Place) => [seg, serial],
      (_row, seg, serial) => sql<boolean>`(code_op_item.seg = ${seg} and code_op_item.span @> ${serial}::int8
        or code_op_item.after ? 'parentSeg' and (code_op_item.after ->> 'parentSeg')::int = ${seg} and (code_op_item.after ->> 'parentSerial')::bigint = ${serial}
        or code_op_item.before -> 0 ? 'parentSeg' and (code_op_item.before -> 0 ->> 'parentSeg')::int = ${seg} and (code_op_item.before -> 0 ->> 'parentSerial')::bigint = ${serial})`,
    ),
    opSrc: by(
      (opSrc: number) => [opSrc],
      (row, opSrc) =>
        row('codeOpItem.opId', 'in', row.selectFrom('codeOp').select('codeOp.id').where('codeOp.opSrc', '=', opSrc)),
    ),
    operatorId: by(
      (operatorId: number) => [operatorId],
      (row, operatorId) =>
        row(
          'codeOpItem.opId',
          'in',
          row.selectFrom('codeOp').select('codeOp.id').where('codeOp.operatorId', '=', operatorId),
        ),
    ),
    dateLimit: at(within, 'at'),
  },
);

/** What went into boxes and came out of them, and boxes that were sealed, the latest first. */
const asDone = (query: ReturnType<typeof matchingDone>) =>
  query
    .innerJoin('codeOp as op', 'op.id', 'codeOpItem.opId')
    .innerJoin('segment', 'segment.seg', 'codeOpItem.seg')
    .innerJoin('segment as boxSegment', (join) => join.on('boxSegment.seg', '=', segOfBox))
    .leftJoin('admin', 'admin.id', 'op.operatorId')
    .select([
      'codeOpItem.id',
      'codeOpItem.firmId',
      firmName('codeOpItem'),
      'codeOpItem.at',
      sql<string>`code_op_item.at::text`.as('exactTime'),
      'codeOpItem.seq',
      'codeOpItem.seg',
      'segment.keyV',
      sql<number>`lower(code_op_item.span)`.as('from'),
      sql<number>`upper(code_op_item.span) - 1`.as('to'),
      sql<number>`case when code_op_item.after ? 'parentSeg' then ${sql.lit(PackAct.into)} when code_op_item.after ? 'boxState' then ${sql.lit(PackAct.seal)} else ${sql.lit(PackAct.outOf)} end`.as(
        'act',
      ),
      segOfBox.as('boxSeg'),
      serialOfBox.as('boxSerial'),
      'boxSegment.keyV as boxKey',
      sql<boolean>`op.params ? 'isLate'`.as('isLate'),
      sql<string>`coalesce(code_op_item.occurred_at, code_op_item.at)`.as('occurredAt'),
      'op.id as opId',
      'op.opNo',
      'op.opSrc',
      'op.reason',
      sql<string>`coalesce(admin.real_name, '')`.as('operatorName'),
    ])
    .orderBy('codeOpItem.at', 'desc')
    .orderBy('codeOpItem.id', 'desc');

const matchingRefused: Matching<'packRefusal', Common & { texts?: string[] }> = matchingBy(
  'packRefusal',
  (db) => db.selectFrom('packRefusal'),
  {
    ids: by(
      (ids: number[]) => [ids],
      (_row, ids) => sql<boolean>`pack_refusal.id = any(${ids}::bigint[])`,
    ),
    firmId: eq,
    act: eq,
    texts: by(
      (texts: string[]) => [texts],
      (_row, texts) =>
        sql<boolean>`(pack_refusal.box_text = any(${texts}::text[]) or pack_refusal.code_text = any(${texts}::text[]))`,
    ),
    opSrc: eq,
    operatorId: eq,
    dateLimit: at(within, 'at'),
  },
);

/** What was refused, the latest first. */
const asRefused = (query: ReturnType<typeof matchingRefused>) =>
  query
    .leftJoin('admin', 'admin.id', 'packRefusal.operatorId')
    .select([
      'packRefusal.id',
      'packRefusal.firmId',
      firmName('packRefusal'),
      'packRefusal.at',
      sql<string>`pack_refusal.at::text`.as('exactTime'),
      'packRefusal.act',
      'packRefusal.boxText',
      'packRefusal.codeText',
      'packRefusal.errCode',
      'packRefusal.errMsg',
      'packRefusal.isLate',
      sql<string>`coalesce(pack_refusal.occurred_at, pack_refusal.at)`.as('occurredAt'),
      'packRefusal.opSrc',
      'packRefusal.reason',
      sql<string>`coalesce(admin.real_name, '')`.as('operatorName'),
    ])
    .orderBy('packRefusal.at', 'desc')
    .orderBy('packRefusal.id', 'desc');

/** What an operation did, as its query finds it. */
export type DoneEntry = Awaited<ReturnType<ReturnType<typeof asDone>['execute']>>[number];
type Refused = Awaited<ReturnType<ReturnType<typeof asRefused>['execute']>>[number];
/** An entry as its query finds it. */
export type FoundEntry = DoneEntry | Refused;

/** Times are compared as they are written: those of one database and zone sort as they are. */
const laterFirst = (a: FoundEntry, b: FoundEntry): number =>
  a.exactTime === b.exactTime ? b.id - a.id : a.exactTime < b.exactTime ? 1 : -1;

const isDone = (entry: FoundEntry): entry is DoneEntry => 'opId' in entry;

/** A code as the trail knows it, and as refusals name it: as it is printed, and as it was typed. */
const readCode = async (db: Db, keyring: Keyring, typed: string): Promise<{ place: Place; texts: string[] }> => {
  const [named] = await findNamed(db, keyring, [typed]);
  if (isBad(named!)) return { place: { seg: 0, serial: 0 }, texts: [named.code] };
  const [printed] = await keyring.readTexts(db, [named!]);
  return { place: named!, texts: [named!.code, printed!] };
};

/** What was done and what was refused of what filters ask for; nothing where they leave no entry of the kind. */
const matchingEntries = async (db: Db, keyring: Keyring, { code, result, ...filters }: LogFilters) => {
  const named = code ? await readCode(db, keyring, code) : undefined;
  const asksDone = result !== LogResult.failed && filters.act !== PackAct.replace;
  const asksRefused = result !== LogResult.done;
  return {
    done: asksDone ? matchingDone(db, { ...filters, place: named?.place }) : undefined,
    refused: asksRefused ? matchingRefused(db, { ...filters, texts: named?.texts }) : undefined,
  };
};

/** The tables that a page of what filters ask for is read from. */
export const entrySources = async (db: Db, keyring: Keyring, filters: LogFilters): Promise<Source<FoundEntry>[]> => {
  const { done, refused } = await matchingEntries(db, keyring, filters);
  return [...(done ? [sourceOf(done, asDone)] : []), ...(refused ? [sourceOf(refused, asRefused)] : [])];
};

/** At most `limit` entries, the latest first, those behind one of them when it is given. */
export const findEntriesBehind = async (
  db: Db,
  keyring: Keyring,
  filters: LogFilters,
  after: FoundEntry | undefined,
  limit: number,
): Promise<FoundEntry[]> => {
  const { done, refused } = await matchingEntries(db, keyring, filters);
  const isBehind = (time: string, id: string) =>
    sql<boolean>`(${sql.ref(time)}, ${sql.ref(id)}) < (${after!.exactTime}::timestamptz, ${after!.id})`;
  const found: FoundEntry[][] = await Promise.all([
    done
      ? asDone(after ? done.where(isBehind('codeOpItem.at', 'codeOpItem.id')) : done)
          .limit(limit)
          .execute()
      : [],
    refused
      ? asRefused(after ? refused.where(isBehind('packRefusal.at', 'packRefusal.id')) : refused)
          .limit(limit)
          .execute()
      : [],
  ]);
  return found.flat().sort(laterFirst).slice(0, limit);
};

/** The entry of a number. */
export const findEntry = async (db: Db, id: number): Promise<FoundEntry | undefined> =>
  (await asDone(matchingDone(db, { ids: [id] })).executeTakeFirst()) ??
  (await asRefused(matchingRefused(db, { ids: [id] })).executeTakeFirst());

/** Adds the codes to entries as their queries find them. */
export const completeEntries = async (
  db: Db,
  keyring: Keyring,
  found: readonly FoundEntry[],
): Promise<PackLogRow[]> => {
  const texts = await keyring.readTexts(
    db,
    found.filter(isDone).flatMap(({ seg, keyV, from, to, boxSeg, boxKey, boxSerial }) => [
      { seg: boxSeg, keyV: boxKey, serial: boxSerial },
      { seg, keyV, serial: from },
      { seg, keyV, serial: to },
    ]),
  );
  let read = 0;
  return found.map((entry) => {
    if (!isDone(entry)) {
      const { boxText: parentCode, codeText: childText, ...row } = entry;
      const childCnt = childText === '' ? 0 : 1;
      return { ...row, parentCode, childText, childCnt, result: LogResult.failed, opId: null, opNo: '' } as PackLogRow;
    }
    const [parentCode, first, last] = texts.slice(read, (read += 3)) as [string, string, string];
    const { from, to } = entry;
    const isSeal = entry.act === PackAct.seal;
    return {
      ...entry,
      parentCode,
      childText: isSeal ? '' : from === to ? first : `${first}~${last}`,
      childCnt: isSeal ? 0 : to - from + 1,
      result: LogResult.done,
      errMsg: '',
    } as PackLogRow;
  });
};
