import { z } from 'zod';
import { defineApi, read, send } from '../kit/endpoint.ts';
import { id, ids, time } from '../kit/fields.ts';

/** What a merchant's account holds at WeChat Pay, in fen. */
const PayAccount = z.object({
  /** The merchant. */
  id: z.number(),
  /** Null where WeChat Pay did not say; then `cause` tells why. */
  available: z.number().nullable(),
  pending: z.number().nullable(),
  cause: z.string(),
  /** On its way to receivers: it has left what is available and is not booked as paid. */
  inFlight: z.number(),
  /** Free and allocated of the merchant's pool. */
  needed: z.number(),
  /** `available + inFlight < needed`: the account cannot pay what the pool promises. */
  isShort: z.boolean(),
  asOf: time,
});
export type PayAccount = z.output<typeof PayAccount>;

export const payAccountApi = defineApi({
  /** Asks WeChat Pay for the balance with the keys that are stored: an answer proves number, certificate and keys. */
  test: send(
    '测试商户连通',
    '/admin/lottery/mch/conf/test',
    'admin:lottery:redBag:update',
    z.object({ id: id() }),
    PayAccount,
    { perMinute: 60 },
  ),
  /** Of several merchants; each answer is kept for a minute. */
  balances: read(
    '商户实际余额',
    '/admin/lottery/mch/conf/balance',
    'admin:lottery:redBag:list',
    z.object({ ids: ids('请选择商户', id(), 20) }),
    z.array(PayAccount),
  ),
});
