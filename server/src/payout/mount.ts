import type { App } from '../kit/http/app-context.ts';
import { mountPublicClaim } from './cash/public-claim.ts';
import { findMerchants } from './find-merchant.ts';
import { mountNotify } from './notify-route.ts';
import { openMerchants } from './pay-merchants.ts';
import { workReconciliation } from './reconcile-job.ts';
import { mountRedHold } from './red-hold.ts';
import { workPayouts } from './run-payouts.ts';

/** Money going out: what its winners ask for, what WeChat Pay calls back, the worker, and the bill of each day. */
export const mountPayout = (app: App): void => {
  const merchants = openMerchants(findMerchants(app.config));
  mountNotify(app, merchants);
  mountPublicClaim(app, merchants);
  mountRedHold(app);
  workPayouts(app, merchants);
  workReconciliation(app, merchants);
};
