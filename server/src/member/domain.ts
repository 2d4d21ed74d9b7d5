import type { Domain } from '../kit/http/domain.ts';
import { mountExpirePoints } from './expire-points.ts';

/** Who shoppers are: their points. */
export const member = {
  mounts: [mountExpirePoints],
} satisfies Domain;
