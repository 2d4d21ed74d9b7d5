import { signCheckApi } from '@zhuiyuan/contract/movement/sign/sign-check';
import { openKeyring } from '../../codes/cipher/keyring.ts';
import type { App } from '../../kit/http/app-context.ts';
import { serve } from '../../kit/http/serve.ts';
import { notFound } from '../../kit/refusal.ts';
import { checkSign } from './check-sign.ts';

/** What signing for scanned codes would come to. */
export const mountSignCheck = (app: App): void => {
  const keyring = openKeyring(app);
  serve(app, signCheckApi, {
    check: async ({ input: { id, codes }, db }) => {
      const doc = await db.selectFrom('deliver').where('id', '=', id).selectAll().executeTakeFirst();
      if (!doc) throw notFound();
      return checkSign(db, keyring, doc, codes);
    },
  });
};
