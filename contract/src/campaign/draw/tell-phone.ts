import { z } from 'zod';
import { defineApi, done, send } from '../../kit/endpoint.ts';
import { id } from '../../kit/fields.ts';
import { mobile } from '../../parties/party-fields.ts';
import { coming } from './public-draw.ts';

/** A shopper's number, where a firm wants to know it before he draws. Who he is says the header X-Consumer-Token. */
export const tellPhoneApi = defineApi({
  /** Keeps the number he typed at the firm of what he scanned; the last one counts. No message is sent to it. */
  phone: send(
    '填写手机号',
    '/public/lottery/phone',
    'open',
    z.object({ ...coming, activityId: id().optional(), phone: mobile('手机号') }),
    done,
    { forShoppers: true, log: false, perMinute: 20 },
  ),
});
