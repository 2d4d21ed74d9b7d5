import { z } from 'zod';
import { defineApi, send } from '../../kit/endpoint.ts';
import { latitude, longitude } from '../../kit/fields.ts';
import { DrawAnswer } from '../draw/public-draw.ts';

const badValue = '参数不正确';

/** A box that was opened, and what it brought. */
const Unpacked = DrawAnswer.extend({
  actName: z.string(),
  productName: z.string(),
  codeText: z.string(),
});
export type Unpacked = z.output<typeof Unpacked>;

/** What a shop draws with boxes it signed for. Headers X-Consumer-Token and X-Role say who calls. */
export const unpackApi = defineApi({
  /** Opens a box and draws with it, once. Asked again by the same person it answers what it answered. */
  unpack: send(
    '开箱',
    '/public/shop/unpack',
    'open',
    z.object({
      code: z.string({ error: '请输入箱码' }).trim().min(1, '请输入箱码').max(500, '箱码不正确'),
      lng: longitude,
      lat: latitude,
      clientSeed: z
        .string({ error: badValue })
        .regex(/^[0-9a-f]{0,32}$/, badValue)
        .default(''),
    }),
    Unpacked,
    { log: false, forShoppers: true, perMinute: 60, typed: ['code'] },
  ),
});
