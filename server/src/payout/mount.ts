import type { App } from '../kit/http/app-context.ts';
import { workNotices } from './hear-notice.ts';
import { mountNotify } from './notify-route.ts';
import { mountPayAccount } from './pay-account.ts';
import type { Merchants } from './pay-merchants.ts';
import { mountRedHold } from './red-hold.ts';
import { workPayouts } from './run-payouts.ts';

/** Money going out: what WeChat Pay calls back, what staff hold back, what accounts hold, and the worker. */
export const mountPayout = (app: App, merchants: Merchants): void => {
  mountNotify(app, merchants);
  mountRedHold(app);
  mountPayAccount(app, merchants);
  workNotices(app);
  workPayouts(app, merchants);
};
