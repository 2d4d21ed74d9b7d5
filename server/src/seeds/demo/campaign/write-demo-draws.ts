import { Audience, ClaimBusy, ClaimStatus, CloseReason, EpochState } from '@zhuiyuan/contract/campaign/campaign-states';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { addDays, shanghaiNow } from '@zhuiyuan/contract/kit/date-limit';
import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { sql } from 'kysely';
import type { Counters } from '../../../campaign/counters.ts';
import { noteClaims } from '../../../campaign/note-claims.ts';
import { noteEnds } from '../../../campaign/note-ends.ts';
import { newVerCode } from '../../../campaign/new-ver-code.ts';
import type { Db } from '../../../kit/db/database.ts';
import type { All, Made } from './open-deck.ts';
import type { Seeded, Visit } from './scans-followed.ts';

const claimDays = 30;
const together = 500;

/** Rows of a list, some hundred at a time. */
export const inParts = async <T>(rows: readonly T[], write: (part: T[]) => Promise<unknown>): Promise<void> => {
  for (let from = 0; from < rows.length; from += together) await write(rows.slice(from, from + together));
};

/** Who drew, and what he has of it. */
export interface Person {
  uid: number;
  counters: Counters;
  points: number;
}

/** A period for each day; one whose end is a day ago is public. */
export const writePeriods = async (db: Db, { firmId }: Seeded, { periods }: All): Promise<void> => {
  await inParts(periods, (part) =>
    db
      .insertInto('seedEpoch')
      .values(
        part.map(({ seed, day, date, chain, ...period }) => {
          const { drawCnt, head } = chain.now();
          const closed = `${addDays(date, 1)} 00:00:00`;
          const isRevealed = day < -1;
          return {
            ...period,
            firmId,
            weightVersion: 1,
            openedAt: `${date} 00:00:00`,
            state: isRevealed ? EpochState.revealed : day < 0 ? EpochState.closed : EpochState.open,
            closedAt: day < 0 ? closed : null,
            sealedAt: isRevealed ? sql<string>`${closed}::timestamptz + interval '15 minutes'` : null,
            revealedAt: isRevealed ? sql<string>`${closed}::timestamptz + interval '1 day'` : null,
            seed: isRevealed ? seed.toString('hex') : null,
            drawn: drawCnt,
            drawCnt: isRevealed ? drawCnt : null,
            chainHash: isRevealed ? head : null,
            headsOk: isRevealed ? true : null,
          };
        }),
      )
      .execute(),
  );
};

const toPlace = ({ region }: Visit) => ({
  province: region && `${region.slice(0, 2)}0000`,
  city: region && !region.endsWith('0000') ? region : null,
});

export const writeDraws = async (db: Db, activity: Seeded, { draws }: All): Promise<void> => {
  const { id, firmId, productId } = activity;
  const epochs = await db.selectFrom('seedEpoch').where('activityId', '=', id).select(['id', 'epochNo']).execute();
  const epochOf = new Map(epochs.map((epoch) => [epoch.epochNo, epoch.id]));
  await inParts(draws, async (part) => {
    await db
      .insertInto('draw')
      .values(
        part.map(
          ({ drawId, place, ticketId, scan, date, uid, clientSeed, code, pointsCost, decision, tier, epochNo }) => ({
            id: drawId,
            firmId,
            activityId: id,
            ticketId,
            epochId: epochOf.get(epochNo)!,
            place,
            uid,
            audience: Audience.consumer,
            seg: scan.seg,
            serial: scan.serial,
            codeLevel: scan.seg === null ? null : Level.item,
            productId,
            lotId: scan.lotId,
            scanId: scan.id,
            key: code,
            pointsCost,
            clientSeed,
            ...decision,
            prizeType: tier.prizeType,
            points: tier.prizeType === PrizeType.points ? tier.points : 0,
            ...toPlace(scan),
            geoSource: scan.geoSource,
            ip: scan.ip,
            device: scan.device,
            day: date,
            drawnAt: scan.at,
          }),
        ),
      )
      .execute();
    const used = part.flatMap(({ drawId, scan: { seg, serial }, uid }) =>
      seg === null || serial === null
        ? []
        : [{ seg, serial, audience: Audience.consumer, firmId, activityId: id, drawId, uid }],
    );
    if (used.length > 0) await db.insertInto('codeUse').values(used).execute();
    await db
      .insertInto('partLog')
      .values(
        part.map(({ ticketId, scan, uid }) => ({
          firmId,
          activityId: id,
          uid,
          ticketId,
          seg: scan.seg,
          serial: scan.serial,
          productId,
          ...toPlace(scan),
          ip: scan.ip,
          device: scan.device,
          at: scan.at,
        })),
      )
      .execute();
    // Who drew is who had asked, and the page that answered offered the draw.
    await sql`
      update scan_log s set uid = asked.uid, activity_id = ${id}
      from unnest(${part.map(({ scan }) => scan.id)}::bigint[], ${part.map(({ uid }) => uid)}::bigint[]) asked(id, uid)
      where s.id = asked.id and s.firm_id = ${firmId}`.execute(db);
    const won = part.filter(({ tier }) => tier.prizeType !== PrizeType.none);
    if (won.length > 0)
      await db
        .insertInto('claim')
        .values(won.map((draw) => toClaim(activity, draw)))
        .execute();
    const ids = won.map(({ drawId }) => drawId);
    await noteClaims(db, ids);
    await noteEnds(db, firmId, ids);
    const paid = won.filter(({ decision }) => decision.amount > 0);
    if (paid.length > 0)
      await db
        .insertInto('fundLedger')
        .values(
          paid.map(({ drawId, decision: { amount }, scan }) => ({
            firmId,
            poolId: activity.poolId,
            activityId: id,
            type: LedgerType.reserve,
            avail: -amount,
            reserved: amount,
            refKind: 'draw',
            refId: drawId,
            at: scan.at,
          })),
        )
        .execute();
  });
};

const toClaim = ({ id, firmId }: Seeded, { drawId, drawNo, scan, date, uid, decision, tier }: Made) => {
  const isPoints = tier.prizeType === PrizeType.points;
  const expireAt = `${addDays(date, claimDays)} 23:59:59`;
  const isOver = !isPoints && expireAt < shanghaiNow();
  return {
    drawId,
    firmId,
    activityId: id,
    claimNo: drawNo.replace('D', 'C'),
    tierId: tier.id,
    prizeId: tier.prizeId!,
    prizeType: tier.prizeType,
    claimMode: tier.claimMode,
    uid,
    status: isPoints ? ClaimStatus.claimed : isOver ? ClaimStatus.closed : ClaimStatus.open,
    busy: ClaimBusy.free,
    claimedAt: isPoints ? scan.at : null,
    closedAt: isOver ? expireAt : null,
    closeReason: isOver ? CloseReason.expired : '',
    verCode: tier.prizeType === PrizeType.goods && tier.claimMode === ClaimMode.shop ? newVerCode() : null,
    amount: decision.amount,
    points: isPoints ? tier.points : 0,
    deductAmount: tier.deductAmount,
    expireAt,
    createdAt: scan.at,
  };
};

/** Points that a share brought somebody. */
export interface SharePoints {
  uid: number;
  delta: number;
  sourceId: string;
  at: string;
}

/** Stock, counters, caps, points and budget as they are after all draws, `paid` fen of it received. */
export const writeTotals = async (
  db: Db,
  activity: Seeded,
  { draws, tiers, budgetLeft }: All,
  { people, paid, shared = [] }: { people: ReadonlyMap<string, Person>; paid: number; shared?: readonly SharePoints[] },
): Promise<void> => {
  const { id, firmId, poolId, budgetAmount } = activity;
  for (const { id: tierId, count, remain } of tiers.values())
    await db.updateTable('tier').set({ issued: count, remain }).where('id', '=', tierId).execute();
  const counted = [...people.values()].flatMap(({ uid, counters }) =>
    [...counters].map(([period, cnt]) => ({ activityId: id, firmId, uid, period, cnt })),
  );
  await inParts(counted, (part) => db.insertInto('drawCounter').values(part).execute());
  const byUid = new Map([...people.values()].map((person) => [person.uid, person]));
  const drawn = draws.flatMap(({ drawId, ticketId, uid, pointsCost, tier: { prizeType, points }, scan: { at } }) => [
    ...(pointsCost > 0 ? [{ uid, at, delta: -pointsCost, source: 'draw', sourceId: ticketId, title: '积分抽奖' }] : []),
    ...(prizeType === PrizeType.points
      ? [{ uid, at, delta: points, source: 'draw', sourceId: String(drawId), title: '抽奖获得' }]
      : []),
  ]);
  const brought = shared.map((one) => ({ ...one, source: 'share', title: '分享带来好友' }));
  // Who is paid and pays in the same second is paid first.
  const moves = [...brought, ...drawn]
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map(({ at, ...move }) => {
      const person = byUid.get(move.uid)!;
      person.points += move.delta;
      return { ...move, firmId, balance: person.points, createdAt: at };
    });
  await inParts(moves, (part) => db.insertInto('pointLog').values(part).execute());
  const rich = [...byUid.values()].filter(({ points }) => points > 0);
  await sql`
    update member set points = had.points
    from unnest(${rich.map(({ uid }) => uid)}::bigint[], ${rich.map(({ points }) => points)}::bigint[]) had(uid, points)
    where member.id = had.uid and member.firm_id = ${firmId}`.execute(db);
  const caps = [...tiers.values()].flatMap(({ id: tierId, dayCap, hourCap, issued: counts }) =>
    [...(dayCap === null && hourCap === null ? [] : counts)].map(([at, issued]) => ({
      tierId,
      firmId,
      day: at.slice(0, 10),
      hour: Number(at.slice(11)),
      issued,
    })),
  );
  if (caps.length > 0) await db.insertInto('tierCap').values(caps).execute();
  if (budgetAmount !== undefined)
    await db
      .insertInto('activityBudget')
      .values({
        activityId: id,
        firmId,
        poolId,
        budget: budgetAmount,
        remain: budgetLeft,
        reserved: budgetAmount - budgetLeft - paid,
        paid,
      })
      .execute();
};
