import { z } from 'zod';
import { authCode } from '../campaign/draw/public-draw.ts';
import { defineApi, read, send } from '../kit/endpoint.ts';
import { flag } from '../kit/fields.ts';
import { ClaimPay } from '../payout/public-claim.ts';

const badValue = '参数不正确';
const token = z.string({ error: badValue }).trim().min(1, badValue).max(2048, badValue);

/** How a red packet stands on its way to who received it. `amount`: fen, null before it is his. */
export const PacketPay = ClaimPay.extend({ amount: z.number().nullable() });
export type PacketPay = z.output<typeof PacketPay>;

/** A shopper's way from a red code to its money, by the token of the scan. Who he is says the header X-Consumer-Token. */
export const publicPacketApi = defineApi({
  /**
   * Receives the packet of a scanned code: the first who asks has it, once for all time. Asked again by him it answers how it stands, and
   * sends it anew after it failed or came back. Keeps his consent where `agrees` is set.
   */
  claim: send(
    '领取红包',
    '/public/lottery/red/claim',
    'open',
    z.object({ token, authCode, agrees: flag.default(false) }),
    PacketPay,
    { forShoppers: true, log: false, perMinute: 60 },
  ),
  pay: read('红包领取进度', '/public/lottery/red/pay', 'open', z.object({ token }), PacketPay, { forShoppers: true }),
});
