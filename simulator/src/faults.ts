/** How badly the provider behaves. Rates are of 1; what is 0 never happens. */
export interface SimConfig {
  /** The receiver confirms after so long; negative: never by himself. */
  autoConfirmMs: number;
  callbackDelayMs: number;
  /** How long after an unanswered callback it comes again, at first; later ones wait longer, as the real ones do. */
  callbackRetryMs: number;
  /** Every callback is sent so many times more. */
  duplicateCallbacks: number;
  /** Of all callbacks, how many never come. */
  dropCallbacks: number;
  /** Callbacks wait a random time, so that they overtake each other. */
  outOfOrder: boolean;
  /** Before the right callback one comes that somebody else has signed. */
  forgedCallbacks: number;
  /** The right one comes once more an hour old. */
  staleCallbacks: number;
  /** Added to the timestamps of what is signed. */
  clockSkewSec: number;
  /** Bills that fail after the receiver confirmed. */
  failRate: number;
  /** Creates that are accepted, and then the connection is dropped. */
  timeoutRate: number;
  /** Connections that are dropped before anything was accepted; queries too. */
  lostRate: number;
  /** 500 SYSTEM_ERROR, half of them after the bill was accepted; queries too. */
  errorRate: number;
  /** 429 FREQUENCY_LIMITED. */
  limitRate: number;
  /** 403 NOT_ENOUGH although the account holds enough. */
  notEnoughRate: number;
  /** Answers whose signature does not hold. */
  badSignatureRate: number;
  /** Calls of one merchant in a second; more get 429. */
  qps: number;
  /** How long a waiting bill stays open, by the simulated clock. */
  closeAfterMs: number;
}

export const peaceful: SimConfig = {
  autoConfirmMs: 50,
  callbackDelayMs: 0,
  callbackRetryMs: 15_000,
  duplicateCallbacks: 0,
  dropCallbacks: 0,
  outOfOrder: false,
  forgedCallbacks: 0,
  staleCallbacks: 0,
  clockSkewSec: 0,
  failRate: 0,
  timeoutRate: 0,
  lostRate: 0,
  errorRate: 0,
  limitRate: 0,
  notEnoughRate: 0,
  badSignatureRate: 0,
  qps: 100,
  closeAfterMs: 24 * 60 * 60_000,
};

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export const seeded = (seed: number): (() => number) => {
  let state = Math.trunc(seed);
  return () => {
    state = (state + 0x6d_2b_79_f5) % 0x1_0000_0000;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
};
