import type { Domain } from '../kit/http/domain.ts';
import { mountMoneyChecks } from './money-checks.ts';

/** The nightly look over all money. */
export const checks = {
  mounts: [mountMoneyChecks],
} satisfies Domain;
