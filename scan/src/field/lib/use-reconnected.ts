import { useLayoutEffect } from 'react';
import { useLatest } from '../../lib/use-latest.ts';

/** Does `opened` when the screen is opened, and `again` each time the phone is connected once more. */
export const useReconnected = (again: () => void, opened = again): void => {
  const latest = useLatest({ again, opened });
  useLayoutEffect(() => {
    const act = (): void => latest.current.again();
    addEventListener('online', act);
    latest.current.opened();
    return () => removeEventListener('online', act);
  }, [latest]);
};
