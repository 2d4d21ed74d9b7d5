import { useCallback, useLayoutEffect, useState } from 'react';
import { drawRosette } from '../lib/rosette.ts';

/**
 * The security-print line rosette (guilloche) behind a head, white at 15 %, its centre in the middle of the drawing. It follows after the
 * paint; the words before it never wait for it.
 */
export const Rosette = () => {
  const [isDue, setDue] = useState(false);
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => (timer = setTimeout(setDue, 0, true)));
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  const draw = useCallback((drawing: SVGSVGElement | null) => {
    if (drawing) drawRosette(drawing);
  }, []);
  if (!isDue) return null;
  return (
    <svg
      ref={draw}
      className="rosette"
      viewBox="-300 -300 600 600"
      aria-hidden="true"
      fill="none"
      stroke="#fff"
      strokeOpacity=".15"
      strokeWidth=".8"
    />
  );
};
