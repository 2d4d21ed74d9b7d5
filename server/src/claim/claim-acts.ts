import { ClaimBusy, ClaimStatus, CloseReason } from '@zhuiyuan/contract/campaign/campaign-states';
import { claimListRefusals } from '@zhuiyuan/contract/claim/claim-list-refusals';
import { Code, codeText, type RefusalText } from '@zhuiyuan/contract/kit/codes';
import type { DoneToMany } from '@zhuiyuan/contract/kit/standard';
import { sql } from 'kysely';
import { closeClaims } from '../campaign/draw/close-claims.ts';
import { extendClaims, mostClaimDays } from '../campaign/draw/extend-claims.ts';
import { enterActivity } from '../campaign/lock-activity.ts';
import type { Db } from '../kit/db/database.ts';
import { retried } from '../kit/http/serve.ts';

/** A day and the last of its seconds in Shanghai. */
const endOf = (until: string) =>
  sql<string>`(${until}::date + interval '1 day' - interval '1 second') at time zone 'Asia/Shanghai'`;

const lockClaims = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('claim')
    .where('drawId', 'in', [...ids])
    .orderBy('drawId')
    .select(['drawId', 'firmId', 'activityId', 'tierId', 'prizeType', 'status', 'busy', 'hold'])
    .forUpdate();

const answerOf = (ids: readonly number[], fail: DoneToMany['fail'], found: ReadonlySet<number>): DoneToMany => {
  const chosen = [...new Set(ids)];
  const missing = chosen.filter((id) => !found.has(id)).map((id) => ({ id, message: codeText[Code.notFound]! }));
  const all = [...fail, ...missing].toSorted((a, b) => a.id - b.id);
  return { ok: chosen.length - all.length, fail: all };
};

/**
 * 延期: open claims stay open to the end of a day, in the transaction of `db`. Says of the others why not: they are not open (62334), the
 * day is not later (62337), or more than a year after the draw (62317).
 */
export const extendByHand = async (
  db: Db,
  { ids, until }: { ids: readonly number[]; until: string },
): Promise<DoneToMany> => {
  const rows = await lockClaims(db, ids)
    .select((claim) => [
      sql<boolean>`${endOf(until)} > expire_at`.as('isLater'),
      claim
        .selectFrom('draw')
        .whereRef('draw.id', '=', 'claim.drawId')
        .select(
          sql<boolean>`${until}::date > (drawn_at at time zone 'Asia/Shanghai')::date + ${sql.lit(mostClaimDays)}`.as(
            'isFar',
          ),
        )
        .as('isFar'),
    ])
    .execute();
  const refusalOf = (row: (typeof rows)[number]): RefusalText | undefined => {
    if (row.status !== ClaimStatus.open) return claimListRefusals.notOpen;
    if (!row.isLater) return claimListRefusals.notLater;
    return row.isFar ? claimListRefusals.tooLong : undefined;
  };
  const fail = rows.flatMap((row) => {
    const refusal = refusalOf(row);
    return refusal ? [{ id: row.drawId, message: refusal[1] }] : [];
  });
  const refused = new Set(fail.map(({ id }) => id));
  const extended = rows.map(({ drawId }) => drawId).filter((drawId) => !refused.has(drawId));
  if (extended.length > 0) await extendClaims(db, extended, endOf(until));
  return answerOf(ids, fail, new Set(rows.map(({ drawId }) => drawId)));
};

/**
 * 关闭: closes open claims that nothing holds, as the job does that closes what expired; each activity in a transaction of its own. Says
 * of the others why not: they are not open (62334), paid or posted at this moment (62335), or looked at (62336).
 */
export const closeByHand = async (
  db: Db,
  { ids, reason, operatorId }: { ids: readonly number[]; reason: string; operatorId: number },
): Promise<DoneToMany> => {
  const known = await db
    .selectFrom('claim')
    .where('drawId', 'in', [...ids])
    .select(['drawId', 'activityId'])
    .execute();
  const fail: DoneToMany['fail'] = [];
  for (const activityId of [...new Set(known.map((claim) => claim.activityId))].toSorted((a, b) => a - b)) {
    const own = known.filter((claim) => claim.activityId === activityId).map(({ drawId }) => drawId);
    fail.push(
      ...(await retried(() =>
        db.transaction().execute((where) => closeOf(where as Db, activityId, own, { reason, operatorId })),
      )),
    );
  }
  return answerOf(ids, fail, new Set(known.map(({ drawId }) => drawId)));
};

const closeOf = async (
  db: Db,
  activityId: number,
  ids: readonly number[],
  { reason, operatorId }: { reason: string; operatorId: number },
): Promise<DoneToMany['fail']> => {
  await enterActivity(db, activityId);
  const rows = await lockClaims(db, ids).execute();
  const refusalOf = (row: (typeof rows)[number]): RefusalText | undefined => {
    if (row.status !== ClaimStatus.open) return claimListRefusals.notOpen;
    if (row.hold) return claimListRefusals.inReview;
    return row.busy === ClaimBusy.free ? undefined : claimListRefusals.held;
  };
  const closed = rows.filter((row) => refusalOf(row) === undefined);
  if (closed.length > 0)
    await closeClaims(
      db,
      { firmId: closed[0]!.firmId, activityId, rows: closed },
      { reason: CloseReason.closed, text: reason, operatorId },
    );
  return rows.flatMap((row) => {
    const refusal = refusalOf(row);
    return refusal ? [{ id: row.drawId, message: refusal[1] }] : [];
  });
};
