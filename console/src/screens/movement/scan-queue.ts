import { useEffect, useState } from 'react';
import { ApiError, noAnswer } from '../../lib/api-error.ts';

const againMs = 2000;
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** What the queue does with its scans. */
export interface Work<T, A> {
  /** Judges several scans at once, in their order. */
  ask: (batch: readonly T[]) => Promise<readonly A[]>;
  /** Takes the answers, one for each of the batch. */
  take: (batch: readonly T[], answers: readonly A[]) => void;
  /** The batch was refused as a whole, for a reason that another try does not change. */
  refuse: (batch: readonly T[], error: ApiError) => void;
  /** Whether the server is out of reach: scans wait, none is lost. */
  tellOffline?: (isOffline: boolean) => void;
}

/**
 * Scans that are judged by the server in small batches: one call at a time, with all that came meanwhile. A call that gets no answer is
 * made again until it does. What is done with answers is said by `serve`, and may change; `waitMs` passes before a call is made again.
 */
export const scanQueue = <T, A>({ waitMs = againMs, most = 50 }: { waitMs?: number; most?: number } = {}) => {
  let work: Work<T, A> | undefined;
  let waiting: T[] = [];
  let running: Promise<void> | undefined;
  // What was dropped meanwhile wants no answer.
  let round = 0;

  const judge = async (batch: readonly T[], since: number): Promise<void> => {
    for (;;) {
      try {
        const answers = (await work?.ask(batch)) ?? [];
        work?.tellOffline?.(false);
        if (since === round) work?.take(batch, answers);
        return;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code !== noAnswer) {
          work?.tellOffline?.(false);
          if (since === round) work?.refuse(batch, error);
          return;
        }
        if (since !== round) return;
        work?.tellOffline?.(true);
        await sleep(waitMs);
      }
    }
  };
  const run = async (): Promise<void> => {
    // What is scanned in one breath goes in one call.
    await Promise.resolve();
    try {
      while (waiting.length > 0) {
        const batch = waiting.slice(0, most);
        waiting = waiting.slice(most);
        await judge(batch, round);
      }
    } finally {
      running = undefined;
    }
  };
  return {
    serve: (next: Work<T, A>): void => {
      work = next;
    },
    /** One that waits already is judged once, as it is when its turn comes: both ends of a run may have been scanned by then. */
    add: (...scans: readonly T[]): void => {
      waiting = [...new Set([...waiting, ...scans])];
      running ??= run();
    },
    /** Forgets what waits, and the answer that is on its way. */
    drop: (): void => {
      waiting = [];
      round += 1;
    },
    /** Resolves when nothing waits any more. */
    settled: async (): Promise<void> => {
      while (running) await running;
    },
  };
};

/** A queue of scans that is served by what the component does now. */
export const useScanQueue = <T, A>(work: Work<T, A>, most?: number) => {
  const [queue] = useState(() => scanQueue<T, A>({ most }));
  useEffect(() => queue.serve(work));
  return queue;
};
