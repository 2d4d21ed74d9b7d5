import { useCallback, useState } from 'react';

/** Width and height of an element as they change; 0 before it is drawn. */
export const useSize = (): [
  ref: (element: HTMLElement | null) => (() => void) | undefined,
  size: { width: number; height: number },
] => {
  const [size, setSize] = useState({ width: 0, height: 0 });
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size];
};
