import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { FirmSettings } from '@zhuiyuan/contract/parties/firm/firm-settings';
import { Review } from '@zhuiyuan/contract/kit/review';
import { sql } from 'kysely';
import type { CodesIssued, IssueTerms } from '../../codes/state/code-events.ts';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { notFound, refuse } from '../../kit/refusal.ts';

/** Uses a firm's quota for new codes, and makes a firm that was passed one that works. Refuses where too little is left. */
export const useQuota = async (db: Db, { firmId, total }: CodesIssued): Promise<IssueTerms> => {
  const used = await db
    .updateTable('firm')
    .set((row) => ({
      codeUsed: row('codeUsed', '+', total),
      audit: sql<number>`case when audit = ${sql.lit(Review.passed)} then ${sql.lit(Review.done)} else audit end`,
    }))
    .where('id', '=', firmId)
    .where('isDel', '=', 0)
    .where((row) =>
      row.or([row('codeQuota', 'is', null), row(row('codeUsed', '+', total), '<=', row.ref('codeQuota'))]),
    )
    .returning(['settings', 'domain'])
    .executeTakeFirst();
  if (used) return { reviewOver: FirmSettings.parse(used.settings).taskAuditOver, domain: used.domain };
  const firm = await live(db, 'firm').where('id', '=', firmId).select(['codeQuota', 'codeUsed']).executeTakeFirst();
  if (!firm) throw notFound();
  throw refuse(codeRefusals.quota, { n: (firm.codeQuota ?? 0) - firm.codeUsed });
};

/** Gives quota back for codes that were withdrawn before they were made. */
export const giveBackQuota = async (db: Db, { firmId, total }: CodesIssued): Promise<void> => {
  await db
    .updateTable('firm')
    .set((row) => ({ codeUsed: row('codeUsed', '-', total) }))
    .where('id', '=', firmId)
    .execute();
};
