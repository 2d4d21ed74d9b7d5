import { redInputs } from './foreign-inputs/red.ts';
import { campaignInputs } from './foreign-inputs/campaign.ts';
import { consumerInputs } from './foreign-inputs/consumer.ts';
import { codesInputs } from './foreign-inputs/codes.ts';
import { fundInputs } from './foreign-inputs/fund.ts';
import { documentsInputs } from './foreign-inputs/documents.ts';
import { settlementInputs } from './foreign-inputs/settlement.ts';
import { overviewInputs } from './foreign-inputs/overview.ts';
import { payoutInputs } from './foreign-inputs/payout.ts';
import { replenishInputs } from './foreign-inputs/replenish.ts';
import { partiesInputs } from './foreign-inputs/parties.ts';
import { statsInputs } from './foreign-inputs/stats.ts';
import { systemInputs } from './foreign-inputs/system.ts';
import { traceInputs } from './foreign-inputs/trace.ts';
import type { Make } from './foreign.ts';

/** How each call is made to point at rows of another firm. A new call that takes a row's number belongs in one of these. */
export const foreignInputs: Record<string, Make> = {
  ...systemInputs,
  ...partiesInputs,
  ...traceInputs,
  ...codesInputs,
  ...documentsInputs,
  ...replenishInputs,
  ...campaignInputs,
  ...redInputs,
  ...fundInputs,
  ...settlementInputs,
  ...payoutInputs,
  ...consumerInputs,
  ...overviewInputs,
  ...statsInputs,
};

/** Calls whose numbers mean rows of the platform which firms may read. */
export const platformRows: ReadonlySet<string> = new Set(['/admin/system/role/info/:id']);

/** Uploads name their folder, and are multipart: the media tests send them into another firm's folder. */
export const provenElsewhere: ReadonlySet<string> = new Set([
  '/admin/identity/batch/import/chunk',
  '/admin/identity/batch/import/chunk/list',
  '/admin/identity/batch/import/preview',
  '/admin/upload/image',
  '/admin/upload/file',
  // Goods that were signed for, opened and scanned: the test of the trace has a shop with all of them.
  '/admin/lottery/merchant/trace/deliver',
  '/admin/lottery/merchant/trace/sale',
  '/admin/lottery/merchant/trace/unpack',
  '/admin/lottery/merchant/trace/abnormal',
]);
