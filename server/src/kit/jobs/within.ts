/**
 * Runs something with a signal of its own, which ends with the given one or after so many milliseconds. Both are held until the run is
 * over and let go of then: a signal that is joined from two others, one of them a timeout, may be collected before it ever ends.
 */
export const within = async <T>(
  { signal, ms }: { signal: AbortSignal; ms: number },
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const ending = new AbortController();
  const end = () => ending.abort(signal.reason);
  const timer = setTimeout(() => ending.abort(new DOMException(`not done within ${ms} ms`, 'TimeoutError')), ms);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    return await run(ending.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
};
