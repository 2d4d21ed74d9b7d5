import { useLayoutEffect, useState } from 'react';
import type { QrDrawing } from '../../lib/draw-qr.ts';

/** A text as a QR code; nothing where it cannot be drawn: what stands below says the same. */
export const QrCode = ({ text, side, label }: { text: string; side: number; label: string }) => {
  const [drawing, setDrawing] = useState<QrDrawing | 'lost'>();
  useLayoutEffect(() => {
    import('../../lib/draw-qr.ts').then(({ drawQr }) => setDrawing(drawQr(text))).catch(() => setDrawing('lost'));
  }, [text]);
  if (drawing === 'lost') return null;
  // The quiet zone lies outside of what the design measures.
  const whole = drawing && (side * drawing.size) / drawing.inner;
  return (
    <div className="q-place">
      {drawing && (
        <svg
          className="q-code"
          width={whole}
          height={whole}
          viewBox={`0 0 ${drawing.size} ${drawing.size}`}
          role="img"
          aria-label={label}
          shapeRendering="crispEdges"
        >
          <path d={drawing.path} />
        </svg>
      )}
    </div>
  );
};
