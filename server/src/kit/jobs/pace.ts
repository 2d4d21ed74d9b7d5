/** How often a process looks, and how long it waits, in milliseconds. */
export interface JobPace {
  /** At what has come due by the clock. */
  cronEveryMs: number;
  /** At jobs whose worker has lost its place. */
  lookEveryMs: number;
  /** A worker that has lost its place ends its runs after this long; others take them after twice as long. */
  lostAfterMs: number;
  /** Runs under way at a stop may end for this long; then they are given back. */
  patienceMs: number;
}

export const usualPace: JobPace = {
  cronEveryMs: 5_000,
  lookEveryMs: 10_000,
  lostAfterMs: 10_000,
  patienceMs: 10_000,
};

/** What waits in a queue is seen within this, and taken by whoever is free. */
export const askEveryMs = 500;

/** A job that failed waits this long or, by chance, up to twice as long before it is tried once more; each further time twice as long again. */
export const retrySeconds = 2;

/** What a process that died held by a lease is looked for this often. */
export const sweepSeconds = 15;
export const sweepCron = `*/${sweepSeconds} * * * * *`;

/** The database asks a connection that is silent so long, so often, and so many times in vain, before it lets go of it: seconds. */
export const keepAlive = { idle: 5, interval: 2, count: 3 };
