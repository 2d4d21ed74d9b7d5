import type { App } from '../kit/http/app-context.ts';
import { mountPublicClaim } from './cash/public-claim.ts';
import { findMerchants } from './find-merchant.ts';
import { mountCensus } from './census/census.ts';
import { mountNotify } from './notify-route.ts';
import { mountPayAccount } from './pay-account.ts';
import { openMerchants } from './pay-merchants.ts';
import { workNotices } from './hear-notice.ts';
import { workReconciliation } from './reconcile-job.ts';
import { mountRedHold } from './red-hold.ts';
import { mountRecon } from './recon/recon.ts';
import { mountRedInfo } from './records/red-info.ts';
import { workPayouts } from './run-payouts.ts';

/** Money going out: what its winners ask for, what WeChat Pay calls back, what staff see and do, the worker, and the bill of each day. */
export const mountPayout = (app: App): void => {
  const merchants = openMerchants(findMerchants(app.config));
  mountNotify(app, merchants);
  mountPublicClaim(app, merchants);
  mountRedHold(app);
  mountRedInfo(app, merchants);
  mountRecon(app);
  mountPayAccount(app, merchants);
  mountCensus(app);
  workNotices(app);
  workPayouts(app, merchants);
  workReconciliation(app, merchants);
};
