import { z } from 'zod';
import { enumeration } from '../../kit/enumeration.ts';

/** Who is owed a deductible, and who owes it. */
export const DeductibleOwner = enumeration({
  shop: { value: 1, label: '门店' },
  agent: { value: 2, label: '经销商' },
  firm: { value: 3, label: '企业' },
});
export type DeductibleOwner = (typeof DeductibleOwner.options)[number]['value'];

/** Why a deductible balance changed. */
export const DedKind = enumeration({
  verify: { value: 1, label: '核销产生', tone: 'good' },
  offset: { value: 2, label: '抵扣货款', tone: 'kind' },
  clear: { value: 3, label: '清零', tone: 'gone' },
  reverse: { value: 4, label: '冲正', tone: 'bad' },
  remit: { value: 5, label: '打款结清', tone: 'kind' },
});

/** What clearing a balance answers. */
export const Cleared = z.object({ balance: z.literal(0), logId: z.number() });
