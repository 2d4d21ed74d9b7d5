import { atMost } from '../kit/at-most.ts';

/** A call that looks into a file before it answers: each takes a process, so that few do at once in this one; more are refused as busy. */
export const lookAtFile = atMost(3, 6);

/** A look is over after this long, whatever the file is like, so that others find a place. */
export const lookSeconds = 20;
