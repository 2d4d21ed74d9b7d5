import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';

/** A person at one firm. */
export interface Member {
  id: number;
  points: number;
  agreedAt: string | null;
  status: number;
}

/** The person of an account at a firm; nothing before he first came. */
export const findMember = (db: Db, firmId: number, accountId: number): Promise<Member | undefined> =>
  db
    .selectFrom('member')
    .where('accountId', '=', accountId)
    .where('firmId', '=', firmId)
    .select(['id', 'points', 'agreedAt', 'status'])
    .executeTakeFirst();

/** {@link findMember}, and makes him where he is new. */
export const ensureMember = async (db: Db, firmId: number, accountId: number): Promise<Member & { isNew: boolean }> => {
  const known = await findMember(db, firmId, accountId);
  if (known) return { ...known, isNew: false };
  const made = await db
    .insertInto('member')
    .values({ firmId, accountId })
    .onConflict((key) => key.columns(['accountId', 'firmId']).doNothing())
    .returning(['id', 'points', 'agreedAt', 'status'])
    .executeTakeFirst();
  // Somebody made him meanwhile.
  return made ? { ...made, isNew: true } : { ...(await findMember(db, firmId, accountId))!, isNew: false };
};

/** Keeps that he read the rules and agreed; a second time changes nothing. */
export const agreeToTerms = async (db: Db, firmId: number, uid: number): Promise<void> => {
  await db
    .updateTable('member')
    .set({ agreedAt: sql`now()`, updatedAt: sql`now()` })
    .where('firmId', '=', firmId)
    .where('id', '=', uid)
    .where('agreedAt', 'is', null)
    .execute();
};
