import { sql } from 'kysely';
import type { Db } from '../../../kit/db/database.ts';
import { PackState, SpanKind } from '../code-states.ts';
import { parentPlaces, placeKey, type Place } from '../parent-places.ts';
import { asRows } from '../pieces.ts';
import { chunked, putSpans, toSerials, writeTrail, type Writing } from '../put-spans.ts';
import { clipped, countCodes, merged, toRun, without, type Run } from '../ranges.ts';
import { countSegmentCodes } from '../segment-writes.ts';
import { readCustody } from './read-custody.ts';
import { setCustody } from './set-custody.ts';

const toRuns = (places: readonly Place[]): Run[] => merged(places.map(toRun));

const runKey = ({ seg, from, to }: Run): string => `${seg} ${from} ${to}`;

const bySegment = (runs: readonly Run[]): [number, number][] => {
  const counts = new Map<number, number>();
  for (const run of runs) counts.set(run.seg, (counts.get(run.seg) ?? 0) + countCodes([run]));
  return [...counts].sort(([a], [b]) => a - b);
};

/** Runs that may be packed as a whole: of no set, and without a code whose own row says where it is packed. */
const asSpans = async (db: Db, firmId: number, runs: readonly Run[]): Promise<Run[]> => {
  const long = runs.filter(({ from, to }) => to > from);
  if (long.length === 0) return [];
  const { rows } = await sql<Run>`
    select r.seg, r.a as "from", r.b as "to" from (${asRows(long)}) r join segment s on s.seg = r.seg and s.firm_id = ${firmId} and s.parent_seg is null
    where not exists (select from code_unit u where u.firm_id = ${firmId} and u.seg = r.seg and u.serial between r.a and r.b and u.pack_state <> ${sql.lit(PackState.unsaid)})`.execute(
    db,
  );
  return rows;
};

const writeRows = async (
  db: Db,
  { firmId, seq, occurredAt }: Writing,
  places: readonly (Place & { parent?: Place })[],
): Promise<void> => {
  for (const chunk of chunked(places))
    await sql`
      insert into code_unit (seg, serial, firm_id, pack_state, parent_seg, parent_serial, pack_seq, pack_at)
      select r.seg, r.serial, ${firmId}::int8, case when r.ps is null then ${sql.lit(PackState.unpacked)} else ${sql.lit(PackState.packed)} end,
        r.ps, r.pn, ${seq}::int8, coalesce(${occurredAt ?? null}::timestamptz, now())
      from unnest(${chunk.map(({ seg }) => seg)}::int[], ${chunk.map(({ serial }) => serial)}::int8[],
        ${chunk.map(({ parent }) => parent?.seg ?? null)}::int[], ${chunk.map(({ parent }) => parent?.serial ?? null)}::int8[]) as r(seg, serial, ps, pn)
      on conflict (seg, serial) do update set pack_state = excluded.pack_state, parent_seg = excluded.parent_seg,
        parent_serial = excluded.parent_serial, pack_seq = excluded.pack_seq, pack_at = excluded.pack_at, updated_at = now()`.execute(
      db,
    );
};

/**
 * Packs codes that nothing holds into boxes: neighbours of one box as one span, others one by one, with their trail. From here on they
 * are where their box is, and have no custody of their own. The caller holds the locks.
 */
export const packInto = async (
  db: Db,
  writing: Writing,
  packings: readonly { box: Place; children: readonly Place[] }[],
): Promise<void> => {
  const runs = packings.flatMap(({ box, children }) => toRuns(children).map((run) => ({ ...run, box })));
  if (runs.length === 0) return;
  const spans = new Set((await asSpans(db, writing.firmId, runs)).map(runKey));
  const after = ({ box }: { box: Place }) => ({ parentSeg: box.seg, parentSerial: box.serial });
  await putSpans(
    db,
    writing,
    SpanKind.pack,
    runs
      .filter((run) => spans.has(runKey(run)))
      .map((run) => ({ ...run, payload: after(run), at: writing.occurredAt })),
  );
  await writeRows(
    db,
    writing,
    runs.flatMap((run) => (spans.has(runKey(run)) ? [] : toSerials([run]).map((one) => ({ ...one, parent: run.box })))),
  );
  await writeTrail(
    db,
    writing,
    runs.map((run) => ({ ...run, after: after(run) })),
  );
  await setCustody(db, writing, runs, []);
  for (const [seg, count] of bySegment(runs)) await countSegmentCodes(db, seg, 'packCnt', count);
};

/**
 * Takes codes out of whatever holds them, with their trail and the custody they had through it; a code that nothing holds stays as
 * it is. The caller holds the locks.
 */
export const takeOut = async (db: Db, writing: Writing, children: readonly Place[]): Promise<void> => {
  const parents = await parentPlaces(db, writing.firmId, children);
  const held = children.filter((child) => parents.has(placeKey(child)));
  const runs = toRuns(held);
  const custody = await readCustody(db, writing.firmId, runs);
  await writeRows(db, writing, held);
  await writeTrail(
    db,
    writing,
    held.map((child) => {
      const { seg, serial } = parents.get(placeKey(child))!;
      const before = [{ parentSeg: seg, parentSerial: serial }];
      return { seg: child.seg, from: child.serial, to: child.serial, before };
    }),
  );
  await setCustody(db, writing, runs, custody);
  for (const [seg, count] of bySegment(runs)) await countSegmentCodes(db, seg, 'packCnt', -count);
};

/**
 * Empties a box that holds these runs: what was packed as a span is one no longer, what its set or its own row put there is taken
 * out, and all of it keeps the custody it had through the box.
 */
export const takeAllOut = async (db: Db, writing: Writing, box: Place, contents: readonly Run[]): Promise<void> => {
  const { rows: spans } = await sql<Run>`
    select seg, lower(span) as "from", upper(span) - 1 as "to" from code_span where firm_id = ${writing.firmId} and kind = ${sql.lit(SpanKind.pack)}
      and (payload ->> 'parentSeg')::int = ${box.seg} and (payload ->> 'parentSerial')::bigint = ${box.serial}`.execute(
    db,
  );
  const inSpans = clipped(spans, contents);
  const custody = await readCustody(db, writing.firmId, contents);
  await putSpans(
    db,
    writing,
    SpanKind.pack,
    spans.map((run) => ({ ...run, payload: null })),
  );
  await writeRows(db, writing, toSerials(without(contents, inSpans)));
  await writeTrail(
    db,
    writing,
    contents.map((run) => ({ ...run, before: [{ parentSeg: box.seg, parentSerial: box.serial }] })),
  );
  await setCustody(db, writing, contents, custody);
  for (const [seg, count] of bySegment(contents)) await countSegmentCodes(db, seg, 'packCnt', -count);
};
