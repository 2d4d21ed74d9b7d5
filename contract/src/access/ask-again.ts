import { z } from 'zod';
import { accessRefusals } from './access-refusals.ts';

/** The operator's own password, asked once more for what must not be done in passing; '' is refused by the server (62012). */
export const passwordAgain = z.string({ error: accessRefusals.askedAgain[1] }).max(100).default('');

/** {@link passwordAgain} as a form asks for it. */
export const passwordAgainTyped = z
  .string({ error: accessRefusals.askedAgain[1] })
  .min(1, accessRefusals.askedAgain[1])
  .max(100, accessRefusals.againWrong[1]);

export const lockedAgainText = '登录密码输错次数过多，请10分钟后再试';
