/**
 * Runs something with a signal of its own, which ends with one of the given or after so many milliseconds. All are held until the run is
 * over and let go of then: a signal that is joined from two others, one of them a timeout, may be collected before it ever ends.
 */
export const within = async <T>(
  { signal, also, ms }: { signal: AbortSignal; also?: AbortSignal; ms: number },
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const ending = new AbortController();
  const end = ({ target }: Pick<Event, 'target'>) => ending.abort((target as AbortSignal).reason);
  const timer = setTimeout(() => ending.abort(new DOMException(`not done within ${ms} ms`, 'TimeoutError')), ms);
  const given = also ? [signal, also] : [signal];
  for (const one of given) {
    one.addEventListener('abort', end, { once: true });
    if (one.aborted) end({ target: one });
  }
  try {
    return await run(ending.signal);
  } finally {
    clearTimeout(timer);
    for (const one of given) one.removeEventListener('abort', end);
  }
};
