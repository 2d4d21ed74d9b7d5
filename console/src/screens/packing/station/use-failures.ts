import { useState } from 'react';
import { readStored, writeStored } from '../../../lib/stored-values.ts';

interface Kept {
  day: string;
  count: number;
}

const today = (): string => new Date().toDateString();

/** How many scans this station refused today, kept in its browser, and the way to count another. */
export const useFailures = (asks: 0 | 1): [count: number, add: () => void] => {
  const key = `packing-failures:${asks}`;
  const [kept, setKept] = useState(() => ({ day: '', count: 0, ...(readStored(key) as Kept | undefined) }));
  const add = () =>
    setKept((before) => {
      const next = { day: today(), count: before.day === today() ? before.count + 1 : 1 };
      writeStored(key, next);
      return next;
    });
  return [kept.day === today() ? kept.count : 0, add];
};
