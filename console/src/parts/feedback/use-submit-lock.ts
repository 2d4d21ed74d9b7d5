import { useCallback, useEffect, useRef, useState } from 'react';

const lockMs = 1200;

/** Locks a button while its call runs and at least 1200 ms from the press; presses in between do nothing. */
export const useSubmitLock = (): [isLocked: boolean, run: <T>(act: () => Promise<T>) => Promise<T | undefined>] => {
  const [isLocked, setIsLocked] = useState(false);
  const locked = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      locked.current = false;
      setIsLocked(false);
    },
    [],
  );
  const run = useCallback(async <T>(act: () => Promise<T>): Promise<T | undefined> => {
    if (locked.current) return undefined;
    locked.current = true;
    setIsLocked(true);
    const pressed = Date.now();
    try {
      return await act();
    } finally {
      timer.current = setTimeout(
        () => {
          locked.current = false;
          setIsLocked(false);
        },
        Math.max(0, pressed + lockMs - Date.now()),
      );
    }
  }, []);
  return [isLocked, run];
};
