import { useLayoutEffect, useRef, type RefObject } from 'react';

/** What a component was last drawn with, for what runs later. */
export const useLatest = <T>(value: T): RefObject<T> => {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
};
