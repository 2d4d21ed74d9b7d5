import { useLayoutEffect, useRef, useState } from 'react';
import { reasonOf } from '../../parts/field.ts';

export interface Loaded<T> {
  data?: T;
  /** Why nothing came. */
  failed?: string;
  /** Asks once more, as at first. */
  reload: () => void;
}

/** Asks for what a screen shows, at once and whenever `of` changes; an answer that comes after the next question, or to a screen that was left, is dropped. */
export const useLoaded = <T>(load: () => Promise<T>, of: unknown = null): Loaded<T> => {
  const [state, setState] = useState<{ data?: T; failed?: string }>({});
  const asked = useRef(0);
  const ask = (): void => {
    const mine = (asked.current += 1);
    const isLast = (): boolean => mine === asked.current;
    setState({});
    load().then(
      (data) => isLast() && setState({ data }),
      (error: unknown) => isLast() && setState({ failed: reasonOf(error) }),
    );
  };
  useLayoutEffect(() => {
    ask();
    return () => void (asked.current += 1);
  }, [of]);
  return { ...state, reload: ask };
};
