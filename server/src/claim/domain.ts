import type { Domain } from '../kit/http/domain.ts';
import { mountClaimList } from './claim-list.ts';
import { mountRedemption } from './redemption.ts';
import { mountPublicRedeem } from './public-redeem.ts';
import { mountRedemptionJobs } from './redemption-jobs.ts';

/** The list of what was won, and prizes by post. */
export const claim = {
  mounts: [mountClaimList, mountRedemption, mountPublicRedeem, mountRedemptionJobs],
} satisfies Domain;
