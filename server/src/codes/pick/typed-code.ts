import type { Run } from '../state/ranges.ts';

/** A pasted code with the line it stands in. */
export interface TypedCode extends Run {
  line: number;
}
