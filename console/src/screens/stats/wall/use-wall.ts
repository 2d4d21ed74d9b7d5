import { Code } from '@zhuiyuan/contract/kit/codes';
import type { DataOf, Endpoint, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { request } from '../../../lib/request.ts';

/** What a wall knows of an answer that is asked for again and again. */
export interface Polled<D> {
  data: D | undefined;
  /** The session ended: nothing of it is left. */
  isOver: boolean;
}

/**
 * Asks `endpoint` every `everyMs`, without toasts and without leading anywhere: nobody is at a wall. What could not be read leaves what
 * was there; the end of the session takes it away for good.
 */
export const usePolled = <E extends Endpoint>(
  endpoint: E,
  input: QueryOf<E>,
  everyMs: number,
  isOff: boolean,
): Polled<DataOf<E>> => {
  const [polled, setPolled] = useState<Polled<DataOf<E>>>({ data: undefined, isOver: false });
  const asked = JSON.stringify(input);
  useEffect(() => {
    if (isOff) return undefined;
    const gone = new AbortController();
    const read = async () => {
      try {
        const data = (await request(endpoint, JSON.parse(asked) as Record<string, unknown>, gone.signal)) as DataOf<E>;
        setPolled({ data, isOver: false });
      } catch (error) {
        if (error instanceof ApiError && (error.code === Code.signedOut || error.code === Code.forbidden))
          setPolled({ data: undefined, isOver: true });
      }
    };
    void read();
    const timer = setInterval(() => void read(), everyMs);
    return () => {
      gone.abort();
      clearInterval(timer);
    };
  }, [endpoint, asked, everyMs, isOff]);
  return polled;
};
