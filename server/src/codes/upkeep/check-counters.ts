import { SegmentState } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../../kit/db/database.ts';
import { ask } from '../../kit/db/events.ts';
import { eachByItself } from '../../kit/jobs/each-by-itself.ts';
import { Refusal } from '../../kit/refusal.ts';
import { StopKind } from '../state/code-states.ts';
import { heldItems, stockOf } from '../state/custody/held-items.ts';
import { readBinds, readStops, runsOfLot } from '../state/pieces.ts';
import { countCodes, cutOut, type Run } from '../state/ranges.ts';
import type { Difference } from './days-checking.ts';

interface Segment {
  seg: number;
  firmId: number;
}

const differing = (what: string, id: string | number, kept: number, counted: number): Difference[] =>
  kept === counted ? [] : [{ what, id: String(id), kept, counted }];

const voidOf = async (db: Db, firmId: number, runs: readonly Run[]): Promise<Run[]> => {
  const stops = (await readStops(db, firmId, runs)).filter(({ voidKind }) => voidKind === StopKind.void);
  const segs = [...new Set(runs.map(({ seg }) => seg))];
  if (segs.length === 0) return [];
  const whole = await db
    .selectFrom('segment')
    .where('seg', 'in', segs)
    .where('state', '=', SegmentState.void)
    .select('seg')
    .execute();
  const gone = new Set(whole.map(({ seg }) => seg));
  return [
    ...runs.filter(({ seg }) => gone.has(seg)),
    ...cutOut(
      stops,
      runs.filter(({ seg }) => gone.has(seg)),
    ),
  ];
};

/** Activated and void codes of a segment. One that was voided before its codes were issued counts none. */
const checkSegment = async (db: Db, { seg, firmId }: Segment): Promise<Difference[]> => {
  const kept = await db
    .selectFrom('segment')
    .where('seg', '=', seg)
    .select(['count', 'state', 'activeCnt', 'voidCnt'])
    .executeTakeFirstOrThrow();
  if (kept.state === SegmentState.void && kept.voidCnt === 0) return [];
  const runs = [{ seg, from: 1, to: kept.count }];
  return [
    ...differing('segment.active_cnt', seg, kept.activeCnt, countCodes(await readBinds(db, firmId, runs))),
    ...differing('segment.void_cnt', seg, kept.voidCnt, countCodes(await voidOf(db, firmId, runs))),
  ];
};

/** Activated and void codes of a lot, and what of its items each holder is being sent and has. */
const checkLot = async (db: Db, lot: { id: number; firmId: number }): Promise<Difference[]> => {
  const kept = await db
    .selectFrom('lot')
    .where('id', '=', lot.id)
    .select(['productId', 'activeCnt', 'voidCnt'])
    .executeTakeFirstOrThrow();
  const runs = await runsOfLot(db, lot);
  const gone = await voidOf(db, lot.firmId, runs);
  const alive = cutOut(runs, gone).map((run) => ({ ...run, productId: kept.productId, lotId: lot.id }));
  const counted = new Map<string, { transit: number; hand: number }>();
  for (const { holderKind, holderId, transit = 0, hand = 0 } of stockOf(
    await heldItems(db, lot.firmId, alive),
    alive,
    1,
  )) {
    const key = `${holderKind} ${holderId}`;
    const sum = counted.get(key) ?? { transit: 0, hand: 0 };
    counted.set(key, { transit: sum.transit + transit, hand: sum.hand + hand });
  }
  const stock = await db
    .selectFrom('stock')
    .where('firmId', '=', lot.firmId)
    .where('lotId', '=', lot.id)
    .select(['holderKind', 'holderId', 'transitQty', 'handQty'])
    .execute();
  const rows = new Map(stock.map((row) => [`${row.holderKind} ${row.holderId}`, row]));
  return [
    ...differing('lot.active_cnt', lot.id, kept.activeCnt, countCodes(runs)),
    ...differing('lot.void_cnt', lot.id, kept.voidCnt, countCodes(gone)),
    ...[...new Set([...counted.keys(), ...rows.keys()])].sort().flatMap((key) => {
      const [row, sum] = [rows.get(key), counted.get(key)];
      return [
        ...differing('stock.transit_qty', `${key} ${lot.id}`, row?.transitQty ?? 0, sum?.transit ?? 0),
        ...differing('stock.hand_qty', `${key} ${lot.id}`, row?.handQty ?? 0, sum?.hand ?? 0),
      ];
    }),
  ];
};

/** Lots that codes of a segment are bound to. */
const lotsOf = async (db: Db, { seg, firmId }: Segment): Promise<number[]> => {
  const { count } = await db.selectFrom('segment').where('seg', '=', seg).select('count').executeTakeFirstOrThrow();
  const binds = await readBinds(db, firmId, [{ seg, from: 1, to: count }]);
  return [...new Set(binds.map(({ lotId }) => lotId))];
};

/** Operations commit codes and counters together, so one look at both finds them agreeing. */
const atOnce = <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((transaction) => work(transaction as Db));

/** The products of some lots, whose numbers are the sums of their lots'. */
const checkProducts = async (db: Db, lotIds: readonly number[]): Promise<Difference[]> => {
  const { rows } = await sql<{ id: number; kept: number; counted: number }>`
    select p.id, p.active_cnt as kept, sum(l.active_cnt)::int8 as counted from product p join lot l on l.firm_id = p.firm_id and l.product_id = p.id
    where p.firm_id is not null and p.id in (select product_id from lot where firm_id is not null and id = any(${lotIds}::int8[]))
    group by p.id order by p.id`.execute(db);
  return rows.flatMap(({ id, kept, counted }) => differing('product.active_cnt', id, kept, counted));
};

/**
 * Counts anew what is kept of some segments, of the lots and products of their codes, of who has those, and of the last days of their
 * firms. What consists of too many pieces to be counted is named as skipped; what cannot be looked at is logged.
 */
export const checkCounters = async (
  db: Db,
  segments: readonly Segment[],
  { log, signal }: { log: Pick<Logger, 'error'>; signal?: AbortSignal },
): Promise<{ differences: Difference[]; skipped: string[] }> => {
  const [differences, skipped]: [Difference[], string[]] = [[], []];
  const look = async (what: string, work: (at: Db) => Promise<Difference[]>): Promise<void> => {
    try {
      differences.push(...(await atOnce(db, work)));
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== codeRefusals.scattered[0]) throw error;
      skipped.push(what);
    }
  };
  const lots = new Map<number, number>();
  const lookAtSegment = (segment: Segment) =>
    look(`segment ${segment.seg}`, async (at) => {
      for (const lotId of await lotsOf(at, segment)) lots.set(lotId, segment.firmId);
      return checkSegment(at, segment);
    });
  await eachByItself(segments, lookAtSegment, { log, signal, toName: (segment) => segment });
  const lookAtLot = ([id, firmId]: [number, number]) => look(`lot ${id}`, (at) => checkLot(at, { id, firmId }));
  await eachByItself(lots, lookAtLot, { log, signal, toName: ([lotId, firmId]) => ({ lotId, firmId }) });
  const firmIds = [...new Set(segments.map(({ firmId }) => firmId))];
  const sums: [string, (at: Db) => Promise<Difference[]>][] = [
    ['products', (at) => checkProducts(at, [...lots.keys()])],
    ['days', (at) => ask(at, 'days.checking', { firmIds })],
  ];
  await eachByItself(sums, ([what, check]) => look(what, check), { log, signal, toName: ([what]) => ({ what }) });
  return { differences, skipped };
};
