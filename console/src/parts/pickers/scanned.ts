/** Signs that came one right after the other, as a scanner sends them. */
export interface Burst {
  /** Where in the box the first of them stands. */
  from: number;
  signs: number;
  since: number;
  last: number;
}

/** A scanner that sends no end is silent so long when nothing more will come, in ms. */
export const silenceMs = 80;
/** Another one may stop that long within a code: a weak connection, or a computer that is busy. */
const longestStopMs = 1000;
/** Signs of our own codes: what is as long may be whole. */
const wholeSigns: ReadonlySet<number> = new Set([16, 18, 20]);

let lastEnd: 'key' | 'silence' | undefined;

/** How the last code ended. */
export const learnEnd = (end: 'key' | 'silence'): void => {
  lastEnd = end;
};

/** For how long the scanner at hand may be silent within a code, in ms. */
export const longestStop = (): number => (lastEnd === 'silence' ? silenceMs : longestStopMs);

/** After how long a silence nothing more will come behind so many signs, in ms. */
export const endOf = (signs: number): number =>
  lastEnd === undefined && wholeSigns.has(signs) ? silenceMs : longestStop();

/** Nobody types that many signs that fast, ms a sign. */
const leastSigns = 6;
const mostMs = 50;

/** The burst with one more sign, which came at `now` and stands at `at`; a new one after a silence, or where it does not follow. */
export const withSign = (burst: Burst | undefined, at: number, now: number, silence = silenceMs): Burst =>
  burst && now - burst.last <= silence && at === burst.from + burst.signs
    ? { ...burst, signs: burst.signs + 1, last: now }
    : { from: at, signs: 1, since: now, last: now };

/** Whether a scanner sent it: no hand is so fast. */
export const isScanned = (burst: Burst | undefined): burst is Burst =>
  burst !== undefined && burst.signs >= leastSigns && (burst.last - burst.since) / (burst.signs - 1) <= mostMs;
