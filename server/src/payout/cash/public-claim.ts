import { LotteryType } from '@zhuiyuan/contract/campaign/campaign-states';
import { publicClaimApi } from '@zhuiyuan/contract/payout/public-claim';
import { requireAccount } from '../../account/account-session.ts';
import { authorizeUrl } from '../../account/wechat-sign-in.ts';
import { findActivity } from '../../campaign/visit/find-activity.ts';
import { readScanned } from '../../campaign/visit/read-scanned.ts';
import { openKeyring } from '../../codes/cipher/keyring.ts';
import { findPayApp } from '../../fund/merchant/pay-app.ts';
import type { App } from '../../kit/http/app-context.ts';
import { ask } from '../../kit/db/events.ts';
import { serve } from '../../kit/http/serve.ts';
import { firmOfSent } from '../firm-of-sent.ts';
import type { Merchants } from '../pay-merchants.ts';
import { claimCash, readClaimPay } from './claim-cash.ts';

/** A shopper's way from a cash prize to its money. */
export const mountPublicClaim = (app: App, merchants: Merchants): void => {
  const { shopperDb: db, config, log } = app;
  const { masterKey, publicUrl } = config;
  const keyring = openKeyring(app);
  const parts = { db, masterKey, log, merchants };

  /** The activity of a prize, of packets sent by hand, the one that a scanned code opens, or one that is entered without a code. */
  const findOf = async ({
    token,
    claimNo,
    redActiveId,
    activityId: entered,
  }: {
    token: string;
    claimNo?: string | undefined;
    redActiveId?: number | undefined;
    activityId?: number | undefined;
  }) => {
    if (redActiveId !== undefined) {
      const firmId = await firmOfSent(db, redActiveId);
      return firmId === undefined ? undefined : { firmId, activityId: redActiveId };
    }
    if (claimNo !== undefined)
      return db.selectFrom('claim').where('claimNo', '=', claimNo).select(['firmId', 'activityId']).executeTakeFirst();
    if (token === '' && entered !== undefined) {
      const activity = await db
        .selectFrom('activity')
        .where('id', '=', entered)
        .where('lotteryType', '=', LotteryType.points)
        .where('publishedAt', 'is not', null)
        .select('firmId')
        .executeTakeFirst();
      return activity && { firmId: activity.firmId, activityId: entered };
    }
    const scan = await readScanned(db, keyring, masterKey, token);
    const { firmId = 0, seg = 0, serial = 0 } = scan.unit ?? {};
    const packet = scan.unit && (await ask(db, 'code.packet', { firmId, seg, serial, accountId: undefined }));
    const activityId = packet?.redActiveId ?? (scan.unit && (await findActivity(db, scan.unit, scan.held)));
    return scan.unit && activityId !== undefined ? { firmId: scan.unit.firmId, activityId } : undefined;
  };

  /** Where the page stands: the firm's own domain if it was opened there, else ours. */
  const originOf = async (firmId: number, host: string): Promise<string> => {
    const firm = await db.selectFrom('firm').where('id', '=', firmId).select('domain').executeTakeFirst();
    return firm?.domain && firm.domain === host ? `https://${firm.domain}` : publicUrl;
  };

  serve(app, publicClaimApi, {
    oauth: async ({ input: { back, state, ...of }, request }) => {
      const found = await findOf(of);
      const payApp = found && (await findPayApp(db, masterKey, found));
      if (!payApp?.secret) return { url: '' };
      const origin = await originOf(found!.firmId, request.host);
      return { url: authorizeUrl(payApp, { back: `${origin}${back}`, state }) };
    },

    claim: async ({ input, request }) =>
      claimCash(parts, { ...input, ip: request.address, accountId: await requireAccount(db, request) }),

    claimPay: async ({ input, request }) =>
      readClaimPay(parts, { ...input, ip: request.address, accountId: await requireAccount(db, request) }),
  });
};
