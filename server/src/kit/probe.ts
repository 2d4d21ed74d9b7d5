import { setTimeout as sleep } from 'node:timers/promises';

/** An answer that takes longer is none. */
const usualPatience = 1_200;

/**
 * Asks whether something works and says so within its patience, in milliseconds, whatever it does meanwhile. Those who ask together
 * share one question, and while one is not answered no other is put.
 */
export const openProbe = (check: () => Promise<unknown>, patienceMs = usualPatience): (() => Promise<boolean>) => {
  let askedAt = 0;
  let question: Promise<boolean> | undefined;
  const ask = (): Promise<boolean> => {
    askedAt = Date.now();
    return check()
      .then(
        () => true,
        () => false,
      )
      .finally(() => (question = undefined));
  };
  return () => {
    question ??= ask();
    const left = Math.max(0, askedAt + patienceMs - Date.now());
    return Promise.race([question, sleep(left, false, { ref: false })]);
  };
};
