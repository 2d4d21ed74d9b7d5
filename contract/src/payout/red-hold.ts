import { z } from 'zod';
import { defineApi, LogKind, write } from '../kit/endpoint.ts';
import { flag, id, optionalText } from '../kit/fields.ts';

/** Payouts that wait for a second person before anything is sent. */
export const redHoldApi = defineApi({
  /** Lets a held payout go, or takes it back for good; `all`: every one that was asked for with it and is still held. A remark is asked for when it is taken back. */
  hold: write(
    LogKind.update,
    '解冻或驳回红包',
    '/admin/lottery/red/info/hold',
    'admin:lottery:redInfo:resend',
    z
      .object({ id: id(), pass: flag, remark: optionalText('复核意见', 200), all: flag.default(false) })
      .refine(({ pass, remark }) => pass || remark !== '', { path: ['remark'], message: '请填写驳回原因' }),
    /** How many payouts, and what they come to in fen. */
    z.object({ count: z.number(), amount: z.number() }),
  ),
});
