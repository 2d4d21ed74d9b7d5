import { atMost } from '../kit/at-most.ts';

/** A call that looks into a file before it answers: each takes a process, so that few do at once in this one; more are refused as busy. */
export const lookAtFile = atMost(3, 6);
