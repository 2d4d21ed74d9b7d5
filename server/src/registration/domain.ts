import type { Domain } from '../kit/http/domain.ts';
import { mountRegistration } from './registration.ts';
import { mountNodeConf } from './node-conf.ts';
import { followChange, followCodes, checkHasNode } from './queue-registration.ts';
import { findIdentifier } from './find-identifier.ts';

/** Identifier nodes, and what is registered with them. */
export const registration = {
  mounts: [mountRegistration, mountNodeConf],
  hears: {
    'trace.changed': [followChange],
    'codes.changed': [followCodes],
  },
  answers: {
    'codes.registering': checkHasNode,
    'trace.identifier': findIdentifier,
  },
} satisfies Domain;
