import type { Domain } from '../kit/http/domain.ts';
import { mountPoliceEvent } from './event.ts';
import { mountPoliceRule } from './rule.ts';
import { mountRunPolice } from './run-police.ts';
import { insertDefaultPoliceRules } from './default-rules.ts';

/** Warnings: rules, events, and the work that finds them. */
export const police = {
  mounts: [mountPoliceEvent, mountPoliceRule, mountRunPolice],
  hears: {
    'firm.created': [insertDefaultPoliceRules],
  },
} satisfies Domain;
