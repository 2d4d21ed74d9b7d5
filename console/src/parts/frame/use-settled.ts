import { useEffect, useState } from 'react';

/** The text as it was once nothing changed for `ms`, so that typing does not ask the server at every key. */
export const useSettled = (text: string, ms: number): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return settled;
};
