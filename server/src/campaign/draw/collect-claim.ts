import { CollectField, ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { claimRefusals } from '@zhuiyuan/contract/campaign/draw/claim-refusals';
import { missingField, type Collected } from '@zhuiyuan/contract/campaign/draw/collect';
import type { Db } from '../../kit/db/database.ts';
import { notFound, refuse } from '../../kit/refusal.ts';
import { seal, unseal } from '../../kit/secret.ts';
import { keepPhone } from '../../member/keep-phone.ts';

/** What an activity asks its winners. */
export type AskedFields = readonly { key: CollectField; required: boolean }[];

const purpose = (drawId: number) => `collected ${drawId}`;

/** What a winner told; nothing of it where he told nothing yet. */
export const openCollected = (
  masterKey: Buffer,
  { drawId, collected }: { drawId: number; collected: Buffer | null },
): Partial<Collected> =>
  collected === null
    ? {}
    : (JSON.parse(unseal(masterKey, purpose(drawId), collected).toString()) as Partial<Collected>);

/** Refuses a prize whose winner has not told all that he is asked (62304). */
export const requireCollected = (
  masterKey: Buffer,
  asked: AskedFields,
  claim: { drawId: number; collected: Buffer | null },
): void => {
  const missing = missingField(asked, openCollected(masterKey, claim));
  if (missing) throw refuse(claimRefusals.incomplete, { field: CollectField.label(missing) });
};

/**
 * Keeps what a winner tells of himself, sealed, in the transaction of `db`: what his activity asks and nothing else. Refuses what is not
 * complete (62304) and a prize that is not open any more (62301, 62319). 404 for anybody else's prize.
 */
export const keepCollected = async (
  db: Db,
  masterKey: Buffer,
  { accountId, claimNo, collect }: { accountId: number; claimNo: string; collect: Collected },
): Promise<void> => {
  const claim = await db
    .selectFrom('claim')
    .innerJoin('member', 'member.id', 'claim.uid')
    .innerJoin('activity', 'activity.id', 'claim.activityId')
    .where('claim.claimNo', '=', claimNo)
    .where('member.accountId', '=', accountId)
    .select(['claim.drawId', 'claim.firmId', 'claim.uid', 'claim.status', 'activity.collectFields'])
    .forUpdate(['claim'])
    .executeTakeFirst();
  if (!claim) throw notFound();
  const asked = claim.collectFields as unknown as AskedFields;
  if (asked.length === 0) return;
  if (claim.status !== ClaimStatus.open)
    throw refuse(claim.status === ClaimStatus.claimed ? claimRefusals.claimed : claimRefusals.closed);
  const missing = missingField(asked, collect);
  if (missing) throw refuse(claimRefusals.incomplete, { field: CollectField.label(missing) });
  const told = Object.fromEntries(asked.flatMap(({ key }) => (collect[key] ? [[key, collect[key]]] : [])));
  await db
    .updateTable('claim')
    .set({ collected: seal(masterKey, purpose(claim.drawId), Buffer.from(JSON.stringify(told))) })
    .where('drawId', '=', claim.drawId)
    .execute();
  if (told['phone']) await keepPhone(db, masterKey, { ...claim, phone: told['phone'] });
};
