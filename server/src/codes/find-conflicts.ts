import { codeRefusals } from '@zhuiyuan/contract/codes/code-refusals';
import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import type { Conflict } from '@zhuiyuan/contract/codes/batch';
import { sql } from 'kysely';
import type { Db } from '../kit/database.ts';
import { refuse } from '../kit/refusal.ts';
import type { Keyring } from './keyring.ts';
import { merged, sizeOf, type Run } from './ranges.ts';

/** Most conflicting runs that an operation may leave out one by one. */
const conflictLimit = 10_000;
/** Conflicts named in an answer. */
export const namedConflicts = 100;

export interface SegmentFacts {
  seg: number;
  firmId: number;
  level: number;
  count: number;
  keyV: string | null;
  state: number;
}

export interface RunConflict extends Run {
  why: RefusalText;
}

/** The segments of some runs, each checked to be the operator's, and the runs to lie inside them. All belong to one firm. */
export const readSegments = async (db: Db, runs: readonly Run[]): Promise<Map<number, SegmentFacts>> => {
  const segs = [...new Set(runs.map((run) => run.seg))];
  const rows =
    segs.length === 0
      ? []
      : await db
          .selectFrom('segment')
          .where('seg', 'in', segs)
          .select(['seg', 'firmId', 'level', 'count', 'keyV', 'state'])
          .execute();
  const bySeg = new Map(rows.map((row) => [row.seg, row]));
  for (const run of runs) {
    const segment = bySeg.get(run.seg);
    if (!segment) throw refuse(codeRefusals.noSuchCode);
    if (run.to > segment.count) throw refuse(codeRefusals.outsideSegment, { n: segment.count });
  }
  if (new Set(rows.map((row) => row.firmId)).size > 1) throw refuse(codeRefusals.noSuchCode);
  return bySeg;
};

interface Found extends Run {
  kind: number;
  productId: number | null;
  lotId: number | null;
  voidKind: number | null;
}

/**
 * What stands against binding runs to a product and lot: void, frozen, or bound elsewhere; and which serials are bound
 * to exactly that already. Reads by range, whatever the size of the runs.
 */
export const findBindConflicts = async (
  db: Db,
  segments: ReadonlyMap<number, SegmentFacts>,
  runs: readonly Run[],
  target: { productId: number; lotId: number | null },
): Promise<{ conflicts: RunConflict[]; same: Run[] }> => {
  const wholeSegment = runs.flatMap((run): RunConflict[] => {
    const state = segments.get(run.seg)?.state;
    return state === 2
      ? [{ ...run, why: codeRefusals.void }]
      : state === 1
        ? [{ ...run, why: codeRefusals.frozen }]
        : [];
  });
  const firmId = segments.values().next().value?.firmId ?? 0;
  const columns = [runs.map((run) => run.seg), runs.map((run) => run.from), runs.map((run) => run.to)];
  const { rows } = await sql<Found>`
    with r as (select * from unnest(${columns[0]}::int[], ${columns[1]}::int8[], ${columns[2]}::int8[]) as r(seg, a, b))
    select s.seg, greatest(lower(s.span), r.a) as "from", least(upper(s.span) - 1, r.b) as "to", s.kind,
      (s.payload ->> 'productId')::int8 as product_id, (s.payload ->> 'lotId')::int8 as lot_id, (s.payload ->> 'voidKind')::int as void_kind
    from r join code_span s on s.seg = r.seg and s.firm_id = ${firmId} and s.kind in (1, 2) and s.span && int8range(r.a, r.b, '[]')
    union all
    select u.seg, u.serial, u.serial, case when u.void_kind in (2, 3) then 2 else 1 end, u.bind_product, u.bind_lot, u.void_kind
    from r join code_unit u on u.seg = r.seg and u.firm_id = ${firmId} and u.serial between r.a and r.b
    where u.bind_product is not null or u.void_kind in (2, 3)
    limit ${conflictLimit + 1}`.execute(db);
  if (rows.length > conflictLimit) throw refuse(codeRefusals.tooManyConflicts);

  const conflicts: RunConflict[] = wholeSegment;
  const same: Run[] = [];
  for (const { seg, from, to, ...found } of rows) {
    const run = { seg, from, to };
    if (found.kind === 2)
      conflicts.push({ ...run, why: found.voidKind === 2 ? codeRefusals.void : codeRefusals.frozen });
    else if (found.productId === target.productId && found.lotId === target.lotId) same.push(run);
    else conflicts.push({ ...run, why: codeRefusals.boundElsewhere });
  }
  return { conflicts, same: merged(same) };
};

/** The first conflicts in the words of the catalogue, each naming its code. */
export const describeConflicts = async (
  keyring: Keyring,
  segments: ReadonlyMap<number, SegmentFacts>,
  conflicts: readonly RunConflict[],
): Promise<Conflict[]> => {
  const named: Conflict[] = [];
  for (const { seg, from, to, why } of conflicts.slice(0, namedConflicts)) {
    const code = await keyring.textOf(segments.get(seg)!, from);
    named.push({ code, seg, serialFrom: from, serialTo: to, errCode: why[0], errMsg: `编码${code}：${why[1]}` });
  }
  return named;
};

/** How many codes each refusal number stands against. */
export const countByError = (
  conflicts: readonly RunConflict[],
  unknown: readonly Conflict[],
): Record<string, number> => {
  const byError: Record<string, number> = {};
  for (const conflict of conflicts) byError[conflict.why[0]] = (byError[conflict.why[0]] ?? 0) + sizeOf([conflict]);
  for (const { errCode } of unknown) byError[errCode] = (byError[errCode] ?? 0) + 1;
  return byError;
};
