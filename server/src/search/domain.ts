import type { Domain } from '../kit/http/domain.ts';
import { mountSearch } from './search.ts';

/** One field that finds rows of every domain. */
export const search = {
  mounts: [mountSearch],
} satisfies Domain;
