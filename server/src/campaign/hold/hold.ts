import { holdApi } from '@zhuiyuan/contract/campaign/hold/hold';
import { openKeyring } from '../../codes/cipher/keyring.ts';
import type { App } from '../../kit/http/app-context.ts';
import { serve } from '../../kit/http/serve.ts';
import { listHolds, readHold } from './find-holds.ts';
import { reviewHold } from './review-hold.ts';

/** Prizes that are held until somebody has looked at them. */
export const mountHold = (app: App): void => {
  const keyring = openKeyring(app);
  serve(app, holdApi, {
    list: ({ input, db }) => listHolds(db, input),
    info: ({ input, db }) => readHold(db, keyring, input.id),
    audit: async ({ input, db, operator }) => {
      await reviewHold(db, input, operator.id);
      return null;
    },
  });
};
