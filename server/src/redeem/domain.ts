import type { Domain } from '../kit/http/domain.ts';
import { mountFieldRedeem } from './field-redeem.ts';
import { mountVerification } from './verification.ts';
import { mountBinding } from './binding.ts';
import { settleVerifications } from './settle-verifications.ts';

/** Prizes handed out at a shop's counter. */
export const redeem = {
  mounts: [mountFieldRedeem, mountVerification, mountBinding],
  hears: {
    'deductible.cleared': [settleVerifications],
  },
} satisfies Domain;
