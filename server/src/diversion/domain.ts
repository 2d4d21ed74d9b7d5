import type { Domain } from '../kit/http/domain.ts';
import { mountDiversion } from './diversion.ts';
import { judgeLocated } from './judge-scan.ts';
import { warnOfFound } from './warn-of-found.ts';

/** Where a code may be sold. */
export const diversion = {
  mounts: [mountDiversion],
  hears: {
    'scan.attached': [judgeLocated],
  },
  answers: {
    'inspection.warned': warnOfFound,
  },
} satisfies Domain;
