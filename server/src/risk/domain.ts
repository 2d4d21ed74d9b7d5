import type { Domain } from '../kit/http/domain.ts';
import { mountPurgeTraces } from './purge-traces.ts';
import { insertDefaultRules } from './default-rules.ts';

/** Whether a visitor may draw. */
export const risk = {
  mounts: [mountPurgeTraces],
  hears: {
    'firm.created': [insertDefaultRules],
  },
} satisfies Domain;
