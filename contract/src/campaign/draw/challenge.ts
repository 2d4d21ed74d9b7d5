import { z } from 'zod';
import { defineApi, send } from '../../kit/endpoint.ts';

const badValue = '参数不正确';

/** What comes with 62230: a picture to be read (PNG data address), and its key. */
export interface Challenged {
  challenge: { key: string; picture: string };
}

/** Of `challengeApi.challenge`, where a ticket was refused for want of it. */
export const challengeToken = z.string({ error: badValue }).max(64, badValue).optional();

/** Whoever asks for many draws shows that he is a person. */
export const challengeApi = defineApi({
  /**
   * The characters of the picture that came with a refused ticket (62230, `data` a `Challenged`), for a token that is good for one ticket
   * of the same account within five minutes. A wrong answer is refused alike, with another picture.
   */
  challenge: send(
    '安全验证',
    '/public/lottery/challenge',
    'open',
    z.object({
      key: z.string({ error: badValue }).trim().min(1, badValue).max(64, badValue),
      code: z.string({ error: '请输入验证码' }).trim().min(1, '请输入验证码').max(8, '验证码不正确'),
    }),
    z.object({ challengeToken: z.string() }),
    { forShoppers: true, log: false, perMinute: 30 },
  ),
});
