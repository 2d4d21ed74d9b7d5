import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { Review } from '@zhuiyuan/contract/kit/review';
import { partyRefusals } from '@zhuiyuan/contract/parties/party-refusals';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { refuse, type Refusal } from '../../kit/refusal.ts';

/** What a firm's right to issue codes hangs on. */
export const standingColumns = ['audit', 'auditRemark', 'validFrom', 'validTo'] as const;

interface Standing {
  audit: number;
  auditRemark: string;
  validFrom: string | null;
  validTo: string | null;
}

/** Why a firm of this standing issues no codes: it was not passed, or its service has ended or not begun. Both days of the service count. */
export const findIssueBar = ({ audit, auditRemark, validFrom, validTo }: Standing): Refusal | undefined => {
  const today = shanghaiToday();
  if (audit === Review.rejected) return refuse(partyRefusals.firmRejected, { remark: auditRemark || '未说明原因' });
  if (audit !== Review.passed && audit !== Review.done) return refuse(partyRefusals.firmWaiting);
  if (validTo && validTo < today) return refuse(partyRefusals.firmEnded, { day: validTo });
  if (validFrom && validFrom > today) return refuse(partyRefusals.firmNotBegun, { day: validFrom });
  return undefined;
};

/** What a firm's staff are told after signing in; '' where the firm may issue codes. */
export const findFirmNotice = async (db: Db, { firmId }: { firmId: number }): Promise<string> => {
  const firm = await live(db, 'firm').where('id', '=', firmId).select(standingColumns).executeTakeFirst();
  return (firm && findIssueBar(firm)?.message) ?? '';
};
