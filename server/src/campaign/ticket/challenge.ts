import { challengeApi } from '@zhuiyuan/contract/campaign/draw/challenge';
import { requireAccount } from '../../account/account-session.ts';
import type { App } from '../../kit/http/app-context.ts';
import { serve } from '../../kit/http/serve.ts';
import { passChallenge } from '../../risk/challenge-pass.ts';
import { challenged } from './judge-visit.ts';

/** Pictures that shoppers read before another ticket. */
export const mountChallenge = (app: App): void => {
  const { shopperDb: db } = app;
  serve(app, challengeApi, {
    async challenge({ input, request }) {
      const challengeToken = await passChallenge(db, await requireAccount(db, request), input);
      if (challengeToken === undefined) throw await challenged(db, '验证码不正确，请重新输入');
      return { challengeToken };
    },
  });
};
