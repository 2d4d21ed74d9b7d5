import { useEffect, useState } from 'react';
import { scanQueue, type Work } from './scan-queue.ts';

/** A queue of scans that is served by what the component does now. */
export const useScanQueue = <T, A>(work: Work<T, A>, most?: number) => {
  const [queue] = useState(() => scanQueue<T, A>({ most }));
  useEffect(() => queue.serve(work));
  return queue;
};
