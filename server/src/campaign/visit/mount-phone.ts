import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { tellPhoneApi } from '@zhuiyuan/contract/campaign/draw/tell-phone';
import { requireAccount } from '../../account/account-session.ts';
import { openKeyring } from '../../codes/cipher/keyring.ts';
import type { App } from '../../kit/http/app-context.ts';
import { serve } from '../../kit/http/serve.ts';
import { refuse } from '../../kit/refusal.ts';
import { ensureMember } from '../../member/ensure-member.ts';
import { keepPhone } from '../../member/keep-phone.ts';
import { visitorReader, findPlay } from './visitor.ts';

/** The numbers that firms want to know before a draw. */
export const mountTellPhone = (app: App): void => {
  const { shopperDb: db } = app;
  const { masterKey } = app.config;
  const readVisitor = visitorReader({ db, keyring: openKeyring(app), masterKey });
  serve(app, tellPhoneApi, {
    async phone({ input, request }) {
      const accountId = await requireAccount(db, request);
      const scan = await readVisitor(input, request);
      const firmId = scan.unit?.firmId ?? (await findPlay(db, scan, input.activityId))?.firmId;
      if (firmId === undefined) throw refuse(scan.hasCode ? drawRefusals.noCode : drawRefusals.noActivity);
      const { id: uid } = await ensureMember(db, firmId, accountId);
      await keepPhone(db, masterKey, { firmId, uid, phone: input.phone });
      return null;
    },
  });
};
