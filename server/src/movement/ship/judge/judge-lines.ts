import { Holder, Level, SegmentState, Shipping, BoxState } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import { sql } from 'kysely';
import type { Keyring } from '../../../codes/cipher/keyring.ts';
import { StopKind } from '../../../codes/state/code-states.ts';
import { countItems, type Counted } from '../../../codes/state/custody/count-items.ts';
import { boxRun, findHolding, type Holding } from '../../../codes/state/custody/find-holding.ts';
import { readCustody, type CustodyPiece } from '../../../codes/state/custody/read-custody.ts';
import { readBinds, readStops, asRows, type BindPiece } from '../../../codes/state/pieces.ts';
import { cutOut, merged, without, byRun, clipped, type Run } from '../../../codes/state/ranges.ts';
import { readSegments } from '../../../codes/state/read-segments.ts';
import { recalledRuns } from '../../../codes/state/recalled-runs.ts';
import { filledBoxes } from '../../../codes/state/with-children.ts';
import type { Db } from '../../../kit/db/database.ts';
import { findShipRules } from '../../../parties/firm/find-ship-rules.ts';
import { holderNames, isSame, partyKey, type Party } from '../../holder-names.ts';
import { addAll } from '../../../kit/add-all.ts';
import { findUpstreams } from './find-upstreams.ts';
import type { NamedLine } from './read-lines.ts';
import type { Ends } from './require-ends.ts';
import { sortOut, type Reason, type Standing } from './sort-out.ts';

/** Who has goods; on their way, whoever they are sent to. */
export const toHolder = ({ shipStatus, holderKind, holderId }: CustodyPiece): Party =>
  shipStatus === Shipping.shipped || shipStatus === Shipping.signed
    ? { kind: holderKind, id: holderId ?? 0 }
    : { kind: Holder.firm, id: 0 };

/** What would come of shipping a line. */
export interface JudgedLine {
  line: NamedLine;
  /** What can ship, and what stands against the rest of it. */
  free: Run[];
  conflicts: Standing[];
  /** What is in it, whether it can ship or not; and what would ship. */
  whole: Counted;
  counted: Counted;
  binds: BindPiece[];
  custody: CustodyPiece[];
  /** What of it lies in boxes and is taken out first. */
  packed: Holding[];
  isUnfull: boolean;
}

const saying =
  (why: RefusalText) =>
  (run: Run): Standing => ({ ...run, why, values: {} });

/**
 * Holds lines against sender, receiver and the rules of the firm: what of each can ship, and why not the rest. Everything is read
 * for all lines together, and a run of ten million loose codes costs what one of ten costs. With `splits` single codes may lie in
 * boxes. With `happenedAt` nothing may have happened to them since.
 */
export const judgeLines = async (
  db: Db,
  keyring: Keyring,
  firmId: number,
  lines: readonly NamedLine[],
  ends: Ends,
  { splits, happenedAt }: { splits: boolean; happenedAt?: string },
): Promise<JudgedLine[]> => {
  if (lines.length === 0) return [];
  const rules = await findShipRules(db, firmId);
  const runs = merged(lines.flatMap((line) => line.runs));
  const segments = await readSegments(db, runs);
  const inState = (state: number) => runs.filter(({ seg }) => segments.get(seg)!.state === state);
  const boxes = runs.filter(({ seg }) => segments.get(seg)!.level > Level.item);
  const stops = await readStops(db, firmId, runs);
  const binds = await readBinds(db, firmId, runs);
  const holdings = await findHolding(db, firmId, runs);
  const custody = await readCustody(db, firmId, runs);
  const splitting = merged(
    lines.filter(({ mode, level }) => splits && mode === 1 && level === Level.item).flatMap((line) => line.runs),
  );
  const reasons: Reason[] = [
    [...inState(SegmentState.void), ...stops.filter(({ voidKind }) => voidKind === StopKind.void)].map(
      saying(moveRefusals.void),
    ),
    [
      ...inState(SegmentState.frozen),
      ...stops.filter(({ voidKind }) => voidKind === StopKind.frozen),
      ...(await recalledRuns(db, firmId, runs)),
    ].map(saying(codeRefusals.frozen)),
    await packedStanding(db, keyring, cutOut(holdings, splitting)),
    rules.shipInactive ? [] : without(runs, binds).map(saying(moveRefusals.notActive)),
    without(boxes, await filledBoxes(db, firmId, boxes)).map(saying(moveRefusals.emptyBox)),
  ];

  const whole = await countItems(
    db,
    firmId,
    lines.map((line) => line.runs),
  );
  reasons.push(
    (await rootsOf(db, firmId, boxes, merged(whole.flatMap(({ stopped }) => stopped)))).map(
      saying(moveRefusals.stoppedInside),
    ),
  );
  if (!rules.shipInactive)
    reasons.push(
      (await rootsOf(db, firmId, boxes, merged(whole.flatMap(({ inactive }) => inactive)))).map(
        saying(moveRefusals.notActive),
      ),
    );
  reasons.push(await custodyStanding(db, firmId, runs, custody, ends, { ...rules, happenedAt }));
  const unfull = await findOpenBoxes(db, firmId, boxes);
  if (rules.shipNeedFull) reasons.push(unfull.map(saying(moveRefusals.boxNotFull)));
  reasons.push(await findUpstreams(db, firmId, custody, ends));

  const conflicts = perLine(
    lines.map((line) => line.runs),
    sortOut(runs, reasons),
  );
  const free = lines.map((line, at) => without(line.runs, conflicts[at]!));
  const bound = perLine(free, binds);
  const held = perLine(free, custody);
  const packed = perLine(free, holdings);
  const open = perLine(free, unfull);
  const judged = lines.map((line, at): JudgedLine => ({
    line,
    free: free[at]!,
    conflicts: conflicts[at]!,
    whole: whole[at]!,
    counted: whole[at]!,
    binds: bound[at]!,
    custody: held[at]!,
    packed: packed[at]!,
    isUnfull: open[at]!.length > 0,
  }));
  const parts = judged.filter((one) => one.free.length > 0 && one.conflicts.length > 0);
  const counts = await countItems(
    db,
    firmId,
    parts.map((one) => one.free),
  );
  for (const [at, part] of parts.entries()) part.counted = counts[at]!;
  return judged;
};

/** Codes that lie in boxes, each with the first box of its piece. */
const packedStanding = async (db: Db, keyring: Keyring, holdings: readonly Holding[]): Promise<Standing[]> => {
  if (holdings.length === 0) return [];
  const segs = [...new Set(holdings.flatMap(({ seg, boxSeg }) => [seg, boxSeg]))];
  const found = await db.selectFrom('segment').where('seg', 'in', segs).select(['seg', 'keyV', 'level']).execute();
  const segments = new Map(found.map((segment) => [segment.seg, segment]));
  const boxes = holdings.map((holding) => ({
    seg: holding.boxSeg,
    serial: boxRun(holding).from,
    keyV: segments.get(holding.boxSeg)?.keyV ?? null,
  }));
  const texts = await keyring.readTexts(db, boxes);
  return holdings.map(({ seg, from, to }, at) => ({
    seg,
    from,
    to,
    // Only items are taken out of their box by shipping them.
    why: segments.get(seg)?.level === Level.item ? moveRefusals.packed : moveRefusals.packedBox,
    values: { box: texts[at]! },
  }));
};

/** What the sender does not have, what is the receiver's already, and what moved later than this happened. */
const custodyStanding = async (
  db: Db,
  firmId: number,
  runs: readonly Run[],
  custody: readonly CustodyPiece[],
  { from, to }: Ends,
  { signRequired, happenedAt }: { signRequired: boolean; happenedAt?: string },
): Promise<Standing[]> => {
  const firm = { kind: Holder.firm, id: 0 };
  const names = await holderNames(db, firmId, [firm, ...custody.map(toHolder)]);
  const standings: Standing[] = [];
  for (const piece of custody) {
    const holder = toHolder(piece);
    const { seg, from: first, to: last, shipStatus, shipAt, signAt } = piece;
    const run = { seg, from: first, to: last };
    const inTransit = shipStatus === Shipping.shipped;
    const atFirm = isSame(holder, firm);
    if (isSame(holder, to) && (inTransit || !atFirm))
      standings.push({ ...run, why: moveRefusals.alreadyThere, values: {} });
    else if (!isSame(holder, from) || (inTransit && (atFirm || signRequired)))
      standings.push({
        ...run,
        why: moveRefusals.otherHolder,
        values: { holder: `${names.get(partyKey(holder)) ?? ''}${inTransit ? '（在途）' : ''}` },
      });
    else if (happenedAt !== undefined && (signAt ?? shipAt ?? '') > happenedAt)
      standings.push({ ...run, why: moveRefusals.movedSince, values: {} });
  }
  if (from.kind !== Holder.firm)
    for (const run of without(runs, custody))
      standings.push({ ...run, why: moveRefusals.otherHolder, values: { holder: names.get(partyKey(firm)) ?? '' } });
  return standings;
};

/** Boxes of some runs that hold something and are neither full nor sealed. */
const findOpenBoxes = async (db: Db, firmId: number, boxes: readonly Run[]): Promise<Run[]> => {
  if (boxes.length === 0) return [];
  const { rows } = await sql<Run>`
    select b.seg, b.serial as "from", b.serial as "to" from (${asRows(boxes)}) r
    join box b on b.firm_id = ${firmId} and b.seg = r.seg and b.serial between r.a and r.b
    where b.box_state = ${sql.lit(BoxState.packing)}`.execute(db);
  return merged(rows);
};

/** For each group of runs the pieces that lie in it, clipped; sorted through once for all groups. Runs share no serial. */
const perLine = <P extends Run>(groups: readonly (readonly Run[])[], pieces: readonly P[]): P[][] => {
  const runs = groups
    .flatMap((group, at) => group.map(({ seg, from, to }) => ({ seg, from, to, at })))
    .sort((a, b) => a.seg - b.seg || a.from - b.from);
  const inside = byRun(runs, pieces);
  const result: P[][] = groups.map(() => []);
  for (const [nth, { at }] of runs.entries()) addAll(result[at]!, inside[nth]!);
  return result;
};

/** There are three levels. */
const mostClimbs = 2;

/** Those of some boxes that codes lie in, at whatever depth. */
export const rootsOf = async (db: Db, firmId: number, boxes: readonly Run[], codes: readonly Run[]): Promise<Run[]> => {
  const roots: Run[] = [];
  let inner = without(codes, boxes);
  for (let climb = 0; climb < mostClimbs && inner.length > 0; climb += 1) {
    const above = merged((await findHolding(db, firmId, inner)).map(boxRun));
    addAll(roots, clipped(above, boxes));
    inner = without(above, boxes);
  }
  return merged(roots);
};
