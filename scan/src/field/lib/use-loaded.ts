import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useLatest } from './use-latest.ts';
import { reasonOf } from '../../parts/field.ts';

export interface Loaded<T> {
  data?: T;
  /** Why nothing came. */
  failed?: string;
  /** Asks once more. */
  reload: () => void;
}

/** Asks for what a screen shows; an answer that comes after the next question, or to a screen that was left, is dropped. */
export const useLoaded = <T>(load: () => Promise<T>): Loaded<T> => {
  const [state, setState] = useState<{ data?: T; failed?: string }>({});
  const latest = useLatest(load);
  const asked = useRef(0);
  const reload = useCallback(() => {
    const mine = (asked.current += 1);
    const isLast = (): boolean => mine === asked.current;
    setState({});
    latest.current().then(
      (data) => isLast() && setState({ data }),
      (error: unknown) => isLast() && setState({ failed: reasonOf(error) }),
    );
  }, [latest]);
  useLayoutEffect(() => {
    reload();
    return () => void (asked.current += 1);
  }, [reload]);
  return { ...state, reload };
};
