import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { FirmSettings } from '@zhuiyuan/contract/parties/firm/firm-settings';
import { Review } from '@zhuiyuan/contract/kit/review';
import type { CodesIssued, IssueTerms } from '../../codes/state/code-events.ts';
import type { Db } from '../../kit/db/database.ts';
import { lockRow } from '../../kit/db/rows.ts';
import { refuse } from '../../kit/refusal.ts';
import { findIssueBar, standingColumns } from './find-issue-bar.ts';

/**
 * Uses a firm's quota for new codes, and makes a firm that was passed one that works. Locks the firm; refuses where it was
 * not passed, its service has ended, or too little is left.
 */
export const useQuota = async (db: Db, { firmId, total }: CodesIssued): Promise<IssueTerms> => {
  const columns = [...standingColumns, 'codeUsed', 'codeQuota', 'settings', 'domain'] as const;
  const firm = await lockRow(db, 'firm', firmId, columns);
  const bar = findIssueBar(firm);
  if (bar) throw bar;
  if (firm.codeQuota !== null && firm.codeUsed + total > firm.codeQuota)
    throw refuse(codeRefusals.quota, { n: firm.codeQuota - firm.codeUsed });
  await db
    .updateTable('firm')
    .set({ codeUsed: firm.codeUsed + total, audit: Review.done })
    .where('id', '=', firmId)
    .execute();
  return { reviewOver: FirmSettings.parse(firm.settings).taskAuditOver, domain: firm.domain };
};

/** Gives quota back for codes that were withdrawn before they were made. */
export const giveBackQuota = async (db: Db, { firmId, total }: CodesIssued): Promise<void> => {
  await db
    .updateTable('firm')
    .set((row) => ({ codeUsed: row('codeUsed', '-', total) }))
    .where('id', '=', firmId)
    .execute();
};
