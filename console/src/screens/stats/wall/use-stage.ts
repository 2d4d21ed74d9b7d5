import { useEffect, useState } from 'react';

export const [stageWidth, stageHeight] = [1920, 1080];

const fit = (): number => Math.min(innerWidth / stageWidth, innerHeight / stageHeight);

/** How much the stage is scaled to stand whole in the window. */
export const useStageScale = (): number => {
  const [scale, setScale] = useState(fit);
  useEffect(() => {
    const again = () => setScale(fit());
    addEventListener('resize', again);
    return () => removeEventListener('resize', again);
  }, []);
  return scale;
};

/** Whether the pointer lies still for so long that it goes away. */
export const useStillPointer = (afterMs: number): boolean => {
  const [isStill, setIsStill] = useState(false);
  useEffect(() => {
    let timer = setTimeout(() => setIsStill(true), afterMs);
    const moved = () => {
      setIsStill(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIsStill(true), afterMs);
    };
    addEventListener('pointermove', moved);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointermove', moved);
    };
  }, [afterMs]);
  return isStill;
};

/** The moment, every second. */
export const useNow = (): Date => {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
};
