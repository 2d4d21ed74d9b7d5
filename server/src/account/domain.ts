import type { Domain } from '../kit/http/domain.ts';
import { mountAccount } from './account.ts';

/** People on the phone. */
export const account = {
  mounts: [mountAccount],
} satisfies Domain;
