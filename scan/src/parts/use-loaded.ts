import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLatest } from '../lib/use-latest.ts';
import { reasonOf } from '../lib/reason-of.ts';

export interface Loaded<T> {
  data?: T;
  /** Why nothing came. */
  failed?: string;
  /** Asks once more, from the beginning. */
  reload: () => void;
  /** Asks once more; what is there stays until it comes, and beside the reason why nothing did. */
  refresh: () => Promise<void>;
  /** Shows what came another way. */
  put: (data: T) => void;
}

/** Asks for what a screen shows; an answer that comes after the next question, or to a screen that was left, is dropped. */
export const useLoaded = <T>(load: () => Promise<T>): Loaded<T> => {
  const [state, setState] = useState<{ data?: T; failed?: string }>({});
  const latest = useLatest(load);
  const asked = useRef(0);
  const acts = useMemo(() => {
    const refresh = async (): Promise<void> => {
      const mine = (asked.current += 1);
      const isLast = (): boolean => mine === asked.current;
      try {
        const data = await latest.current();
        if (isLast()) setState({ data });
      } catch (error) {
        const failed = reasonOf(error);
        if (isLast()) setState((before) => ({ ...before, failed }));
      }
    };
    const reload = (): void => {
      setState({});
      void refresh();
    };
    return { refresh, reload, put: (data: T) => setState({ data }) };
  }, [latest]);
  useLayoutEffect(() => {
    acts.reload();
    return () => void (asked.current += 1);
  }, [acts]);
  return { ...state, ...acts };
};
