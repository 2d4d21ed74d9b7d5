import type { App } from '../kit/http/app-context.ts';
import type { Domain } from '../kit/http/domain.ts';
import { mountRecon } from './recon/recon.ts';
import { mountCensus } from './census/census.ts';
import { openWon } from './cash/open-won.ts';
import { refuseMoving } from './refuse-moving.ts';
import { tellClaim } from './cash/tell-claim.ts';
import { bookPayout } from './book-payout.ts';
import { sumReturned } from './sum-returned.ts';
import { mountNotify } from './notify-route.ts';
import { mountRedHold } from './red-hold.ts';
import { mountPayAccount } from './pay-account.ts';
import { workNotices } from './hear-notice.ts';
import { workPayouts } from './run-payouts.ts';
import { mountPublicClaim } from './cash/public-claim.ts';
import { mountRedInfo } from './records/red-info.ts';
import { workReconciliation } from './recon/reconcile-job.ts';
import { openMerchants } from './pay-merchants.ts';
import { findMerchants } from './find-merchant.ts';

/** Whatever pays shares merchants that are opened once. */
const mountPaying = (app: App): void => {
  const merchants = openMerchants(findMerchants(app.config));
  for (const mount of [mountNotify, mountPayAccount, workPayouts, mountPublicClaim, mountRedInfo, workReconciliation])
    mount(app, merchants);
};

/** Money going out to shoppers and shops: what WeChat Pay calls back, what staff hold back and look at, and the workers. */
export const payout = {
  mounts: [mountPaying, mountRedHold, workNotices, mountRecon, mountCensus],
  hears: {
    'cash.won': [openWon],
    'merchant.moving': [refuseMoving],
    'payout.turned': [tellClaim, bookPayout],
  },
  answers: {
    'money.returned': sumReturned,
  },
} satisfies Domain;
