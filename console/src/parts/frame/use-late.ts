import { useEffect, useState } from 'react';

/** True once `active` has lasted `delay` ms, so that quick loads show no skeleton or bar. */
export const useLate = (active: boolean, delay = 300): boolean => {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!active) return undefined;
    const timer = setTimeout(() => setLate(true), delay);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [active, delay]);
  return late && active;
};
