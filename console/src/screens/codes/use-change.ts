import { useEffect, useRef } from 'react';

/** Calls `changed` when a value differs from the one seen before, never at first and never because a kept tab comes back. */
export const useChange = <T>(value: T, changed: (now: T) => void): void => {
  const seen = useRef(value);
  useEffect(() => {
    if (Object.is(seen.current, value)) return;
    seen.current = value;
    changed(value);
  });
};
