import { z } from 'zod';
import { defineApi, done, LogKind, write } from '../kit/endpoint.ts';
import { flag, id, optionalText } from '../kit/fields.ts';

/** Payouts that wait for a second person before anything is sent. */
export const redHoldApi = defineApi({
  /** Lets a held payout go, or takes it back for good. A remark is asked for when it is taken back. */
  hold: write(
    LogKind.update,
    '解冻或驳回红包',
    '/admin/lottery/red/info/hold',
    'admin:lottery:redInfo:resend',
    z
      .object({ id: id(), pass: flag, remark: optionalText('复核意见', 200) })
      .refine(({ pass, remark }) => pass || remark !== '', { path: ['remark'], message: '请填写驳回原因' }),
    done,
  ),
});
