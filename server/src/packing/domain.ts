import type { Domain } from '../kit/http/domain.ts';
import { mountPacking } from './packing.ts';
import { mountPackLog } from './pack-log.ts';

/** Which codes lie in which box. */
export const packing = {
  mounts: [mountPacking, mountPackLog],
} satisfies Domain;
