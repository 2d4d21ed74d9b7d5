import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import svgCaptcha from 'svg-captcha';
import type { Db } from '../kit/db/database.ts';
import { drawSvg } from '../kit/draw-svg.ts';

/** Characters that people mistake for each other, also across the case. */
const confusable = '0oO1iIlLcCsSuUvVwWxXzZkKpP5';

/** A picture of four characters (PNG data address, 130 × 40) and the key of its answer, good once and for five minutes. */
export const makeCaptcha = async (db: Db): Promise<{ key: string; picture: string }> => {
  const { text, data } = svgCaptcha.create({
    size: 4,
    width: 130,
    height: 40,
    noise: 2,
    ignoreChars: confusable,
    color: false,
  });
  const png = await drawSvg(data).flatten({ background: '#EEF3FA' }).png().toBuffer();
  const key = randomBytes(16).toString('hex');
  await db
    .insertInto('captcha')
    .values({ key, answer: text.toLowerCase(), expiresAt: sql<string>`now() + interval '5 minutes'` })
    .execute();
  return { key, picture: `data:image/png;base64,${png.toString('base64')}` };
};

/** Uses a captcha up: `right`, `wrong`, or `unknown` when the key was used before, is over or was never given. */
export const takeCaptcha = async (db: Db, key: string, answer: string): Promise<'right' | 'wrong' | 'unknown'> => {
  const taken = await db
    .deleteFrom('captcha')
    .where('key', '=', key)
    .returning(['answer', sql<boolean>`expires_at > now()`.as('isLive')])
    .executeTakeFirst();
  if (!taken?.isLive) return 'unknown';
  return taken.answer === answer.trim().toLowerCase() ? 'right' : 'wrong';
};
