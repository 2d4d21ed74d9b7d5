import type { Domain } from '../kit/http/domain.ts';
import { nameFilters } from './condition-words.ts';
import { mayReadFile } from './private-files.ts';

/** What one domain asks and all of them together answer. */
export const across = {
  mounts: [],
  answers: { 'file.reading': mayReadFile, 'filters.naming': nameFilters },
} satisfies Domain;
