import { fundRefusals } from '@zhuiyuan/contract/fund/fund-refusals';
import { redHoldApi } from '@zhuiyuan/contract/payout/red-hold';
import type { App } from '../kit/http/app-context.ts';
import { serve } from '../kit/http/serve.ts';
import { notFound, refuse } from '../kit/refusal.ts';
import { beginHeld } from './open-payouts.ts';
import { rejectHeld } from './payout-acts.ts';

/** Payouts that wait for a person: another one than who made them lets them go, or takes them back (62419). */
export const mountRedHold = (app: App): void => {
  serve(app, redHoldApi, {
    hold: async ({ input: { id, pass, remark }, db, operator }) => {
      const record = await db.selectFrom('redInfo').where('id', '=', id).select('createdBy').executeTakeFirst();
      if (!record) throw notFound();
      if (record.createdBy === operator.id) throw refuse(fundRefusals.ownReview);
      await (pass ? beginHeld(db, id) : rejectHeld(db, id, remark));
      return null;
    },
  });
};
