import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';

/** A person at one firm. */
export interface Member {
  id: number;
  points: number;
  /** He has not agreed to the firm's rules and statement, or not to the statement as it is now. */
  needsConsent: boolean;
  hasPhone: boolean;
  status: number;
}

const needsConsent = sql<boolean>`(agreed_at is null or agreed_version < coalesce(
  (select privacy_version from consumer_config where consumer_config.firm_id = member.firm_id), 0))`;

/** The person of an account at a firm; nothing before he first came. */
export const findMember = (db: Db, firmId: number, accountId: number): Promise<Member | undefined> =>
  db
    .selectFrom('member')
    .where('accountId', '=', accountId)
    .where('firmId', '=', firmId)
    .select([
      'id',
      'points',
      'status',
      needsConsent.as('needsConsent'),
      sql<boolean>`phone_hash is not null`.as('hasPhone'),
    ])
    .executeTakeFirst();

/** {@link findMember}, and makes him where he is new: whose account he came with is noted in the same statement, and stays his. */
export const ensureMember = async (db: Db, firmId: number, accountId: number): Promise<Member & { isNew: boolean }> => {
  const known = await findMember(db, firmId, accountId);
  if (known) return { ...known, isNew: false };
  const { rows } = await sql<Pick<Member, 'id' | 'points' | 'status'>>`
    with made as (
      insert into member (firm_id, account_id) values (${firmId}, ${accountId})
      on conflict (account_id, firm_id) do nothing returning id, firm_id, account_id, points, status
    ), noted as (
      insert into member_account (member_id, firm_id, account_id) select id, firm_id, account_id from made
    )
    select id, points, status from made`.execute(db);
  const [made] = rows;
  // Somebody made him meanwhile.
  return made
    ? { ...made, needsConsent: true, hasPhone: false, isNew: true }
    : { ...(await findMember(db, firmId, accountId))!, isNew: false };
};

/** Keeps that he read the rules and the statement as it is now and agreed; a second time changes nothing. */
export const agreeToTerms = async (db: Db, firmId: number, uid: number): Promise<void> => {
  await db
    .updateTable('member')
    .set({
      agreedAt: sql`now()`,
      agreedVersion: sql<number>`coalesce((select privacy_version from consumer_config where firm_id = ${firmId}), 0)`,
      updatedAt: sql`now()`,
    })
    .where('firmId', '=', firmId)
    .where('id', '=', uid)
    .where(needsConsent)
    .execute();
};
