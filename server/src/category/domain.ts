import type { Domain } from '../kit/http/domain.ts';
import { mountCategories } from './category.ts';

/** The trees that rows of other domains stand in. */
export const category = {
  mounts: [mountCategories],
} satisfies Domain;
